import {
  defer,
  EMPTY,
  exhaustMap,
  filter,
  first,
  groupBy,
  ignoreElements,
  interval,
  map,
  mergeMap,
  type Observable,
  repeat,
  type SchedulerLike,
  switchMap,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { StoredObject } from './json.ts';
import { find, type RegistryContext } from './registry/context.ts';
import { deleteObject } from './registry/delete.ts';
import { objectsPerSlice } from './registry/remove-object.ts';
import { attempt } from './report-fault.ts';
import type { Resource } from './resources/resource.ts';
import type { StorageEvent } from './storage/storage-event.ts';
import { storageEvents } from './storage-writes.ts';

/**
 * Removes a pod that is being deleted when its grace period is over. In a real cluster, a kubelet causes the removal.
 * This server has no kubelets, so without this controller a pod on a node could never be deleted.
 *
 * Deletion timestamps have whole seconds, so many pods may be due at the same time. The function removes these pods in
 * several short time slices, and the server handles requests between the time slices.
 */
export function endTerminatingPods(context: RegistryContext, clock: SchedulerLike): Observable<never> {
  const { pods } = context.catalog;
  return defer(() => {
    const due: DueTime[] = [];
    const work = (): boolean => {
      for (const time of due.splice(0, objectsPerSlice))
        attempt('terminating pods', () => removePod(context, pods, time));
      return due.length > 0;
    };
    return duePods(context, pods, clock).pipe(
      tap((time) => due.push(time)),
      // The pauses between the time slices use the clock of the server. So `advance` of a manual clock returns only
      // after all due pods are removed.
      exhaustMap(() =>
        interval(0, clock).pipe(
          map(work),
          takeWhile((more) => more),
        ),
      ),
      ignoreElements(),
    );
  });
}

/** Emits each pod when its grace period is over. */
function duePods(context: RegistryContext, pods: Resource, clock: SchedulerLike): Observable<DueTime> {
  return storageEvents(context.storage).pipe(
    filter(({ id }) => id === pods.id),
    mergeMap(({ event }) => changedTimes(event)),
    // Each pod has one timer. A new deletion time replaces the previous deletion time.
    groupBy(({ uid }) => uid, {
      duration: (times$) => times$.pipe(filter(({ at }) => at === undefined)),
    }),
    mergeMap((times$) =>
      times$.pipe(
        switchMap((time) =>
          time.at === undefined ? EMPTY : whenDue(context, time.at, clock).pipe(map(() => time)),
        ),
      ),
    ),
  );
}

/**
 * The time at which to remove a pod. The pod is identified by its names and its uid. A timer may wait for years, and a
 * reference would keep the pod object in memory for this time.
 */
interface DueTime {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /**
   * The timestamp of the removal. `undefined` for a pod that was removed, and for a pod that the controller may not
   * remove.
   */
  readonly at: string | undefined;
}

/**
 * A write can change the removal time of a pod. Returns these changes: a pod gets a removal time, gets a different
 * removal time, or is removed.
 */
function changedTimes({ object, previous }: StorageEvent): readonly DueTime[] {
  const [before, now] = [timeOf(previous), timeOf(object)];
  const isSame = before?.uid === now?.uid && before?.at === now?.at;
  if (isSame) return [];
  const gone = before?.at === undefined || before.uid === now?.uid ? [] : [{ ...before, at: undefined }];
  const isNews = now !== undefined && (now.at !== undefined || before?.at !== undefined);
  return isNews ? [...gone, now] : gone;
}

function timeOf(pod: StoredObject | undefined): DueTime | undefined {
  if (pod === undefined) return undefined;
  const { uid, namespace = '', name, deletionGracePeriodSeconds = 0, deletionTimestamp } = pod.metadata;
  return { uid, namespace, name, at: deletionGracePeriodSeconds > 0 ? deletionTimestamp : undefined };
}

/**
 * Emits at the time `at`. If the time until `at` is longer than the longest timer of Node, uses several timers in
 * sequence.
 */
function whenDue({ world }: RegistryContext, at: string, clock: SchedulerLike): Observable<unknown> {
  const timeLeft = (): number => Math.max(0, Date.parse(at) - world.now());
  return defer(() => timer(Math.min(timeLeft(), longestTimer), clock)).pipe(
    repeat(),
    first(() => timeLeft() === 0),
  );
}

/** The longest timer in ms. Node runs a longer timer immediately. */
const longestTimer = 2_147_483_647;

/** Removes a pod. Does nothing if another pod has the same name in the meantime. */
function removePod(context: RegistryContext, pods: Resource, { uid, namespace, name, at }: DueTime): void {
  const now = find(context, pods, { namespace, name })?.metadata;
  if (now?.uid !== uid || now.deletionTimestamp !== at) return;
  deleteObject(context, pods, { namespace, name }, { gracePeriodSeconds: 0 });
}
