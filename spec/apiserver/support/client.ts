import type { Watching } from './watching.ts';

/** What a request came back with. */
export interface Answer {
  readonly code: number;
  /** Parsed where it is JSON. */
  readonly body: unknown;
  /** Empty in the process: a transport has none. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What goes along with a request. */
export interface Extras {
  /** A value is sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One way into a server: the same specs go both. */
export interface Client {
  request(method: string, target: string, extras?: Extras): Promise<Answer>;
  watch(target: string, extras?: Pick<Extras, 'headers'>): Watching;
}

/** The text and the content type of a body. */
export function bodyOf({ body, headers = {} }: Extras): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  if (body === undefined) return { text: '', headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { text, headers: { 'content-type': 'application/json', ...headers } };
}

/** JSON, or the text itself. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
