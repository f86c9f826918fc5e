import {
  connect,
  defer,
  identity,
  ignoreElements,
  materialize,
  merge,
  type MonoTypeOperatorFunction,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { ConnectionError } from '../objects/index.ts';
import { requestLine } from './asked-of.ts';
import type { IncidentListener } from './lister-watcher.ts';
import type { KubeRequest } from './transport.ts';

/** For transports: calls the request's `onLateAnswer` when a response has not come after 5 s, and when it then comes. */
export function reportLateAnswer<R>({ onLateAnswer }: KubeRequest): MonoTypeOperatorFunction<R> {
  if (onLateAnswer === undefined) return identity;
  return (response$) =>
    defer(() => {
      let isLate = false;
      const report = (answered: boolean): void => {
        isLate = true;
        onLateAnswer(answered);
      };
      return response$.pipe(
        tap(() => {
          if (isLate) report(true);
        }),
        connect((once$) =>
          merge(
            once$,
            timer(lateAfter).pipe(
              tap(() => report(false)),
              ignoreElements(),
              takeUntil(once$.pipe(materialize())),
            ),
          ),
        ),
      );
    });
}

/** Reports it as an incident that left nothing out. */
export const lateAnswerIncident =
  (request: KubeRequest, onIncident: IncidentListener) =>
  (answered: boolean): void =>
    onIncident(
      answered
        ? new ConnectionError(`the answer to ${requestLine(request)} has begun`, { answered, advice })
        : new ConnectionError(
            `no answer to ${requestLine(request)} for ${lateAfter / 1_000} s; it may wait for a connection: over HTTP/1.1 a browser opens six to one host, for all tabs`,
            { answered, advice },
          ),
      0,
    );

/** In ms. */
const lateAfter = 5_000;

const advice =
  'in a browser serve HTTP/2, or run fewer watches; elsewhere look whether the server, or a proxy in between, is overloaded';
