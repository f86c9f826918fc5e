import { describe } from '@jest/globals';
import { map, type Observable, timer } from 'rxjs';
import { type Change, informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import {
  changed,
  controller,
  exponentialLimiter,
  freshness,
  generationChanged,
  leaderElection,
  type Reconcile,
  reconcileByKey,
  type ReconcileOutcome,
  type ReconcileRequest,
  requestsForAll,
  shardLeases,
  toRequests,
} from 'rx-informer/controller';
import { apps } from 'rx-informer/kinds';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { operatorDiagrams, until } from './diagrams.ts';

const diagram = operatorDiagrams('operators-controller.spec.ts');

const object = (name: string, metadata: object = {}): KubeObject => kubeObject(name, { metadata });
const owned = (owner: string): KubeObject => object('a', { labels: { owner } });
const added = (one: KubeObject): Change<KubeObject> => ({
  type: 'added',
  key: one.metadata.name,
  object: one,
  cause: 'watch',
});
const updated = (old: KubeObject, one: KubeObject): Change<KubeObject> => ({
  type: 'updated',
  key: one.metadata.name,
  old,
  object: one,
  cause: 'watch',
});
const deleted = (one: KubeObject): Change<KubeObject> => ({
  type: 'deleted',
  key: one.metadata.name,
  object: one,
  cause: 'watch',
  finalStateKnown: true,
});
const keyOf = map(({ key }: ReconcileRequest): string => key);

/** Each letter of a marble is a key. Prints `f` for a failure, `x` for an abort, and the key otherwise. */
const reconciled =
  (...args: Parameters<typeof reconcileByKey>) =>
  (keys$: Observable<string>): Observable<string> =>
    keys$.pipe(
      map((key) => ({ key })),
      reconcileByKey(...args),
      map(printed),
    );
const printed = (outcome: ReconcileOutcome): string =>
  ({ done: 'key' in outcome ? outcome.key : '', failed: 'f', aborted: 'x', notSynced: 'n' })[outcome.outcome];
const lasting3: Reconcile = () => timer(3).pipe(map(() => undefined));
const failingOnce = (): Reconcile => {
  let failures = 1;
  return () => {
    if (failures-- > 0) throw new Error('no luck');
  };
};
const rateLimiter = exponentialLimiter({ base: 4, max: 4 });

describe('docs/reference/operators.md, the controller', () => {
  diagram('to-requests', ({ cold, expectObservable }, line) => {
    const changes$ = cold(line('changes'), { a: added(object('a')), b: added(object('b')) });
    expectObservable(changes$.pipe(toRequests(), keyOf)).toBe(line('requests'));
  });

  diagram('to-requests-owner', ({ cold, expectObservable }, line) => {
    const changes$ = cold(line('changes'), { a: added(owned('x')), u: updated(owned('x'), owned('y')) });
    const ownerOf = ({ metadata }: KubeObject): string[] => [metadata.labels?.['owner'] ?? ''];
    expectObservable(changes$.pipe(toRequests(ownerOf), keyOf)).toBe(line('requests'));
  });

  diagram('generation-changed', ({ cold, expectObservable }, line) => {
    const old = object('a', { generation: 1 });
    const changes = {
      a: added(old),
      s: updated(old, object('a', { generation: 1, labels: { status: 'new' } })),
      g: updated(old, object('a', { generation: 2 })),
      t: updated(old, object('a', { generation: 1, deletionTimestamp: '2026-01-01T00:00:00Z' })),
      d: deleted(old),
    };
    expectObservable(cold(line('changes'), changes).pipe(generationChanged)).toBe(line('passed'), changes);
  });

  diagram('changed', ({ cold, expectObservable }, line) => {
    const changes = {
      a: added(owned('x')),
      s: updated(owned('x'), owned('x')),
      l: updated(owned('x'), owned('y')),
      d: deleted(owned('y')),
    };
    const labels = changed<KubeObject>(({ metadata }) => metadata.labels);
    expectObservable(cold(line('changes'), changes).pipe(labels)).toBe(line('passed'), changes);
  });

  diagram('requests-for-all', ({ cold, expectObservable }, line) => {
    const two = { store: { listKeys: () => ['a', 'b'] } };
    expectObservable(cold(line('source')).pipe(requestsForAll(two), keyOf)).toBe(line('requests'));
  });

  diagram('reconcile-by-key', ({ cold, expectObservable }, line) => {
    expectObservable(cold(line('requests')).pipe(reconciled(lasting3, { concurrency: 2 }))).toBe(
      line('outcomes'),
    );
  });

  diagram('reconcile-by-key-again', ({ cold, expectObservable }, line) => {
    expectObservable(cold(line('requests')).pipe(reconciled(lasting3))).toBe(line('outcomes'));
  });

  diagram('reconcile-by-key-retry', ({ cold, expectObservable }, line) => {
    expectObservable(cold(line('requests')).pipe(reconciled(failingOnce(), { rateLimiter }))).toBe(
      line('outcomes'),
    );
  });

  diagram('reconcile-by-key-interrupted', ({ cold, expectObservable }, line) => {
    expectObservable(cold(line('requests')).pipe(reconciled(failingOnce(), { rateLimiter }))).toBe(
      line('outcomes'),
    );
  });

  diagram('reconcile-by-key-enabled', ({ cold, expectObservable }, line) => {
    const enabled = cold(line('enabled'), { y: true, n: false });
    expectObservable(cold(line('requests')).pipe(reconciled(lasting3, { enabled }))).toBe(line('outcomes'));
  });

  diagram('controller', ({ cold, expectObservable }, line) => {
    const pod = object('p', {
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'w', uid: 'w', controller: true }],
    });
    const events: Readonly<Record<string, ReflectorEvent<KubeObject>>> = {
      e: { type: 'REPLACED', items: [], resourceVersion: '1' },
      w: { type: 'ADDED', object: object('w') },
      p: { type: 'ADDED', object: pod },
    };
    const outcomes$ = controller({
      for: informer(cold(line('for'), events)),
      resource: apps.v1.deployments,
      owns: { pods: informer(cold(line('owns'), events)) },
      reconcile: () => undefined,
    });
    expectObservable(outcomes$.pipe(map(printed)), until(line('outcomes'))).toBe(line('outcomes'));
  });

  diagram('leader-election', ({ expectObservable }, line) => {
    const { transport } = virtualCluster();
    const candidate = (identity: string): Observable<string> =>
      leaderElection(transport, { key: 'shop/lease', identity, random: () => 0 }).pipe(
        map(({ isLeader, leader }) => (isLeader ? 'y' : leader === undefined ? 'n' : 'l')),
      );
    expectObservable(candidate('own'), '5s !').toBe(line('own'));
    expectObservable(candidate('other'), '1s ^ 5s !').toBe(line('other'));
  });

  diagram('shard-leases', ({ expectObservable }, line) => {
    const { transport } = virtualCluster();
    const shards$ = shardLeases(transport, { prefix: 'shop/shard', of: 2, identity: 'own' });
    expectObservable(shards$.pipe(map(({ size }) => (size === 2 ? 'b' : 'n'))), '5s !').toBe(line('shards'));
  });

  diagram('freshness', ({ cold, expectObservable }, line) => {
    const things = informer(cold(line('events'), events));
    things.start();

    const ages$ = freshness(things, { interval: 3 });
    expectObservable(ages$, until(line('freshness'))).toBe(line('freshness'), { i: Infinity, p: 1, q: 4 });
  });
});
