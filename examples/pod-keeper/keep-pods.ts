import { catchError, combineLatest, concat, EMPTY, endWith, first, ignoreElements, map, merge } from 'rxjs';
import { mergeMap, type MonoTypeOperatorFunction, type Observable, of, switchMap, throwError } from 'rxjs';
import { type Informer, StatusError } from 'rx-informer';
import type { ConfigMap, Pod } from 'rx-informer/kinds';
import { reconcileByKey } from './reconcile-by-key.ts';

export const label = 'pod-keeper';
type NewPod = NonNullable<ReturnType<typeof podsOf>>[number];

/** Creates and deletes pods, through a transport or in a virtual cluster. */
export interface PodWriter {
  create(pod: NewPod): Observable<unknown>;
  delete(key: string, preconditions: { readonly resourceVersion: string }): Observable<unknown>;
}

/**
 * Keeps `data.replicas` pods with the image `data.image` for each ConfigMap. Emits a line of text for each write. The
 * names of the pods are numbered, so the controller cannot create a pod twice. If the watch has not delivered a new
 * pod yet, the server answers the second create with 409. Pods with another image are replaced one at a time, and only
 * while all pods exist. A ConfigMap without a valid number of replicas, or without an image, is skipped.
 */
export function keepPods(
  keepers: Informer<ConfigMap>,
  pods: Informer<Pod, 'keeper'>,
  writer: PodWriter,
  lookAgain = 60_000,
): Observable<string> {
  const synced$ = combineLatest([keepers.status$, pods.status$]).pipe(
    first((all) => all.every(({ hasSynced }) => hasSynced)), // until both informers have synced, no pod counts as missing
  );
  const make = (pod: NewPod): Observable<string> =>
    writer.create(pod).pipe(ignoreElements(), endWith(`made ${pod.metadata.name}`), unless(409));
  const take = ({ metadata: { namespace, name, resourceVersion } }: Pod): Observable<string> => {
    const taken$ = writer.delete(`${namespace}/${name}`, { resourceVersion });
    return taken$.pipe(ignoreElements(), endWith(`took ${name}`), unless(404));
  };

  const look = (key: string): Observable<string> => {
    const keeper = keepers.store.get(key);
    const wanted = keeper === undefined ? [] : podsOf(keeper);
    if (wanted === undefined) return of(`${key} is left alone: no number of replicas, or no image`);
    const there = pods.store.byIndex('keeper', key);
    const isIn = (list: readonly (NewPod | Pod)[], pod: NewPod | Pod): boolean =>
      list.some(({ metadata }) => metadata.name === pod.metadata.name);
    const missing = wanted.filter((pod) => !isIn(there, pod));
    const spare = there.filter((pod) => !goes(pod) && (isOver(pod) || !isIn(wanted, pod)));
    const isWhole = missing.length === 0 && spare.length === 0 && !there.some(goes);
    const outdated = there.filter((pod) => imageOf(pod) !== imageOf(wanted[0])).slice(0, isWhole ? 1 : 0);
    return concat(...missing.map(make), ...spare.map(take), ...outdated.map(take));
  };

  return merge(
    keepers.changes().pipe(map(({ key }) => key)),
    pods.changes().pipe(mergeMap(({ object }) => keeperOf(object))),
  ).pipe(
    reconcileByKey((key) => synced$.pipe(switchMap(() => look(key))), {
      requeueAfter: (key) => (keepers.store.get(key) === undefined ? undefined : lookAgain),
    }),
    map((done) =>
      'value' in done ? done.value : `${done.key} failed, again in ${done.retryIn} ms: ${String(done.error)}`,
    ),
  );
}

/** An index function. Returns the key of the ConfigMap to which a pod belongs. */
export const keeperOf = ({ metadata: { namespace, labels } }: Pod): string[] =>
  labels?.[label] === undefined ? [] : [`${namespace}/${labels[label]}`];

/**
 * Returns the pods that a ConfigMap wants. Undefined if the data of the ConfigMap are invalid; then no pod is deleted.
 */
function podsOf({ metadata: { name, namespace = '' }, data: { replicas = '', image = '' } = {} }: ConfigMap) {
  if (!/^\d{1,3}$/.test(replicas) || image === '') return undefined;
  return Array.from({ length: Number(replicas) }, (_none, at) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-${at}`, namespace, labels: { [label]: name } },
    spec: { containers: [{ name: 'main', image }] },
  }));
}

const imageOf = (pod?: NewPod | Pod) => pod?.spec?.containers.find(({ name }) => name === 'main')?.image;
const goes = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const isOver = ({ status }: Pod): boolean => status?.phase === 'Failed' || status?.phase === 'Succeeded';

/** Ignores an error with this HTTP status, because the object already has the wanted state. */
const unless = (code: number): MonoTypeOperatorFunction<string> =>
  catchError((error: unknown) =>
    error instanceof StatusError && error.code === code ? EMPTY : throwError(() => error),
  );
