import type { Watching } from './watching.ts';

/** The response to a request that a client sent in the same process or over HTTP. */
export interface Answer {
  readonly code: number;
  /** The body. The client parses the body if it is JSON. */
  readonly body: unknown;
  /** The response headers. Empty for an in-process transport, which has no headers. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers and the body of a request. */
export interface Extras {
  /** The body. The client sends a string unchanged, and any other value as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client of the embedded server. One client calls the server in the same process, and another client uses HTTP. The
 * same specs use both clients.
 */
export interface Client {
  request(method: string, target: string, extras?: Extras): Promise<Answer>;
  watch(target: string, extras?: Pick<Extras, 'headers'>): Watching;
}

/** Converts the body of a request to text. Returns the text, and the headers with the content type. */
export function bodyOf({ body, headers = {} }: Extras): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  if (body === undefined) return { text: '', headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { text, headers: { 'content-type': 'application/json', ...headers } };
}

/** Returns the parsed JSON. Returns the text itself if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
