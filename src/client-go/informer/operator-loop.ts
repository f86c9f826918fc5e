import {
  BehaviorSubject,
  catchError,
  concatMap,
  defer,
  EMPTY,
  endWith,
  from,
  ignoreElements,
  isObservable,
  map,
  merge,
  mergeMap,
  type Observable,
  queueScheduler,
  retry,
  Subject,
  subscribeOn,
  tap,
  timer,
} from 'rxjs';
import { HandlerError, isThenable, type KubeObject } from '../../objects/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import type { AnyDeltas } from '../queue/key-delta.ts';
import { retryDelay } from '../queue/machine/refusals.ts';
import type { ControllerLoop, ControllerLoopOptions } from './controller-loop.ts';
import type { QueueOperator } from './controller-types.ts';
import { keyOfDeltas, LoopState, type Popped } from './machine/loop-state.ts';

/**
 * client-go's `processLoop` over a queue that is an operator: pops, processes, pops again. What `process` refuses is
 * told, never lost in silence (against B125), and ends nothing (against B120).
 */
export function operatorLoop<T extends KubeObject, D extends AnyDeltas<T>>(
  queue: QueueOperator<T, D>,
  { process, retryOnError, onError }: ControllerLoopOptions<D>,
): ControllerLoop<T> {
  const state = new LoopState<T, D>();
  const tell = (deltas: D, cause: unknown): void =>
    onError(new HandlerError('process', keyOfDeltas(deltas), cause));

  const call = (deltas: D): Observable<unknown> =>
    defer(() => {
      const result = process(deltas, state.isInInitialList(deltas));
      return isObservable(result) || isThenable(result) ? from(result) : EMPTY;
    });

  const over = (events$: Observable<ReflectorEvent<T>>): Observable<never> =>
    defer(() => {
      state.restart();
      const pop = new BehaviorSubject<void>(undefined); // the first pop is owed
      const refused = new Subject<Popped<D>>();

      const attempt = (popped: Popped<D>): Observable<unknown> => {
        const { deltas } = popped;
        const key = keyOfDeltas(deltas);
        const called$ = call(deltas);
        if (retryOnError && key === undefined) {
          const delay = (cause: unknown, count: number): Observable<unknown> => {
            tell(deltas, cause);
            return timer(retryDelay(count));
          };
          return called$.pipe(retry({ delay }));
        }
        return called$.pipe(
          catchError((cause: unknown) => {
            tell(deltas, cause);
            if (retryOnError && key !== undefined) refused.next(state.refuse(popped, key));
            return EMPTY;
          }),
        );
      };

      const popped$ = events$.pipe(
        tap(({ type }) => {
          if (type === 'REPLACED') state.listed();
        }),
        queue(pop.pipe(tap(() => state.asked()))),
        tap((deltas) => state.popped(deltas)),
        map((deltas): Popped<D> => ({ deltas, attempt: 0 })),
      );
      const again$ = refused.pipe(mergeMap((one) => timer(retryDelay(one.attempt)).pipe(map(() => one))));

      return merge(popped$, again$).pipe(
        concatMap((popped) => {
          const isNew = popped.attempt === 0;
          if (!isNew && !state.take(popped)) return EMPTY;
          return attempt(popped).pipe(
            ignoreElements(),
            endWith(undefined),
            tap(() => {
              state.processed(popped.deltas);
              if (isNew) pop.next();
            }),
            subscribeOn(queueScheduler), // flat, however many have gathered: `process` may be done at once
          );
        }),
        ignoreElements(),
      );
    });

  return { over, hasSynced: () => state.hasSynced, check: () => undefined, stop: () => undefined };
}
