import { concat, defer, ignoreElements, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import type { KubeError } from '../objects/index.ts';

/** Which request a script answers. */
export type AnswerKind = 'list' | 'watch' | 'stream';

/** Comes so many ms after the one before; what it is is asked when it comes. */
export interface Step<V> {
  readonly after: number;
  readonly value?: () => V;
  readonly error?: KubeError;
}

/** What a script has for one request. */
export interface Answer<V> {
  readonly kind: AnswerKind;
  readonly steps: readonly Step<V>[];
  /** Whether it ends behind the last step. */
  readonly closed: boolean;
}

/** Plays it from each subscription on. A list that has no end ends with its last page, a watch stays open. */
export function playAnswer<V>({ kind, steps, closed }: Answer<V>): Observable<V> {
  const parts = steps.map(({ after, value, error }) => {
    const told$ =
      error === undefined ? defer(() => (value === undefined ? [] : of(value()))) : throwError(() => error);
    return after === 0 ? told$ : concat(timer(after).pipe(ignoreElements()), told$);
  });
  return closed || kind === 'list' ? concat(...parts) : concat(...parts, NEVER);
}
