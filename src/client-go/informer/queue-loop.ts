import { catchError, defer, EMPTY, ignoreElements, merge, ReplaySubject, takeUntil, tap } from 'rxjs';
import { HandlerError, KubeError, type KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import { processLoop } from '../queue/process-loop.ts';
import type { Queue } from '../queue/queue.ts';
import type { ControllerLoop, ControllerLoopOptions } from './controller-loop.ts';

/**
 * The loop over a queue made by hand. The end of the reflector closes the queue, and the loop ends once it is empty; so
 * it does when somebody else closes it.
 */
export function queueLoop<T extends KubeObject, D>(
  queue: Queue<T, D>,
  { process, retryOnError, onError }: ControllerLoopOptions<D>,
): ControllerLoop<T> {
  const write = (event: ReflectorEvent<T>): void => {
    try {
      if (event.type === 'RESYNC') queue.resync();
      else queue.next(event);
    } catch (error) {
      onError(error instanceof HandlerError ? error : new HandlerError('queue', undefined, error));
    }
  };

  return {
    hasSynced: () => queue.hasSynced(),
    check: () => {
      if (!queue.isClosed()) return;
      throw new KubeError('fatal', 'run: the queue is closed; make another, and a controller over it');
    },
    stop: () => queue.close(),
    over: (events$) =>
      defer(() => {
        const ended = new ReplaySubject<void>(1); // what is in the queue may end it before its events begin
        const processed$ = processLoop(queue, process, { retryOnError, onError });
        const written$ = events$.pipe(
          tap({
            error: (error: unknown) => queue.error(error),
            complete: () => queue.complete(),
          }),
          // Its error comes out of the loop, behind what waits; what `onError` throws at once.
          catchError(() => EMPTY),
          tap(write),
          ignoreElements(),
          takeUntil(ended),
        );
        return merge(processed$.pipe(tap({ complete: () => ended.next() })), written$);
      }),
  };
}
