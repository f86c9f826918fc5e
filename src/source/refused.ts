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
import { concealing } from './concealing.ts';
import { statusErrorOf } from './status-error-of.ts';

/** An answer other than 2xx. */
export interface Refusal {
  readonly code: number;
  /** The header `Retry-After`: seconds, or a date. */
  readonly retryAfter: string | null | undefined;
  readonly body$: Observable<Uint8Array>;
  /** What may not be shown should the body repeat it: the token, or whatever else proves who asks. From 8 characters. */
  readonly secret?: string | readonly string[] | undefined;
}

/**
 * For transports: reads what a refusal says, at most 64 KiB and 5 s of it, and fails with its {@link StatusError}.
 *
 * @example
 * ```ts
 * refused({ code: response.status, retryAfter: response.headers.get('retry-after'), body$ });
 * ```
 */
export function refused({ code, retryAfter, body$, secret = [] }: Refusal): Observable<never> {
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
        return throwError(() => statusErrorOf(code, retryAfter, conceal(shown)));
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
