import { filter, type MonoTypeOperatorFunction, type Observable } from 'rxjs';
import { aFunction, checkArgument, HandlerError, type KubeObject, sameJson } from '../objects/index.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';

/**
 * Passes on the changes that can matter to a controller which reads the spec only: an update passes if `metadata.generation`
 * is different. Writes of the status and of the metadata then start no run. Each added and each deleted object passes, and
 * so do the first `deletionTimestamp` of an object and the changes of a resync.
 *
 * Do not use the operator if the controller reacts to labels, annotations or finalizers: they do not change the generation.
 * Kinds without a generation, such as ConfigMaps, pass always.
 *
 * @example
 * ```ts
 * const requests$ = deployments.changes().pipe(generationChanged, toRequests());
 * ```
 */
export function generationChanged<T extends KubeObject>(
  changes$: Observable<Change<T>>,
): Observable<Change<T>> {
  return changes$.pipe(
    passingUpdates((old, object) => {
      const { generation } = object.metadata;
      return generation === undefined || generation !== old.metadata.generation;
    }),
  );
}

/**
 * Passes on an update only if the selected part of the object is different. The operator compares the parts as JSON. Each
 * added and each deleted object passes, and so do the first `deletionTimestamp` of an object and the changes of a resync.
 *
 * @param select - returns the part of the object that matters; if the function throws, RxJS reports the error as unhandled, and the
 * change passes
 * @throws OptionsError if the argument is not a function
 *
 * @example
 * ```ts
 * const requests$ = pods.changes().pipe(
 *   changed(({ metadata, status }) => [metadata.labels, status?.phase]),
 *   toRequests(),
 * );
 * ```
 */
export function changed<T extends KubeObject>(
  select: (object: T) => unknown,
): MonoTypeOperatorFunction<Change<T>> {
  checkArgument('changed: select', select, aFunction);
  return passingUpdates((old, object) => !sameJson(select(old), select(object)));
}

function passingUpdates<T extends KubeObject>(
  matters: (old: T, object: T) => boolean,
): MonoTypeOperatorFunction<Change<T>> {
  return filter((change) => {
    if (change.type !== 'updated' || change.cause === 'resync') return true;
    const { old, object } = change;
    const isFirstDeletion =
      old.metadata.deletionTimestamp === undefined && object.metadata.deletionTimestamp !== undefined;
    if (isFirstDeletion) return true;
    try {
      return matters(old, object);
    } catch (error) {
      // An unnecessary run is better than a missing run.
      reportUnhandledError(new HandlerError('select of changed', change.key, error));
      return true;
    }
  });
}
