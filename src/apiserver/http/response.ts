import { type Observable, of } from 'rxjs';
import type { Flow } from '../flow.ts';
import type { Status } from '../status/status.ts';
import { encode } from '../wire/encode.ts';

/** An answer, its body made piece by piece as it is read. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the body is one event after the other, as of a watch. */
  readonly stream?: true;
  /** Present where it is large and its length is not known yet. */
  readonly large?: true;
  /** All bytes of the body, where they are in memory before it is read. */
  readonly whole?: Uint8Array;
  readonly body: (flow: Flow) => Observable<Uint8Array>;
}

/** One JSON value. */
export function json(value: unknown, status = 200, headers: ApiResponse['headers'] = {}): ApiResponse {
  return bytes(encode(`${JSON.stringify(value)}\n`), status, {
    'content-type': 'application/json',
    ...headers,
  });
}

/** A refusal, in the words of the protocol. */
export function statusResponse(status: Status): ApiResponse {
  const seconds = status.details?.retryAfterSeconds;
  return json(status, status.code, seconds === undefined ? {} : { 'retry-after': String(seconds) });
}

/** Plain text. */
export function plain(text: string, status = 200): ApiResponse {
  return bytes(encode(text), status, { 'content-type': 'text/plain; charset=utf-8' });
}

/** Bytes from which on an answer is worth being compressed: the real server's threshold. */
export const largeBytes: number = 128 * 1024;

/** Whether an answer is large, as far as that is known. */
export function isLarge({ large, headers }: ApiResponse): boolean {
  return large === true || Number(headers['content-length']) >= largeBytes;
}

/** The headers of an answer whose body becomes another one. */
export function withoutLength({ headers }: ApiResponse): ApiResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-length'));
}

/** Bytes of a known length. */
export function bytes(body: Uint8Array, status: number, headers: ApiResponse['headers']): ApiResponse {
  return {
    status,
    headers: { ...headers, 'content-length': String(body.length) },
    whole: body,
    body: () => of(body),
  };
}
