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
  type OperatorFunction,
  retry,
  Subject,
  tap,
  timer,
} from 'rxjs';
import { HandlerError, type KubeObject } from '../objects/index.ts';
import type { Deltas, KeyDeltas } from '../queue/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import { keyOfDeltas, type LoopState, type Popped } from './machine/loop-state.ts';

/** What the loop needs to know. */
export interface ProcessLoopOptions<T extends KubeObject, D extends Deltas<T> | KeyDeltas<T>> {
  readonly queue: (pop: Observable<void>) => OperatorFunction<ReflectorEvent<T>, D>;
  readonly process: (deltas: D, isInInitialList: boolean) => unknown;
  readonly retryOnError: boolean;
  readonly onError: (error: HandlerError) => void;
  readonly state: LoopState<T, D>;
}

/**
 * client-go's `processLoop`: pops, processes, pops again. What `process` refuses is told, never lost in silence
 * (against B125), and ends nothing (against B120).
 */
export function processLoop<T extends KubeObject, D extends Deltas<T> | KeyDeltas<T>>({
  queue,
  process,
  retryOnError,
  onError,
  state,
}: ProcessLoopOptions<T, D>): OperatorFunction<ReflectorEvent<T>, never> {
  const tell = (deltas: D, cause: unknown): void =>
    onError(new HandlerError('process', keyOfDeltas(deltas), cause));

  const call = (deltas: D): Observable<unknown> =>
    defer(() => {
      const result = process(deltas, state.isInInitialList(deltas));
      return isObservable(result) || isThenable(result) ? from(result) : EMPTY;
    });

  return (events$) =>
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
          );
        }),
        ignoreElements(),
      );
    });
}

/** In ms, for the first, the second … refusal. */
function retryDelay(attempt: number): number {
  return Math.min(800 * 2 ** (attempt - 1), 30_000);
}

function isThenable(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}
