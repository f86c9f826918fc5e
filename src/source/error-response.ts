import {
  catchError,
  defer,
  EMPTY,
  mergeMap,
  type Observable,
  takeUntil,
  takeWhile,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import { concealedError, concealing } from './redact.ts';
import type { RequestLine } from './transport.ts';
import { statusErrorOf } from './status-error-of.ts';

/**
 * For transports: whether an answer with this status may be read. A GET is answered by 200 alone: 206, for example, is a
 * part that would pass for a whole list.
 */
export const isAnswer = (method: string, code: number): boolean =>
  code === 200 || (method !== 'GET' && code > 200 && code < 300);

/** An answer that may not be read: other than 2xx, and to a GET other than 200. */
export interface Refusal {
  readonly code: number;
  /** The header `Retry-After`: seconds, or a date. */
  readonly retryAfter: string | null | undefined;
  readonly body$: Observable<Uint8Array>;
  /** What was asked for: the error names it. */
  readonly request: RequestLine;
  /** What may not be shown should the body repeat it: the token, or whatever else proves who asks. From 8 characters. */
  readonly secret?: string | readonly string[] | undefined;
}

/**
 * For transports: reads what a refusal says, at most 64 KiB and 5 s of it, and fails with its {@link StatusError}.
 *
 * @example
 * ```ts
 * refused({ code: response.status, retryAfter: response.headers.get('retry-after'), body$, request });
 * ```
 */
export function refused({ code, retryAfter, body$, request, secret = [] }: Refusal): Observable<never> {
  const conceal = concealing([secret].flat());
  return defer(() => {
    let received = 0;
    const chunks$ = body$.pipe(
      catchError(() => EMPTY), // what came before it broke off will do
      takeWhile((chunk) => (received += chunk.length) < maxBytes, true),
      takeUntil(timer(patience)),
      toArray(),
    );
    return chunks$.pipe(
      mergeMap((chunks) => {
        const shown = concealedJson(textOf(chunks), conceal);
        // JSON that is too deep for the reviver keeps its escapes, so that what is said is looked at once more.
        return throwError(() =>
          concealedError(statusErrorOf(code, retryAfter, conceal(shown), request), conceal),
        );
      }),
    );
  });
}

/** JSON spells one character in several ways, and Go writes `&` as `\u0026`: so what it says is looked at. */
function concealedJson(text: string, conceal: (text: string) => string): string {
  const hide = (_: string, value: unknown): unknown => (typeof value === 'string' ? conceal(value) : value);
  try {
    return JSON.stringify(JSON.parse(text, hide));
  } catch {
    return text; // it is none
  }
}

const patience = 5_000;
const maxBytes = 65_536;

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
  return (text + decoder.decode()).slice(0, maxBytes);
}
