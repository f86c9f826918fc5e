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
    const ended: Ending[] = [];
    const work = (): boolean => {
      for (const ending of ended.splice(0, slice))
        attempt('terminating pods', () => end(context, pods, ending));
      return ended.length > 0;
    };
    return endings(context, pods, clock).pipe(
      tap((ending) => ended.push(ending)),
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

/** Pods that end before others have their turn: some milliseconds of work. */
const slice = 100;

/** Emits the pods whose time has come. */
function endings(context: RegistryContext, pods: Resource, clock: SchedulerLike): Observable<Ending> {
  return storageEvents(context.storage).pipe(
    filter(({ id }) => id === pods.id),
    mergeMap(({ event }) => endingsMovedBy(event)),
    // One timer for each pod: a new time takes the place of the earlier one.
    groupBy(({ uid }) => uid, {
      duration: (endings$) => endings$.pipe(filter(({ at }) => at === undefined)),
    }),
    mergeMap((endings$) =>
      endings$.pipe(
        switchMap((ending) =>
          ending.at === undefined ? EMPTY : due(context, ending.at, clock).pipe(map(() => ending)),
        ),
      ),
    ),
  );
}

/** When a pod is to go. It does not refer to the pod: a timer may wait for years, and the pod be gone by then. */
interface Ending {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** A timestamp; `undefined` for a pod that is gone, or that is not to go by itself. */
  readonly at: string | undefined;
}

/** A pod is given a time, has it moved, or is gone. */
function endingsMovedBy({ object, previous }: StorageEvent): readonly Ending[] {
  const [before, now] = [endingOf(previous), endingOf(object)];
  const isSame = before?.uid === now?.uid && before?.at === now?.at;
  if (isSame) return [];
  const gone = before?.at === undefined || before.uid === now?.uid ? [] : [{ ...before, at: undefined }];
  const isNews = now !== undefined && (now.at !== undefined || before?.at !== undefined);
  return isNews ? [...gone, now] : gone;
}

function endingOf(pod: StoredObject | undefined): Ending | undefined {
  if (pod === undefined) return undefined;
  const { uid, namespace = '', name, deletionGracePeriodSeconds = 0, deletionTimestamp } = pod.metadata;
  return { uid, namespace, name, at: deletionGracePeriodSeconds > 0 ? deletionTimestamp : undefined };
}

/** Emits when a time has come. A longer time than a timer can wait takes several. */
function due({ world }: RegistryContext, at: string, clock: SchedulerLike): Observable<unknown> {
  const timeLeft = (): number => Math.max(0, Date.parse(at) - world.now());
  return defer(() => timer(Math.min(timeLeft(), longestTimer), clock)).pipe(
    repeat(),
    first(() => timeLeft() === 0),
  );
}

/** In ms: a timer of Node that is longer fires at once. */
const longestTimer = 2_147_483_647;

/** Unless another pod has its name by now. */
function end(context: RegistryContext, pods: Resource, { uid, namespace, name, at }: Ending): void {
  const now = find(context, pods, { namespace, name })?.metadata;
  if (now?.uid !== uid || now.deletionTimestamp !== at) return;
  deleteObject(context, pods, { namespace, name }, { gracePeriodSeconds: 0 });
}
