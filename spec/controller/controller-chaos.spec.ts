import { expect, it } from '@jest/globals';
import { concat, defer, finalize, map, mergeMap, type Observable, timer } from 'rxjs';
import { ConnectionError, informer, keyOf, listWatch, StatusError } from 'rx-informer';
import { ownerReference } from 'rx-informer/client';
import {
  controller,
  controllerOf,
  exponentialLimiter,
  readYourWrites,
  toRequests,
  withFinalizer,
} from 'rx-informer/controller';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';

const key = fc.constantFrom('shop/a', 'shop/b', 'shop/c');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('put' as const), key, value: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('delete' as const), key }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('drift' as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('refuse' as const),
      code: fc.constantFrom(409, 429, 500, 503, 403),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('break' as const), isError: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('compact' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('lead' as const), isLeader: fc.boolean() }) },
);
const plan = fc.record({
  steps: fc.array(fc.record({ after: fc.nat(60), what: step }), { maxLength: 25 }),
  latency: fc.nat(5),
  lag: fc.nat(30),
  concurrency: fc.integer({ min: 1, max: 3 }),
});
const finalizer = 'example.com/chaos';

/** Returns the value of a child. The virtual cluster keeps `stringData` as it is. */
const valueOf = (child: unknown): string | undefined =>
  (child as { readonly stringData?: { readonly value: string } } | undefined)?.stringData?.value;

/** Sends a delete. Ignores the error if the server refuses the delete. */
const remove = (request$: Observable<unknown>): void => void request$.subscribe({ error: () => undefined });

it('should bring each object into its wanted state after any faults, with one run of a key at a time (G19, G20, G26)', () => {
  fc.assert(
    fc.property(plan, ({ steps, latency, lag, concurrency }) => {
      marbleScheduler().run(({ expectObservable, flush }) => {
        const cluster = virtualCluster({ latency, lag });
        const parents = cluster.collection(core.v1.configmaps);
        const children = cluster.collection(core.v1.secrets);
        const live = informer(listWatch(cluster.transport, core.v1.configmaps));
        const owned = informer(listWatch(cluster.transport, core.v1.secrets));
        const own = readYourWrites(owned, cluster.client(core.v1.secrets));
        const [running, violations] = [new Set<string>(), [] as string[]];
        const outside = new Map<string, number>();

        const alone = (name: string, work$: Observable<undefined>): Observable<undefined> =>
          defer(() => {
            if (running.has(name)) violations.push(`${name} has two runs`);
            running.add(name);
            return work$.pipe(finalize(() => running.delete(name)));
          });
        const reconcile = withFinalizer(finalizer, live, cluster.client(core.v1.configmaps), {
          apply: ({ key: name }) =>
            alone(
              name,
              defer(() => {
                const parent = live.store.get(name);
                if (parent === undefined) return [undefined];
                outside.set(name, Number(parent.data?.['value']));
                if (valueOf(own.store.get(name)) === parent.data?.['value']) return [undefined];
                const wanted = {
                  metadata: {
                    ownerReferences: [ownerReference(parent, { controller: true })],
                  },
                  stringData: { value: parent.data?.['value'] ?? '' },
                };
                return own.client
                  .apply(name, wanted, { fieldManager: 'chaos', force: true })
                  .pipe(map(() => undefined));
              }),
            ),
          cleanup: ({ key: name }) =>
            alone(
              name,
              defer(() => {
                outside.delete(name);
                return timer(3).pipe(map(() => undefined));
              }),
            ),
        });
        /** The values of `enabled`, each with its time. The last value is true. */
        const gates: [number, boolean][] = [[0, true]];
        let at = 0;
        for (const { after, what } of steps) {
          at += after;
          if (what.op === 'lead') gates.push([at, what.isLeader]);
        }
        gates.push([at + 1, true]);
        const enabled$ = concat(
          ...gates.map(([ms, isLeader], index) =>
            timer(ms - (gates[index - 1]?.[0] ?? 0)).pipe(map(() => isLeader)),
          ),
        );

        at = 0;
        for (const { after, what } of steps) {
          at += after;
          timer(at).subscribe(() => {
            switch (what.op) {
              case 'put': {
                const old = parents.objects().find((object) => keyOf(object) === what.key);
                if (old?.metadata.deletionTimestamp !== undefined) return;
                parents.put({
                  ...(old ?? kubeObject<ConfigMap>(what.key)),
                  data: { value: String(what.value) },
                });
                return;
              }
              case 'delete':
                if (parents.objects().some((object) => keyOf(object) === what.key)) {
                  remove(parents.delete(what.key));
                }
                return;
              case 'drift':
                if (children.objects().some((object) => keyOf(object) === what.key))
                  children.remove(what.key);
                return;
              case 'refuse':
                cluster.refuseWrites(what.code);
                return;
              case 'break':
                cluster.endWatches(what.isError ? new ConnectionError('the connection broke') : undefined);
                return;
              case 'compact':
                cluster.compact();
                return;
              case 'lead':
            }
          });
        }
        const outcomes$ = controller({
          for: live,
          resource: core.v1.configmaps,
          owns: { secrets: owned },
          triggers: [own.missed$.pipe(toRequests(controllerOf(core.v1.configmaps)))],
          concurrency,
          enabled: enabled$,
          rateLimiter: exponentialLimiter({ base: 5, max: 200 }),
          reconcile: (_parent, context) => reconcile(context),
        }).pipe(
          mergeMap((outcome) => {
            if (outcome.outcome === 'failed' && !(outcome.error instanceof StatusError))
              violations.push(String(outcome.error));
            return [];
          }),
        );
        expectObservable(outcomes$, '10m !').toBe('');
        flush();
        expect(violations).toEqual([]);
        const wanted = new Map(
          parents.objects().map((parent) => [keyOf(parent), Number(parent.data?.['value'])]),
        );
        expect(outside).toEqual(wanted);
        for (const { metadata } of parents.objects()) expect(metadata.deletionTimestamp).toBeUndefined();
        for (const [name, value] of wanted) {
          const child = children.objects().find((object) => keyOf(object) === name);
          expect(valueOf(child)).toBe(String(value));
        }
      });
    }),
    { numRuns: 40 },
  );
});
