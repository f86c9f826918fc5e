import { describe, expect, it } from '@jest/globals';
import { map, NEVER, type Observable, throwError } from 'rxjs';
import { informer, KubeError, type KubeObject, OptionsError } from 'rx-informer';
import { waitFor } from 'rx-informer/client';
import { kubeObject, marbleListerWatcher, marbleScheduler, virtualCluster } from 'rx-informer/testing';

interface Phased extends KubeObject {
  readonly phase?: string;
}
const web = (phase: string, resourceVersion = '1'): Phased => ({
  ...kubeObject('shop/web', { metadata: { resourceVersion } }),
  phase,
});
const isReady = ({ phase }: Phased): boolean => phase === 'Ready';
const setUp = () => {
  const pods = virtualCluster().collection<Phased>('pods');
  return { pods, live: informer(pods.listerWatcher()) };
};
const asPhase = (source$: Observable<Phased>): Observable<string | undefined> =>
  source$.pipe(map(({ phase }) => phase));

describe('waitFor', () => {
  it('should emit an object that fulfils the predicate already, and complete', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { pods, live } = setUp();
      pods.put(web('Ready'));
      expectObservable(asPhase(waitFor(live, 'shop/web', isReady))).toBe('(a|)', { a: 'Ready' });
    });
  });

  it('should wait for an object that does not exist yet, and for the predicate', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { pods, live } = setUp();
      cold('--a--b|', { a: 'Pending', b: 'Ready' }).subscribe((phase) => pods.put(web(phase)));
      expectObservable(asPhase(waitFor(live, 'shop/web', isReady))).toBe('-----(a|)', { a: 'Ready' });
    });
  });

  it('should fail if the object is deleted first', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { pods, live } = setUp();
      pods.put(web('Pending'));
      cold('--a|').subscribe(() => pods.remove('shop/web'));
      expectObservable(asPhase(waitFor(live, 'shop/web', isReady))).toBe(
        '--#',
        {},
        new KubeError('notFound', 'shop/web: the object was deleted before the predicate held'),
      );
    });
  });

  it.each([
    ['the object did not exist', []],
    ['the predicate did not hold', [web('Pending')]],
  ])('should fail after the timeout: %s', (text, objects) => {
    marbleScheduler().run(({ expectObservable }) => {
      const { pods, live } = setUp();
      for (const object of objects) pods.put(object);
      expectObservable(asPhase(waitFor(live, 'shop/web', isReady, { timeout: 10 }))).toBe(
        '10ms #',
        {},
        new KubeError('transient', `shop/web: ${text} within 10 ms`),
      );
    });
  });

  it('should not fail by the timeout after the object was emitted', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { pods, live } = setUp();
      cold('5ms (a|)').subscribe(() => pods.put(web('Ready')));
      expectObservable(asPhase(waitFor(live, 'shop/web', isReady, { timeout: 10 }))).toBe('5ms (a|)', {
        a: 'Ready',
      });
    });
  });

  it('should fail if the informer completes first (empty)', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const live = informer(cold<never>('--|'));
      expectObservable(waitFor(live as never, 'shop/web', isReady)).toBe(
        '--#',
        {},
        new KubeError('transient', 'shop/web: the informer completed before the predicate held'),
      );
    });
  });

  it('should not emit while the informer has not synced (never)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const live = informer(marbleListerWatcher<Phased>({ lists: ['-'] }));
      expectObservable(waitFor(live, 'shop/web', isReady), '^ 100ms !').toBe('-');
    });
  });

  it('should fail like the informer (error)', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const failure = new KubeError('fatal', 'mistake');
      const live = informer(throwError(() => failure));
      expectObservable(waitFor(live as never, 'shop/web', isReady)).toBe('#', {}, failure);
    });
  });

  it('should fail if the predicate throws', () => {
    marbleScheduler().run(({ expectObservable }) => {
      const { pods, live } = setUp();
      pods.put(web('Pending'));
      const mistake = new Error('mistake');
      const wrong = (): boolean => {
        throw mistake;
      };
      expectObservable(waitFor(live, 'shop/web', wrong)).toBe('#', {}, mistake);
    });
  });

  it('should stop the informer after an early unsubscribe, and start again at the next subscription', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { pods, live } = setUp();
      const wait$ = asPhase(waitFor(live, 'shop/web', isReady));
      expectObservable(wait$, '^---!').toBe('----');
      expectObservable(live.status$.pipe(map(({ phase }) => phase === 'stopped')), '^ 1999ms !');
      cold('2s (a|)').subscribe(() => pods.put(web('Ready')));
      expectObservable(wait$, '3s ^').toBe('3s (a|)', { a: 'Ready' });
    });
  });

  it.each([
    ['a key', () => waitFor(setUp().live, 'a/b/c', isReady), 'key'],
    ['a predicate', () => waitFor(setUp().live, 'a/b', undefined as never), 'waitFor: predicate'],
    ['an informer', () => waitFor(NEVER as never, 'a/b', isReady), 'informer'],
    ['a timeout', () => waitFor(setUp().live, 'a/b', isReady, { timeout: -1 }), 'waitFor: timeout'],
    [
      'an option',
      () => waitFor(setUp().live, 'a/b', isReady, { timeOut: 1 } as never),
      'waitFor: unknown option',
    ],
  ])('should throw an OptionsError for %s that is not allowed', (_, call, text) => {
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(text);
  });
});
