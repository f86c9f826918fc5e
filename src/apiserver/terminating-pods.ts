import {
  defer,
  EMPTY,
  first,
  ignoreElements,
  mergeMap,
  type Observable,
  repeat,
  type SchedulerLike,
  tap,
  timer,
} from 'rxjs';
import type { StoredObject } from './json.ts';
import { find, type RegistryContext } from './registry/context.ts';
import { deleteObject } from './registry/delete.ts';
import type { Resource } from './resources/resource.ts';
import { storageEvents } from './storage-writes.ts';

/**
 * The last part of a kubelet's work: a pod that is being deleted goes when its grace period is over. There are no
 * kubelets here, and without it a pod on a node could never be deleted.
 */
export function endTerminatingPods(context: RegistryContext, clock: SchedulerLike): Observable<never> {
  const { pods } = context.catalog;
  return storageEvents(context.storage).pipe(
    mergeMap(({ id, event: { object: pod, previous } }) =>
      // Each that is given a time to end by, and again when that is moved.
      id === pods.id && pod !== undefined && waits(pod) && !isSame(pod, previous)
        ? due(context, pod, clock).pipe(tap(() => end(context, pods, pod)))
        : EMPTY,
    ),
    ignoreElements(),
  );
}

const waits = ({ metadata }: StoredObject): boolean => (metadata.deletionGracePeriodSeconds ?? 0) > 0;

function isSame({ metadata }: StoredObject, previous: StoredObject | undefined): boolean {
  return metadata.deletionTimestamp === previous?.metadata.deletionTimestamp;
}

/** Emits when the time of a pod is over. A longer time than a timer can wait takes several. */
function due(context: RegistryContext, pod: StoredObject, clock: SchedulerLike): Observable<unknown> {
  return defer(() => timer(Math.min(timeLeft(context, pod), longestTimer), clock)).pipe(
    repeat(),
    first(() => timeLeft(context, pod) === 0),
  );
}

/** In ms: a timer of Node that is longer fires at once. */
const longestTimer = 2_147_483_647;

function timeLeft({ world }: RegistryContext, { metadata }: StoredObject): number {
  return Math.max(0, Date.parse(metadata.deletionTimestamp ?? '') - world.now());
}

/** Unless it went before, or had its time moved: then another timer runs for it. */
function end(context: RegistryContext, pods: Resource, { metadata }: StoredObject): void {
  const { namespace = '', name, uid, deletionTimestamp } = metadata;
  const now = find(context, pods, { namespace, name })?.metadata;
  if (now?.uid !== uid || now.deletionTimestamp !== deletionTimestamp) return;
  deleteObject(context, pods, { namespace, name }, { gracePeriodSeconds: 0 });
}
