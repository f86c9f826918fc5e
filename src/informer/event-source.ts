import { asyncScheduler, defer, finalize, isObservable, type Observable, tap } from 'rxjs';
import { asKubeError, hidden, type KubeError, type KubeObject, OptionsError } from '../objects/index.ts';
import {
  checkReflectOptions,
  checkShard,
  reflect,
  type ReflectOptions,
  type ReflectorConsumer,
  type ReflectorEvent,
  type ReflectorStatus,
  type Shard,
} from '../reflector/index.ts';
import { checkSource, type ListerWatcher } from '../source/index.ts';

/** What an informer is fed from: a collection, or any stream of reflector events. */
export type InformerSource<T extends KubeObject> = ListerWatcher<T> | Observable<ReflectorEvent<T>>;

/** The events of either kind of source; `tell` gets its status. */
export function eventsOf<T extends KubeObject>(
  source: InformerSource<T>,
  options: ReflectOptions<T>,
  tell: (status: ReflectorStatus) => void,
  consumer: ReflectorConsumer<T>,
): Observable<ReflectorEvent<T>> {
  checkReflectOptions('informer: reflect', options);
  if (isObservable(source)) {
    if (options.shard !== undefined) throw new OptionsError('informer: shard', hidden, nowhereToAsk);
    return withDerivedStatus(source, tell);
  }
  const next = (value: ReflectorStatus): void => {
    tell(value);
    options.status?.next?.(value);
  };
  return reflect(source, { ...options, status: { next } }, consumer);
}

/** To drop the others here would hide that each process still receives all. */
const nowhereToAsk = 'absent over a stream of events; give it to the reflect() that makes them';

/** Throws an OptionsError for what can feed no informer. */
export function checkInformerSource(source: unknown): void {
  if (!isObservable(source))
    checkSource('informer', source, 'a ListerWatcher, or an Observable of reflector events');
}

/** A bare stream has no status; its events tell one. */
function withDerivedStatus<T extends KubeObject>(
  events$: Observable<ReflectorEvent<T>>,
  tell: (status: ReflectorStatus) => void,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const since = asyncScheduler.now();
    let isStopped = false;
    const stop = (how: { readonly error?: KubeError } = {}): void => {
      if (!isStopped) tell({ phase: 'stopped', ...how });
      isStopped = true;
    };
    tell({ phase: 'listing', since, received: 0 });
    return events$.pipe(
      tap({
        next: (event) => {
          if (event.type !== 'REPLACED') return;
          tell({ phase: 'watching', since: asyncScheduler.now(), resourceVersion: event.resourceVersion });
        },
        // Before subscribers get it, as reflect() does.
        error: (error: unknown) => stop({ error: asKubeError(error, 'the source') }),
      }),
      finalize(() => stop()),
    );
  });
}

/**
 * @param where - the name of the other place where a shard may be given; `other` is what was given there
 * @throws OptionsError for a shard that is none, and for two
 */
export function checkShardOnce(
  of: string,
  shard: Shard | undefined,
  where: string,
  other: { readonly shard?: Shard } | undefined,
): void {
  checkShard(`${of}: shard`, shard);
  if (shard === undefined || other?.shard === undefined) return;
  throw new OptionsError(`${of}: shard`, hidden, `given once, here or in ${where}`);
}
