import { concat, defer, ignoreElements, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import type { KubeError } from '../objects/index.ts';

/** The kind of a request: a list, a watch, or a streaming list. */
export type AnswerKind = 'list' | 'watch' | 'stream';

/**
 * One step of an answer. The step is played `after` ms after the previous step. `value` is called when the
 * step is played.
 */
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
 * Returns an Observable that plays an answer for each subscription. A list completes after its last page. A
 * watch stays open unless `closed` is true.
 */
export function playAnswer<V>({ kind, steps, closed }: Answer<V>): Observable<V> {
  const parts = steps.map(({ after, value, error }) => {
    const emission$ =
      error === undefined ? defer(() => (value === undefined ? [] : of(value()))) : throwError(() => error);
    return after === 0 ? emission$ : concat(timer(after).pipe(ignoreElements()), emission$);
  });
  return closed || kind === 'list' ? concat(...parts) : concat(...parts, NEVER);
}
