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
import { statusErrorOf } from './status-error-of.ts';

/** An answer other than 2xx. */
export interface Refusal {
  readonly code: number;
  /** The header `Retry-After`: seconds, or a date. */
  readonly retryAfter: string | null | undefined;
  readonly body$: Observable<Uint8Array>;
  /** What may not be shown should the body repeat it: the token, or whatever else proves who asks. */
  readonly secret?: string | undefined;
}

/**
 * For transports: reads what a refusal says, at most 64 KiB and 5 s of it, and fails with its {@link StatusError}.
 *
 * @example
 * ```ts
 * refused({ code: response.status, retryAfter: response.headers.get('retry-after'), body$ });
 * ```
 */
export function refused({ code, retryAfter, body$, secret = '' }: Refusal): Observable<never> {
  const bare = secret.trim();
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
        const text = textOf(chunks);
        const shown = bare.length < shortestSecret ? text : text.replaceAll(bare, '(not shown)');
        return throwError(() => statusErrorOf(code, retryAfter, shown));
      }),
    );
  });
}

/** A shorter one is a word of a test, and could be any word of the text. */
const shortestSecret = 16;
const patience = 5_000;
const maxBytes = 65_536;

function textOf(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('');
  return (text + decoder.decode()).slice(0, maxBytes);
}
