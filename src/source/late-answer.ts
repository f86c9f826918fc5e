import {
  connect,
  defer,
  identity,
  ignoreElements,
  materialize,
  merge,
  type MonoTypeOperatorFunction,
  type Observable,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { ConnectionError } from '../objects/index.ts';
import { type KubeRequest, requestLine } from './transport.ts';
import type { IncidentListener } from './lister-watcher.ts';

/**
 * Returns an operator over the answer to a request. If the answer has not begun after 5 s, the operator calls
 * `onLateAnswer` of the request with false. When the late answer begins, the operator calls `onLateAnswer`
 * with true.
 *
 * @param answered$ - emits when the answer begins; by default the answer begins with the first value
 */
export function reportLateAnswer<R>(
  { onLateAnswer }: KubeRequest,
  answered$?: Observable<unknown>,
): MonoTypeOperatorFunction<R> {
  if (onLateAnswer === undefined) return identity;
  return (request$) =>
    defer(() => {
      let isLate = false;
      const report = (answered: boolean): void => {
        isLate = true;
        onLateAnswer(answered);
      };
      return request$.pipe(
        connect((once$) => {
          const ended$ = once$.pipe(ignoreElements(), materialize());
          const begun$ = (answered$ ?? once$).pipe(take(1), takeUntil(ended$));
          return merge(
            begun$.pipe(
              tap(() => {
                if (isLate) report(true);
              }),
              ignoreElements(),
            ),
            once$,
            timer(lateAfter).pipe(
              tap(() => report(false)),
              ignoreElements(),
              takeUntil(merge(begun$, ended$)),
            ),
          );
        }),
      );
    });
}

/** Creates an `onLateAnswer` that reports an incident with count 0, because no object was omitted. */
export const lateAnswerIncident =
  (request: KubeRequest, onIncident: IncidentListener) =>
  (answered: boolean): void =>
    onIncident(
      answered
        ? new ConnectionError(`the answer to ${requestLine(request)} has begun`, { answered, advice })
        : new ConnectionError(
            `no answer to ${requestLine(request)} for ${lateAfter / 1_000} s; it may wait for credentials or a connection: over HTTP/1.1 a browser opens six to one host, for all tabs`,
            { answered, advice },
          ),
      0,
    );

/** The time in ms after which an answer that has not begun is late. */
const lateAfter = 5_000;

const advice =
  'in a browser serve HTTP/2, or run fewer watches; elsewhere check whether the server or a proxy in between is overloaded';
