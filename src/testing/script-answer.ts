import { concat, defer, ignoreElements, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import type { KubeError } from '../objects/index.ts';

/** The kind of request that an answer is for. */
export type AnswerKind = 'list' | 'watch' | 'stream';

/** A step that is played `after` ms after the previous step. The player calls `value` for each step. */
export interface Step<V> {
  readonly after: number;
  readonly value?: () => V;
  readonly error?: KubeError;
}

/** The answer of a script to one request. */
export interface Answer<V> {
  readonly kind: AnswerKind;
  readonly steps: readonly Step<V>[];
  /** Whether the answer completes after the last step. */
  readonly closed: boolean;
}

/**
 * Plays the answer for each subscription. A list completes after its last page. A watch stays open unless `closed` is
 * true.
 */
export function playAnswer<V>({ kind, steps, closed }: Answer<V>): Observable<V> {
  const parts = steps.map(({ after, value, error }) => {
    const emission$ =
      error === undefined ? defer(() => (value === undefined ? [] : of(value()))) : throwError(() => error);
    return after === 0 ? emission$ : concat(timer(after).pipe(ignoreElements()), emission$);
  });
  return closed || kind === 'list' ? concat(...parts) : concat(...parts, NEVER);
}
