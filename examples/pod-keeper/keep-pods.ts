import { catchError, concat, EMPTY, endWith, ignoreElements, type Observable, tap, throwError } from 'rxjs';
import { type Informer, StatusError } from 'rx-informer';
import type { ResourceClient } from 'rx-informer/client';
import {
  controller,
  exponentialLimiter,
  type ReconcileOptions,
  type ReconcileOutcome,
  type ReconcileResult,
  TerminalError,
  toRequests,
} from 'rx-informer/controller';
import { type ConfigMap, core, type Pod } from 'rx-informer/kinds';

export const label = 'pod-keeper';
const lookAgain = 60_000;
type NewPod = ReturnType<typeof podsOf>[number];

export interface KeepPodsOptions extends Pick<ReconcileOptions, 'stop$'> {
  /** Receives a line of text for each write. */
  readonly log?: (line: string) => void;
}

/**
 * Keeps `data.replicas` pods with the image `data.image` for each ConfigMap. The names of the pods are numbered, so the
 * controller cannot create a pod twice. If the watch has not delivered a new pod yet, the server answers the second
 * create with 409. Pods with another image are replaced one at a time, and only while all pods exist. If a ConfigMap
 * has no image or no valid number of replicas, its run fails. The controller retries it only after the ConfigMap has
 * changed.
 */
export function keepPods(
  keepers: Informer<ConfigMap>,
  pods: Informer<Pod, 'keeper'>,
  client: Pick<ResourceClient<Pod>, 'create' | 'delete'>,
  { log = () => undefined, ...options }: KeepPodsOptions = {},
): Observable<ReconcileOutcome> {
  const make = (pod: NewPod): Observable<unknown> =>
    client.create(pod).pipe(
      tap(() => log(`made ${pod.metadata.name}`)),
      unless(409),
    );
  const take = ({ metadata: { namespace, name, resourceVersion } }: Pod): Observable<unknown> =>
    client.delete(`${namespace}/${name}`, { preconditions: { resourceVersion } }).pipe(
      tap(() => log(`took ${name}`)),
      unless(404),
    );

  const reconcile = (keeper: ConfigMap | undefined, key: string): Observable<ReconcileResult> => {
    const wanted = keeper === undefined ? [] : podsOf(keeper);
    const there = pods.store.byIndex('keeper', key);
    const isIn = (list: readonly (NewPod | Pod)[], pod: NewPod | Pod): boolean =>
      list.some(({ metadata }) => metadata.name === pod.metadata.name);
    const missing = wanted.filter((pod) => !isIn(there, pod));
    const spare = there.filter((pod) => !goes(pod) && (isOver(pod) || !isIn(wanted, pod)));
    const isWhole = missing.length === 0 && spare.length === 0 && !there.some(goes);
    const outdated = there.filter((pod) => imageOf(pod) !== imageOf(wanted[0])).slice(0, isWhole ? 1 : 0);
    return concat(...missing.map(make), ...spare.map(take), ...outdated.map(take)).pipe(
      ignoreElements(),
      endWith(keeper === undefined ? {} : { requeueAfter: lookAgain }),
    );
  };

  return controller({
    ...options,
    for: keepers,
    resource: core.v1.configmaps,
    inputs: { pods },
    triggers: [pods.changes().pipe(toRequests(keeperOf, { cause: 'pod' }))],
    concurrency: 10,
    rateLimiter: exponentialLimiter({ base: 1_000, max: 60_000 }),
    reconcile: (keeper, { key }) => reconcile(keeper, key),
  });
}

/** An index function. Returns the key of the ConfigMap to which a pod belongs. */
export const keeperOf = ({ metadata: { namespace, labels } }: Pod): string[] =>
  labels?.[label] === undefined ? [] : [`${namespace}/${labels[label]}`];

/**
 * Returns the pods that a ConfigMap wants.
 *
 * @throws TerminalError if the data of the ConfigMap are invalid; then no pod is deleted
 */
function podsOf({ metadata: { name, namespace = '' }, data: { replicas = '', image = '' } = {} }: ConfigMap) {
  if (!/^\d{1,3}$/.test(replicas) || image === '')
    throw new TerminalError('data must have `replicas`, a number from 0 to 999, and an `image`');
  return Array.from({ length: Number(replicas) }, (_none, at) => ({
    metadata: { name: `${name}-${at}`, namespace, labels: { [label]: name } },
    spec: { containers: [{ name: 'main', image }] },
  }));
}

const imageOf = (pod?: NewPod | Pod) => pod?.spec?.containers.find(({ name }) => name === 'main')?.image;
const goes = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const isOver = ({ status }: Pod): boolean => status?.phase === 'Failed' || status?.phase === 'Succeeded';

/** Ignores an error with this HTTP status, because the object already has the wanted state. */
const unless = <T>(code: number) =>
  catchError<T, Observable<T>>((error: unknown) =>
    error instanceof StatusError && error.code === code ? EMPTY : throwError(() => error),
  );
