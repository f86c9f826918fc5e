import { asyncScheduler, defer, finalize, isObservable, type Observable, tap } from 'rxjs';
import { asKubeError, REDACTED, type KubeError, type KubeObject, OptionsError } from '../objects/index.ts';
import {
  checkReflectOptions,
  type FrameClock,
  reflect,
  type ReflectOptions,
  type ReflectorConsumer,
  type ReflectorEvent,
  type ReflectorStatus,
} from '../reflector/index.ts';
import { checkSource, type ListerWatcher } from '../source/index.ts';

/** The source of an informer: a collection, or any stream of reflector events. */
export type InformerSource<T extends KubeObject> = ListerWatcher<T> | Observable<ReflectorEvent<T>>;

/**
 * Returns the reflector events of a source, which is a collection or a stream of events. The callback
 * `emitStatus` receives each status.
 */
export function reflectorEvents<T extends KubeObject>(
  source: InformerSource<T>,
  options: ReflectOptions<T>,
  emitStatus: (status: ReflectorStatus) => void,
  consumer: ReflectorConsumer<T>,
): Observable<ReflectorEvent<T>> {
  checkReflectOptions('informer: reflect', options);
  if (isObservable(source)) {
    if (options.shard !== undefined)
      throw new OptionsError('informer: reflect: shard', REDACTED, shardOfStream);
    return withDerivedStatus(source, emitStatus, consumer.frameClock ?? {});
  }
  const next = (value: ReflectorStatus): void => {
    emitStatus(value);
    options.status?.next?.(value);
  };
  return reflect(source, { ...options, status: { next } }, consumer);
}

/**
 * The option `shard` is not allowed over a stream of events. Otherwise the informer would drop the objects of
 * other shards, and the program would not notice that each process receives all objects.
 */
const shardOfStream = 'absent over a stream of events; give it to their reflect()';

/** Throws an OptionsError for a value that cannot be the source of an informer. */
export function checkInformerSource(source: unknown): void {
  if (!isObservable(source))
    checkSource('informer', source, 'a ListerWatcher, or an Observable of reflector events');
}

/** Derives the status of an informer from its events, because a stream of events has no status. */
function withDerivedStatus<T extends KubeObject>(
  events$: Observable<ReflectorEvent<T>>,
  emitStatus: (status: ReflectorStatus) => void,
  frameClock: FrameClock,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const since = asyncScheduler.now();
    let isStopped = false;
    const stop = (reason: { readonly error?: KubeError } = {}): void => {
      if (!isStopped) emitStatus({ phase: 'stopped', ...reason });
      isStopped = true;
    };
    emitStatus({ phase: 'listing', since, received: 0 });
    return events$.pipe(
      tap({
        next: (event) => {
          frameClock.lastFrameAt = asyncScheduler.now();
          if (event.type !== 'REPLACED') return;
          emitStatus({
            phase: 'watching',
            since: asyncScheduler.now(),
            resourceVersion: event.resourceVersion,
          });
        },
        // The status is emitted before the error, as `reflect()` does.
        error: (error: unknown) => stop({ error: asKubeError(error, 'the source') }),
      }),
      finalize(() => stop()),
    );
  });
}
