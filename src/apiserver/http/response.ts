import { type Observable, of } from 'rxjs';
import type { Flow } from '../flow.ts';
import type { Status } from '../status/status.ts';
import { encode } from '../wire/encode.ts';

/** A response. The body is created piece by piece as the client reads the body. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `true` if the body is a sequence of events, for example a watch. */
  readonly stream?: true;
  /** `true` if the body is large and the length of the body is not known yet. */
  readonly large?: true;
  /** All bytes of the body, if the whole body is in memory before the client reads the body. */
  readonly whole?: Uint8Array;
  readonly body: (flow: Flow) => Observable<Uint8Array>;
}

export function json(value: unknown, status = 200, headers: ApiResponse['headers'] = {}): ApiResponse {
  return bytes(encode(`${JSON.stringify(value)}\n`), status, {
    'content-type': 'application/json',
    ...headers,
  });
}

/** Creates a response with a `Status`. */
export function statusResponse(status: Status): ApiResponse {
  const seconds = status.details?.retryAfterSeconds;
  return json(status, status.code, seconds === undefined ? {} : { 'retry-after': String(seconds) });
}

export function plain(text: string, status = 200): ApiResponse {
  return bytes(encode(text), status, { 'content-type': 'text/plain; charset=utf-8' });
}

/** The minimum size, in bytes, of a response that the server compresses. kube-apiserver has the same minimum. */
export const largeBytes: number = 128 * 1024;

/** Returns `true` if the server knows that a response is large. */
export function isLarge({ large, headers }: ApiResponse): boolean {
  return large === true || Number(headers['content-length']) >= largeBytes;
}

/** Returns the headers of a response without the length, because the caller replaces the body. */
export function withoutLength({ headers }: ApiResponse): ApiResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length'));
}

/** Creates a response with bytes of a known length. */
export function bytes(body: Uint8Array, status: number, headers: ApiResponse['headers']): ApiResponse {
  return {
    status,
    headers: { ...headers, 'content-length': String(body.length) },
    whole: body,
    body: () => of(body),
  };
}
