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
 * The last part of a kubelet's work: a pod that is being deleted goes when its grace period is over. There are no
 * kubelets here, and without it a pod on a node could never be deleted. Timestamps are whole seconds, so that the times of
 * many pods come together: those pods go in slices, between which requests are answered.
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
      // On the clock of the server: a clock that is moved by hand does not return before all are gone.
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

/** Emits the pods whose time has come. */
function duePods(context: RegistryContext, pods: Resource, clock: SchedulerLike): Observable<DueTime> {
  return storageEvents(context.storage).pipe(
    filter(({ id }) => id === pods.id),
    mergeMap(({ event }) => changedTimes(event)),
    // One timer for each pod: a new time takes the place of the earlier one.
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

/** When a pod is to go. It does not refer to the pod: a timer may wait for years, and the pod be gone by then. */
interface DueTime {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** A timestamp; `undefined` for a pod that is gone, or that is not to go by itself. */
  readonly at: string | undefined;
}

/** A pod is given a time, has it moved, or is gone. */
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

/** Emits when a time has come. A longer time than a timer can wait takes several. */
function whenDue({ world }: RegistryContext, at: string, clock: SchedulerLike): Observable<unknown> {
  const timeLeft = (): number => Math.max(0, Date.parse(at) - world.now());
  return defer(() => timer(Math.min(timeLeft(), longestTimer), clock)).pipe(
    repeat(),
    first(() => timeLeft() === 0),
  );
}

/** In ms: a timer of Node that is longer fires at once. */
const longestTimer = 2_147_483_647;

/** Unless another pod has its name by now. */
function removePod(context: RegistryContext, pods: Resource, { uid, namespace, name, at }: DueTime): void {
  const now = find(context, pods, { namespace, name })?.metadata;
  if (now?.uid !== uid || now.deletionTimestamp !== at) return;
  deleteObject(context, pods, { namespace, name }, { gracePeriodSeconds: 0 });
}
