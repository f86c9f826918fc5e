import { describe, expect, it } from '@jest/globals';
import { distinct, map, type Observable, of, type Subscription, throwError, timer } from 'rxjs';
import { informer, OptionsError } from 'rx-informer';
import {
  exponentialLimiter,
  type FinalizerPhases,
  generationChanged,
  reconcileByKey,
  toRequests,
  withFinalizer,
} from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler, virtualCluster, type VirtualClusterOptions } from 'rx-informer/testing';

const finalizer = 'example.com/copy';
const done = of(undefined);

/** Creates a controller with a finalizer in a virtual cluster. `calls` contains the calls of the phases in order. */
function setUp(
  phases: Partial<FinalizerPhases> = {},
  options: VirtualClusterOptions = {},
  enabled$ = of(true),
) {
  const cluster = virtualCluster(options);
  const configMaps = cluster.collection(core.v1.configmaps);
  const live = informer(configMaps.listerWatcher());
  const calls: string[] = [];
  const called =
    (name: keyof FinalizerPhases): FinalizerPhases[typeof name] =>
    (context) => {
      calls.push(`${name} ${context.key}`);
      return phases[name]?.(context) ?? done;
    };
  const reconcile = withFinalizer(finalizer, live, cluster.client(core.v1.configmaps), {
    apply: called('apply'),
    cleanup: called('cleanup'),
  });
  const outcomes$ = live.changes().pipe(
    generationChanged,
    toRequests(),
    reconcileByKey(reconcile, {
      inputs: { live },
      enabled: enabled$,
      rateLimiter: exponentialLimiter({ base: 4 }),
    }),
    map((outcome) => {
      if (outcome.outcome !== 'done') return outcome.outcome;
      return outcome.requeueAfter === undefined ? 'done' : `again in ${outcome.requeueAfter}`;
    }),
  );
  const finalizers = (): readonly string[] | undefined =>
    configMaps.objects().find(({ metadata }) => metadata.name === 'web')?.metadata.finalizers;
  return { configMaps, outcomes$, calls, finalizers, cluster, live };
}
const web = (finalizers?: readonly string[]) =>
  kubeObject('shop/web', { metadata: { ...(finalizers && { finalizers: [...finalizers] }) } });

const send = (request$: Observable<unknown>): Subscription => request$.subscribe();

describe('withFinalizer', () => {
  it('should add the finalizer before the first apply', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const seen: unknown[] = [];
      const context = setUp({ apply: () => void seen.push(context.finalizers()) });
      context.configMaps.put(web(['other.com/x']));
      expectObservable(context.outcomes$, '---!').toBe('(dd)', { d: 'done' });
      flush();
      expect(seen[0]).toEqual(['other.com/x', finalizer]);
      expect(context.calls).toEqual(['apply shop/web', 'apply shop/web']); // the write of the finalizer causes the second run
    });
  });

  it('should add nothing to an object that has the finalizer', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { configMaps, outcomes$, cluster } = setUp();
      configMaps.put(web([finalizer]));
      const before = cluster.requests.length;
      expectObservable(outcomes$, '---!').toBe('d', { d: 'done' });
      flush();
      expect(cluster.requests.slice(before).filter(({ verb }) => verb === 'patch')).toEqual([]);
    });
  });

  it('should clean up a deleted object, and remove the finalizer, which removes the object', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, calls, finalizers } = setUp({
        cleanup: () => timer(3).pipe(map(() => undefined)),
      });
      configMaps.put(web([finalizer]));
      cold('--x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$, '9ms !').toBe('d----(dd)', { d: 'done' });
      flush();
      expect(calls).toEqual(['apply shop/web', 'cleanup shop/web']);
      expect(finalizers()).toBeUndefined();
      expect(configMaps.objects()).toEqual([]);
    });
  });

  it('should keep the finalizer after a failed cleanup, and retry', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      let failures = 1;
      const { configMaps, outcomes$, calls } = setUp({
        cleanup: () => (failures-- > 0 ? throwError(() => new Error('the cloud is down')) : done),
      });
      configMaps.put(web([finalizer]));
      cold('--x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$, '9ms !').toBe('d-f---(dd)', { d: 'done', f: 'failed' });
      flush();
      expect(calls.filter((call) => call.startsWith('cleanup'))).toHaveLength(2);
      expect(configMaps.objects()).toEqual([]);
    });
  });

  it('should keep the finalizer while the cleanup requests another run', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      let rest = 1;
      const { configMaps, outcomes$ } = setUp({
        cleanup: () => (rest-- > 0 ? { requeueAfter: 5 } : undefined),
      });
      configMaps.put(web([finalizer]));
      cold('--x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$, '12ms !').toBe('d-r----(dd)', { d: 'done', r: 'again in 5' });
      flush();
      expect(configMaps.objects()).toEqual([]);
    });
  });

  it('should do nothing for an object that is being deleted without the finalizer', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, calls } = setUp({}, {}, cold('--t', { t: true }));
      configMaps.put(web(['other.com/x']));
      cold('-x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$, '9ms !').toBe('--d', { d: 'done' });
      flush();
      expect(calls).toEqual([]);
    });
  });

  // The watch delivers each event 5 ms late. Therefore the store does not contain the delete at 1 ms yet when the run
  // starts at 2 ms.
  it('should neither add a finalizer to an object that is being deleted, nor apply it', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, calls, finalizers } = setUp({}, { lag: 5 }, cold('--t', { t: true }));
      configMaps.put(web(['other.com/x']));
      cold('-x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$, '30ms !').toBe('12ms (dd)', { d: 'done' });
      flush();
      expect(calls).toEqual([]);
      expect(finalizers()).toEqual(['other.com/x']);
    });
  });

  it('should not apply an object that is being deleted with the finalizer, if the watch is late', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, calls } = setUp({}, { lag: 5 }, cold('---t', { t: true }));
      configMaps.put(web());
      cold('-x').subscribe(() =>
        send(configMaps.patch('shop/web', { metadata: { finalizers: [finalizer] } })),
      );
      cold('--x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$.pipe(distinct()), '60ms !').toBe('13ms d', { d: 'done' });
      flush();
      expect(new Set(calls)).toEqual(new Set(['cleanup shop/web']));
    });
  });

  it('should keep the finalizer of a new object of the same name', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, finalizers } = setUp({
        cleanup: () => timer(5).pipe(map(() => undefined)),
      });
      configMaps.put(web([finalizer]));
      cold('--x').subscribe(() => send(configMaps.delete('shop/web')));
      cold('----x').subscribe(() => {
        configMaps.remove('shop/web');
        configMaps.put(kubeObject('shop/web', { metadata: { uid: 'new', finalizers: [finalizer] } }));
      });
      expectObservable(outcomes$.pipe(distinct()), '60ms !').toBe('d', { d: 'done' });
      flush();
      expect(finalizers()).toEqual([finalizer]);
    });
  });

  it('should keep the finalizer if the cleanup returns an invalid result', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, finalizers } = setUp({ cleanup: () => ({ after: 5 }) as never });
      configMaps.put(web([finalizer]));
      cold('--x').subscribe(() => send(configMaps.delete('shop/web')));
      expectObservable(outcomes$, '4ms !').toBe('d-f', { d: 'done', f: 'failed' });
      flush();
      expect(finalizers()).toEqual([finalizer]);
    });
  });

  it('should end without an error if the object is gone already', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, calls } = setUp({}, { lag: 5 }, cold('--t', { t: true }));
      configMaps.put(web());
      cold('-x').subscribe(() => configMaps.remove('shop/web'));
      expectObservable(outcomes$, '30ms !').toBe('--d---d', { d: 'done' });
      flush();
      expect(calls).toEqual([]);
    });
  });

  it('should add the finalizer to the newer state after a conflict', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { configMaps, outcomes$, calls, finalizers } = setUp({}, { lag: 5 }, cold('--t', { t: true }));
      configMaps.put(web());
      cold('-x').subscribe(() => send(configMaps.patch('shop/web', { metadata: { labels: { a: 'b' } } })));
      expectObservable(outcomes$.pipe(distinct()), '40ms !').toBe('12ms d', { d: 'done' });
      flush();
      expect(finalizers()).toEqual([finalizer]);
      expect(new Set(calls)).toEqual(new Set(['apply shop/web']));
    });
  });

  it.each<[string, unknown[]]>([
    ['a finalizer without a domain', ['copy', {}, {}, { apply: () => undefined, cleanup: () => undefined }]],
    ['no informer', [finalizer, undefined, {}, { apply: () => undefined, cleanup: () => undefined }]],
    ['no client', [finalizer, {}, undefined, { apply: () => undefined, cleanup: () => undefined }]],
    ['no apply', [finalizer, {}, {}, { cleanup: () => undefined }]],
    ['no functions', [finalizer, {}, {}]],
    ['no cleanup', [finalizer, {}, {}, { apply: () => undefined }]],
  ])('should throw for %s', (_what, args) => {
    expect(() => withFinalizer(...(args as unknown as Parameters<typeof withFinalizer>))).toThrow(
      OptionsError,
    );
  });
});
