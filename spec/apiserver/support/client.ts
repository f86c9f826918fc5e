import type { Watching } from './watching.ts';

/** The answer to a request. */
export interface Answer {
  readonly code: number;
  /** Parsed if it is JSON. */
  readonly body: unknown;
  /** Empty in the process: a transport has no response headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Options of a request. */
export interface Extras {
  /** A value is sent as JSON, a string unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One way of access to a server: the same specs use both. */
export interface Client {
  request(method: string, target: string, extras?: Extras): Promise<Answer>;
  watch(target: string, extras?: Pick<Extras, 'headers'>): Watching;
}

/** Returns the text and the content type of a body. */
export function bodyOf({ body, headers = {} }: Extras): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  if (body === undefined) return { text: '', headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { text, headers: { 'content-type': 'application/json', ...headers } };
}

/** Returns the parsed JSON, or the text itself. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
