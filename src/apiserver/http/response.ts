import { type Observable, of } from 'rxjs';
import type { Flow } from '../flow.ts';
import type { Status } from '../status/status.ts';
import { encode } from '../wire/encode.ts';

/** An answer. Its body is made piece by piece as the client reads it. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the body is a sequence of events, as for a watch. */
  readonly stream?: true;
  /** True if the body is large and its length is not known yet. */
  readonly large?: true;
  /** All bytes of the body, if they are in memory before the client reads. */
  readonly whole?: Uint8Array;
  readonly body: (flow: Flow) => Observable<Uint8Array>;
}

/** Makes an answer of one JSON value. */
export function json(value: unknown, status = 200, headers: ApiResponse['headers'] = {}): ApiResponse {
  return bytes(encode(`${JSON.stringify(value)}\n`), status, {
    'content-type': 'application/json',
    ...headers,
  });
}

/** Makes the answer of a `Status`. */
export function statusResponse(status: Status): ApiResponse {
  const seconds = status.details?.retryAfterSeconds;
  return json(status, status.code, seconds === undefined ? {} : { 'retry-after': String(seconds) });
}

/** Makes an answer of plain text. */
export function plain(text: string, status = 200): ApiResponse {
  return bytes(encode(text), status, { 'content-type': 'text/plain; charset=utf-8' });
}

/** In bytes: the minimum size for compression, as in kube-apiserver. */
export const largeBytes: number = 128 * 1024;

/** Checks whether an answer is known to be large. */
export function isLarge({ large, headers }: ApiResponse): boolean {
  return large === true || Number(headers['content-length']) >= largeBytes;
}

/** The headers of an answer without the length, for an answer whose body is replaced. */
export function withoutLength({ headers }: ApiResponse): ApiResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length'));
}

/** Makes an answer of bytes with a known length. */
export function bytes(body: Uint8Array, status: number, headers: ApiResponse['headers']): ApiResponse {
  return {
    status,
    headers: { ...headers, 'content-length': String(body.length) },
    whole: body,
    body: () => of(body),
  };
}
