/** Compares an informer over a changing set with the content of the cluster, while members join, leave and fail. */
import { describe, expect, it, jest } from '@jest/globals';
import {
  type Change,
  keyOf,
  type KubeObject,
  type ListerWatcher,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { informerSet, type InformerSet } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import {
  BehaviorSubject,
  defer,
  filter,
  merge,
  mergeAll,
  mergeMap,
  type Observable,
  Subject,
  type Subscription,
  throwError,
} from 'rxjs';
import { fc } from '../support/properties.ts';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

type Step =
  | { readonly do: 'put' | 'delete'; readonly member: number; readonly name: string }
  | { readonly do: 'join' | 'leave' | 'refuse' | 'allow' | 'break'; readonly members: readonly number[] }
  | { readonly do: 'replace'; readonly members: readonly number[] }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'stop' | 'start' };

const memberCount = 300;
const aMember = fc.nat(memberCount - 1);
const aName = fc.constantFrom('a', 'b', 'c');
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('put' as const), member: aMember, name: aName }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), member: aMember, name: aName }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'join' as const,
        'leave' as const,
        'refuse' as const,
        'allow' as const,
        'break' as const,
      ),
      members: fc.array(aMember, { maxLength: 60, size: 'max' }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      members: fc.array(aMember, { maxLength: 300, size: 'max' }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(3_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'start' as const) }) },
);

const forbidden = (): StatusError =>
  new StatusError({ code: 403, reason: 'Forbidden', message: 'pods is forbidden' });

/** A cluster, or two of them, whose namespaces are the members of a set. */
function world(clusterCount: 1 | 2) {
  const clusters = [virtualCluster({ latency: 3, lag: 5 }), virtualCluster({ latency: 3, lag: 5 })] as const;
  const refused = new Set<number>();
  const broken$ = new Subject<number>();
  const ids$ = new BehaviorSubject<readonly number[]>([]);
  const pods = (member: number) => clusters[member % clusterCount === 1 ? 1 : 0].collection('pods');
  // With two clusters, each namespace exists in both, so that keys collide.
  const namespaceOf = (member: number): string => `ns${Math.floor(member / clusterCount)}`;
  const clusterOf = (member: number): string => `cluster-${member % clusterCount}`;

  const source = (member: number): ListerWatcher<KubeObject> => {
    const lw = pods(member).listerWatcher({ namespace: namespaceOf(member) });
    const unlessRefused = <V>(answer$: Observable<V>): Observable<V> =>
      defer(() => (refused.has(member) ? throwError(forbidden) : answer$));
    const breaks$ = broken$.pipe(
      filter((id) => id === member),
      mergeMap(() => throwError(() => new StatusError({ code: 410, reason: 'Expired', message: 'too old' }))),
    );
    return {
      list: (options, hooks) => unlessRefused(lw.list(options, hooks)),
      watch: (options, hooks) =>
        unlessRefused(merge(lw.watch(options, hooks), breaks$ as Observable<WatchEvent<KubeObject>>)),
    };
  };
  return {
    ids$,
    source,
    clusterOf,
    perform: (step: Step): void => {
      const ids = new Set(ids$.value);
      switch (step.do) {
        case 'put':
          pods(step.member).put(kubeObject(`${namespaceOf(step.member)}/${step.name}`));
          break;
        case 'delete':
          pods(step.member)
            .delete(`${namespaceOf(step.member)}/${step.name}`)
            .subscribe({ error: () => undefined });
          break;
        case 'join':
          ids$.next([...ids, ...step.members]); // with duplicates
          break;
        case 'leave':
          for (const member of step.members) ids.delete(member);
          ids$.next([...ids]);
          break;
        case 'replace':
          ids$.next(step.members);
          break;
        case 'refuse':
          for (const member of step.members) {
            refused.add(member);
            broken$.next(member);
          }
          break;
        case 'allow':
          for (const member of step.members) refused.delete(member);
          break;
        case 'break':
          for (const member of step.members) broken$.next(member);
          break;
        case 'wait':
          jest.advanceTimersByTime(step.ms);
          break;
        default:
      }
    },
    allowAll: () => refused.clear(),
    /** The objects that the set must have when nothing fails: cluster, key and version. */
    expected: (): readonly string[] =>
      [...new Set(ids$.value)]
        .flatMap((member) =>
          pods(member)
            .objects()
            .filter(({ metadata }) => metadata.namespace === namespaceOf(member))
            .map((object) => `${clusterOf(member)} ${keyOf(object)} ${object.metadata.resourceVersion}`),
        )
        .sort(),
  };
}

/** Applies the changes of a set to a map, and checks that each change fits. */
function follow(set: InformerSet<KubeObject, number>) {
  const rows = new Map<string, KubeObject>();
  let running: Subscription | undefined;
  const apply = ({ key, cluster, type, object }: Change<KubeObject>): void => {
    const identity = `${cluster} ${key}`;
    expect(rows.has(identity)).toBe(type !== 'added');
    if (type === 'deleted') rows.delete(identity);
    else rows.set(identity, object);
  };
  return {
    rows,
    start() {
      if (running !== undefined) return;
      rows.clear();
      running = set.store.batches$.pipe(mergeAll()).subscribe(apply);
    },
    stop() {
      running?.unsubscribe();
      running = undefined;
    },
  };
}

describe('informerSet', () => {
  it.each([1, 2] as const)(
    'should have the objects of its members whatever joins, leaves and fails, with %s clusters',
    (clusterCount) => {
      fc.assert(
        fc.property(
          fc.array(aMember, { maxLength: 600, size: 'max' }),
          fc.array(aStep, { minLength: 5, maxLength: 60, size: 'max' }),
          (first, steps) => {
            const { ids$, source, clusterOf, perform, allowAll, expected } = world(clusterCount);
            const set = informerSet<KubeObject, number>(ids$, source, {
              cluster: clusterOf,
              resetDelay: 500,
            });
            const followed = follow(set);
            ids$.next(first);
            followed.start();
            for (const step of steps) {
              perform(step);
              if (step.do === 'stop') followed.stop();
              if (step.do === 'start') followed.start();
            }
            allowAll();
            followed.start();
            jest.advanceTimersByTime(120_000);

            expect(set.store.hasSynced).toBe(true);
            const rows = [...followed.rows].map(
              ([identity, { metadata }]) => `${identity} ${metadata.resourceVersion}`,
            );
            expect(rows.sort()).toEqual(expected());
            expect(set.store.size).toBe(rows.length);
            for (const [identity, object] of followed.rows) {
              const [cluster, key = ''] = identity.split(' ');
              expect(set.store.get(key, cluster) === object).toBe(true);
            }
            followed.stop();
            jest.advanceTimersByTime(10_000);
            expect(jest.getTimerCount()).toBe(0);
          },
        ),
        { numRuns: 4 },
      );
    },
    60_000,
  );
});
