import { describe, expect, it } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  defer,
  EMPTY,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  type Subscription,
  takeUntil,
  tap,
  throwError,
  timer,
} from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { type KubeError, OptionsError, StatusError, type Transport } from 'rx-informer';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { shardLeases } from '../../src/controller/shard-leases.ts';
import type { ShardLeaseOptions } from '../../src/controller/shard-leases-options.ts';
import type { LeaseObject } from '../../src/controller/machine/lease-record.ts';
import { fc } from '../support/properties.ts';
import { unhandledErrors } from '../support/unhandled-errors.ts';

const options = (identity: string, of: number): ShardLeaseOptions => ({ prefix: 'jobs/shard', of, identity });
const text = (shards$: Observable<ReadonlySet<number>>): Observable<string> =>
  shards$.pipe(map((shards) => [...shards].join('')));
const setUp = () => {
  const cluster = virtualCluster();
  const leases = cluster.collection<LeaseObject>('leases.coordination.k8s.io');
  const holders = (): unknown =>
    Object.fromEntries(
      leases
        .objects()
        .map(({ metadata, spec }) => [metadata.name, (spec as { holderIdentity: string }).holderIdentity]),
    );
  return { cluster, leases, holders, transport: cluster.transport };
};

describe('shardLeases', () => {
  it('should emit the empty set, announce itself, and take all shards one retry period later', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, holders } = setUp();
      expectObservable(text(shardLeases(transport, options('a', 3))), '^ 3s !').toBe('e 1999ms a', {
        e: '',
        a: '012',
      });
      timer(2_500).subscribe(() =>
        expect(holders()).toMatchObject({ 'shard-0': 'a', 'shard-1': 'a', 'shard-2': 'a' }),
      );
    });
  });

  it('should take a Lease without the label, once it is free or has not changed for its duration', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, leases } = setUp();
      const spec = { holderIdentity: 'old', leaseDurationSeconds: 5, leaseTransitions: 3 };
      leases.put(kubeObject<LeaseObject>('jobs/shard-0', { spec }));
      leases.put(kubeObject<LeaseObject>('jobs/shard-1'));
      const errors: KubeError[] = [];
      const onError = (error: KubeError): void => void errors.push(error);
      expectObservable(text(shardLeases(transport, { ...options('a', 3), onError })), '^ 20s !').toBe(
        'e 1999ms a 1999ms b 3999ms c',
        { e: '', a: '2', b: '12', c: '012' },
      );
      timer(9_000).subscribe(() => {
        const [lease] = leases.objects();
        expect(lease).toMatchObject({
          metadata: { name: 'shard-0', labels: { 'rx-informer/shards': 'shard' } },
          spec: { holderIdentity: 'a', leaseTransitions: 4 },
        });
        expect(errors).toEqual([]);
      });
    });
  });

  it('should not take a Lease without the label while another process renews it, and take it after its delete', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, leases } = setUp();
      const renew = (at: number): unknown =>
        leases.put(
          kubeObject<LeaseObject>('jobs/shard-0', {
            spec: { holderIdentity: 'old', leaseDurationSeconds: 5, leaseTransitions: at },
          }),
        );
      renew(0);
      timer(1_000, 1_000)
        .pipe(takeUntil(timer(30_500)))
        .subscribe(renew);
      timer(31_000).subscribe(() => void leases.remove('jobs/shard-0'));
      expectObservable(text(shardLeases(transport, options('a', 1))), '^ 45s !').toBe('e 33999ms a', {
        e: '',
        a: '0',
      });
    });
  });

  it.each<[string, (leases: ReturnType<typeof setUp>['leases']) => unknown]>([
    ['deleted', (leases) => leases.remove('jobs/shard-0')],
    [
      'released',
      (leases) =>
        leases.put(
          kubeObject<LeaseObject>('jobs/shard-0', { spec: { holderIdentity: '', leaseDurationSeconds: 1 } }),
        ),
    ],
  ])(
    'should take a Lease without the label soon after it was %s, also if its duration is long',
    (_, change) => {
      marbleScheduler().run(({ expectObservable }) => {
        const { transport, leases } = setUp();
        const spec = { holderIdentity: 'old', leaseDurationSeconds: 3_600, leaseTransitions: 0 };
        leases.put(kubeObject<LeaseObject>('jobs/shard-0', { spec }));
        timer(31_000).subscribe(() => void change(leases));
        expectObservable(text(shardLeases(transport, options('a', 1))), '^ 45s !').toBe('e 33999ms a', {
          e: '',
          a: '0',
        });
      });
    },
  );

  const unhandled = unhandledErrors();
  it('should continue if onError throws, and report the error as unhandled', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { cluster, transport } = setUp();
      cluster.refuseWrites(403);
      const onError = (): void => {
        throw new Error('onError threw');
      };
      expectObservable(text(shardLeases(transport, { ...options('a', 1), onError })), '^ 5s !').toBe(
        'e 1999ms a',
        {
          e: '',
          a: '0',
        },
      );
      timer(4_500).subscribe(() => {
        expect(unhandled).toEqual([new Error('onError threw')]);
      });
    });
  });

  it('should divide the shards when a process joins, and take them back when it leaves', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport } = setUp();
      const sizes = (shards$: Observable<ReadonlySet<number>>): Observable<string> =>
        shards$.pipe(map(({ size }) => String(size)));
      const a$ = shardLeases(transport, options('a', 5));
      const b$ = shardLeases(transport, options('b', 5));
      // Process a first has 0 shards. After its announcement, it has 5 shards. When it has seen process b, it has 3
      // shards. After b has released its shards, a has 5 shards again.
      expectObservable(sizes(a$), '^ 30s !').toBe('0 1999ms 5 3999ms 3 15999ms 5');
      expectObservable(sizes(b$), '5s ^ 16s !').toBe('5s 0 3999ms 2');
    });
  });

  it('should leave no own Lease, and release all shards, after an unsubscribe', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport, holders } = setUp();
      expectObservable(text(shardLeases(transport, options('a', 2))), '^ 5s !').toBe('e 1999ms a', {
        e: '',
        a: '01',
      });
      timer(5_001).subscribe(() => expect(holders()).toEqual({ 'shard-0': '', 'shard-1': '' }));
    });
  });

  it('should renew the Lease of a shard until its work has drained', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport } = setUp();
      const given: number[] = [];
      const beforeRelease = (shard: number): Observable<unknown> => {
        given.push(shard);
        return timer(30_000);
      };
      const a$ = shardLeases(transport, { ...options('a', 2), beforeRelease });
      const size = map(({ size }: ReadonlySet<number>) => String(size));
      expectObservable(a$.pipe(size), '^ 50s !').toBe('0 1999ms 2 3999ms 1');
      // Before process a releases a shard, its work needs 30 s. Process b waits for this work. The 15 s of the Lease
      // would be shorter.
      expectObservable(shardLeases(transport, options('b', 2)).pipe(size), '5s ^ 45s !').toBe(
        '5s 0 31999ms 1',
      );
      timer(49_000).subscribe(() => expect(given).toHaveLength(1));
    });
  });

  it('should report errors, and emit the empty set while the requests fail (error)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const seen: string[] = [];
      const transport: Transport = { open: () => throwError(() => new StatusError({ code: 403 })) };
      const onError = (error: KubeError): unknown => seen.push(error.failure);
      expectObservable(text(shardLeases(transport, { ...options('a', 2), onError })), '^ 3s !').toBe('e', {
        e: '',
      });
      timer(2_500).subscribe(() => expect(seen).toEqual(['forbidden', 'forbidden']));
    });
  });

  it('should give up its shards at the renew deadline if no request is answered (never)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport } = setUp();
      const cut: Transport = {
        open: (request) => defer(() => (asyncScheduler.now() < 3_000 ? transport.open(request) : NEVER)),
      };
      expectObservable(text(shardLeases(cut, options('a', 2))), '^ 20s !').toBe('e 1999ms a 9999ms e', {
        e: '',
        a: '01',
      });
    });
  });

  it('should create the Leases for each subscription again (early unsubscribe, resubscribe)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { transport } = setUp();
      const shards$ = text(shardLeases(transport, options('a', 2)));
      expectObservable(shards$.pipe(takeUntil(timer(1_000)))).toBe('e 999ms |', { e: '' });
      expectObservable(shards$, '5s ^ 3s !').toBe('5s e 1999ms a', { e: '', a: '01' });
    });
  });

  it('should complete no earlier than its subscription ends if the transport completes without an answer (empty)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const shards$ = shardLeases({ open: () => EMPTY }, options('a', 2));
      expectObservable(text(shards$), '^ 9s !').toBe('e', { e: '' });
    });
  });

  it('should refuse wrong options', () => {
    const { transport } = setUp();
    const call = (more: object) => () => shardLeases(transport, { ...options('a', 2), ...more });
    expect(call({ of: 0 })).toThrow('shardLeases: of must be a whole number, 1 or more, not 0');
    expect(call({ prefix: 'shard' })).toThrow(OptionsError);
    expect(call({ prefix: 'jobs/UPPER' })).toThrow(OptionsError);
    expect(call({ key: 'a/b' })).toThrow("unknown option 'key'");
    expect(call({ renewDeadline: 20_000 })).toThrow(
      'leaseDuration must be more than renewDeadline (20000 ms)',
    );
  });
});

interface Fault {
  readonly process: number;
  readonly kind: 'join' | 'kill' | 'cut' | 'leave';
  readonly at: number;
  readonly length: number;
}

describe('shardLeases, with random faults', () => {
  const faults = fc.array(
    fc.record<Fault>({
      process: fc.integer({ min: 0, max: 3 }),
      kind: fc.constantFrom('join', 'kill', 'cut', 'leave'),
      at: fc.integer({ min: 0, max: 60_000 }),
      length: fc.integer({ min: 100, max: 40_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it('should never have two holders of a shard, and hold all shards soon after the last fault', () => {
    fc.assert(
      fc.property(
        faults,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 400 }),
        (list, first, shards, latency) => {
          const outcome = play(list, first, shards, latency);
          expect(outcome.twice).toEqual([]);
          expect(outcome.missing).toEqual([]);
          expect(outcome.spread).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/**
 * Runs up to four processes, and applies faults. After the faults, process 0 starts again if it has ended, so that at
 * least one process runs.
 */
function play(faults: readonly Fault[], first: number, shards: number, latency: number) {
  const holders = new Map<number, ReadonlySet<number>>();
  const twice: string[] = [];
  let missing: readonly number[] = [];
  let spread = 0;
  new TestScheduler(() => undefined).run(() => {
    const { transport } = virtualCluster({ latency, listLatency: latency });
    const running = new Map<number, { readonly subscription: Subscription; kill: () => void }>();
    const cutUntil = new Map<number, number>();
    const note = (process: number, held: ReadonlySet<number>): void => {
      holders.set(process, held);
      for (const [other, theirs] of holders) {
        const both = other === process ? [] : [...held].filter((shard) => theirs.has(shard));
        for (const shard of both) twice.push(`${asyncScheduler.now()}: ${shard} by ${process} and ${other}`);
      }
    };
    const join = (process: number): void => {
      if (running.has(process)) return;
      let isKilled = false;
      const own: Transport = {
        open: (request) =>
          defer(() =>
            isKilled || asyncScheduler.now() < (cutUntil.get(process) ?? 0) ? NEVER : transport.open(request),
          ),
      };
      const subscription = shardLeases(own, options(`process-${process}`, shards)).subscribe((held) =>
        note(process, held),
      );
      running.set(process, { subscription, kill: () => (isKilled = true) });
    };
    const end = (process: number, isKill: boolean): void => {
      const found = running.get(process);
      if (found === undefined) return;
      running.delete(process);
      holders.delete(process);
      if (isKill) found.kill();
      found.subscription.unsubscribe();
    };
    const act = ({ process, kind, at, length }: Fault): void => {
      if (kind === 'join') join(process);
      else if (kind === 'cut') cutUntil.set(process, at + length);
      else end(process, kind === 'kill');
    };
    for (let process = 0; process < first; process++) join(process);
    const played$ = of(...faults).pipe(mergeMap((fault) => timer(fault.at).pipe(tap(() => act(fault)))));
    const lastEnd = Math.max(
      60_000,
      ...faults.map(({ at, kind, length }) => (kind === 'cut' ? at + length : at)),
    );
    const untilHeld = lastEnd + 15_000 + 3 * (2_000 + 2 * latency);
    concat(
      played$.pipe(ignoreElements()),
      defer(() => {
        join(0);
        const wait = untilHeld - asyncScheduler.now();
        return merge(timer(wait), timer(wait + 10_000));
      }),
    ).subscribe({
      next: () => {
        const held = new Set([...holders.values()].flatMap((one) => [...one]));
        missing = missing.concat(
          Array.from({ length: shards }, (_, shard) => shard).filter((shard) => !held.has(shard)),
        );
        const sizes = [...holders.values()].map(({ size }) => size);
        spread = Math.max(...sizes) - Math.min(...sizes);
      },
      complete: () => {
        for (const process of [...running.keys()]) end(process, true);
      },
    });
  });
  return { twice, missing, spread };
}
