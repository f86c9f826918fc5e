import { catchError, combineLatest, concat, EMPTY, endWith, first, ignoreElements } from 'rxjs';
import { map, merge, mergeMap, type MonoTypeOperatorFunction, type Observable, switchMap } from 'rxjs';
import { type Informer, StatusError } from 'rx-informer';
import type { ConfigMap, Pod } from 'rx-informer/kinds';
import { oneRunAKey } from './one-run-a-key.ts';

export const label = 'pod-keeper';
type NewPod = ReturnType<typeof podsOf>[number];

/** The two writes: over a transport, or to a collection of a virtual cluster. */
export interface PodWriter {
  create(pod: NewPod): Observable<unknown>;
  delete(key: string, preconditions: { readonly resourceVersion: string }): Observable<unknown>;
}

/**
 * Keeps `data.replicas` pods of `data.image` alive for each config map, and tells what it does. The names of the pods are
 * numbered: what it made and has not seen come back is there already (409), and not made twice.
 */
export function keepPods(
  keepers: Informer<ConfigMap>,
  pods: Informer<Pod, 'keeper'>,
  writer: PodWriter,
  lookAgain = 60_000,
): Observable<string> {
  const synced$ = combineLatest([keepers.status$, pods.status$]).pipe(
    first((all) => all.every(({ hasSynced }) => hasSynced)), // before that it cannot know what is missing
  );
  const make = (pod: NewPod): Observable<string> =>
    writer.create(pod).pipe(ignoreElements(), endWith(`made ${pod.metadata.name}`), unless(409));
  const take = ({ metadata: { namespace, name, resourceVersion } }: Pod): Observable<string> =>
    writer
      .delete(`${namespace}/${name}`, { resourceVersion })
      .pipe(ignoreElements(), endWith(`took ${name}`), unless(404));

  const look = (key: string): Observable<string> => {
    const wanted = podsOf(keepers.store.get(key));
    const there = pods.store.byIndex('keeper', key);
    const isIn = (list: readonly (NewPod | Pod)[], pod: NewPod | Pod): boolean =>
      list.some(({ metadata }) => metadata.name === pod.metadata.name);
    const missing = wanted.filter((pod) => !isIn(there, pod));
    const spare = there.filter((pod) => !goes(pod) && (isOver(pod) || !isIn(wanted, pod)));
    return concat(...missing.map(make), ...spare.map(take));
  };

  return merge(
    keepers.changes().pipe(map(({ key }) => key)),
    pods.changes().pipe(mergeMap(({ object }) => keeperOf(object))),
  ).pipe(oneRunAKey((key) => synced$.pipe(switchMap(() => look(key))), lookAgain));
}

/** The index: whose pod it is. */
export const keeperOf = ({ metadata: { namespace, labels } }: Pod): string[] =>
  labels?.[label] === undefined ? [] : [`${namespace}/${labels[label]}`];

/** Of one that has gone: none. */
function podsOf(keeper: ConfigMap | undefined) {
  const { metadata: { name = '', namespace = '' } = {}, data = {} } = keeper ?? {};
  return Array.from({ length: Number(data['replicas'] ?? 0) }, (_none, at) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-${at}`, namespace, labels: { [label]: name } },
    spec: { containers: [{ name: 'main', image: data['image'] ?? '' }] },
  }));
}

const goes = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
const isOver = ({ status }: Pod): boolean => status?.phase === 'Failed' || status?.phase === 'Succeeded';

/** What is as it should be, whoever did it, is no failure. */
const unless = (code: number): MonoTypeOperatorFunction<string> =>
  catchError((error: unknown): Observable<never> => {
    if (error instanceof StatusError && error.code === code) return EMPTY;
    throw error;
  });
