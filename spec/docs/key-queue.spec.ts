import { describe, expect, it } from '@jest/globals';
import {
  defer,
  groupBy,
  map,
  mergeMap,
  type Observable,
  retry,
  tap,
  throttle,
  throwError,
  timer,
} from 'rxjs';
import { informer, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const event = (key: string, resourceVersion: string): ReflectorEvent<KubeObject> => ({
  type: resourceVersion === '1' ? 'ADDED' : 'MODIFIED',
  object: kubeObject(key, { metadata: { resourceVersion } }),
});
const events = {
  r: { type: 'REPLACED', items: [], resourceVersion: '0' } as const,
  a: event('a', '1'),
  b: event('b', '1'),
};
const more = { ...events, c: event('a', '2'), d: event('a', '3'), e: event('a', '4') };

/** The queue of keys as docs/client-go/not-here.md writes it; tells when the work on a key begins and ends. */
function keyQueue(
  events$: Observable<ReflectorEvent<KubeObject>>,
  reconcile: (key: string) => Observable<unknown>,
): Observable<unknown> {
  const pods = informer(events$);
  return pods.changes({ buffer: 'conflate' }).pipe(
    groupBy(({ key }) => key),
    mergeMap((changes$) => {
      const work$ = defer(() => reconcile(changes$.key)).pipe(
        retry({ delay: (_error, count) => timer(Math.min(1000 * 2 ** count, 60_000)) }),
      );
      return changes$.pipe(throttle(() => work$, { leading: true, trailing: true }));
    }),
  );
}

describe('docs/client-go/not-here.md, a queue of keys', () => {
  it('should work on one key once at a time, and once more for all that came meanwhile', () => {
    marbles().run(({ hot, expectObservable }) => {
      const began: string[] = [];
      const e1 = hot('  ra-cd-----e', more);
      const expected = '-a---d----e';

      const versions$ = keyQueue(e1, (key) => timer(4).pipe(tap({ subscribe: () => began.push(key) }))).pipe(
        map((change) => (change as { object: KubeObject }).object.metadata.resourceVersion),
      );

      expectObservable(versions$, '^ 20ms !').toBe(expected, { a: '1', d: '3', e: '4' });
    });
  });

  it('should let no key wait for another', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  rab', more);
      const expected = '-ab';

      const keys$ = keyQueue(e1, () => timer(100)).pipe(map((change) => (change as { key: string }).key));

      expectObservable(keys$, '^ 20ms !').toBe(expected);
    });
  });

  it('should try again what failed, later and later', () => {
    const tries: number[] = [];

    marbles().run(({ hot, flush, expectObservable }) => {
      const failing = (): Observable<never> => throwError(() => new Error('no'));
      const worked$ = keyQueue(hot('ra', more), () =>
        defer(() => {
          tries.push(Date.now());
          return failing();
        }),
      );
      expectObservable(worked$.pipe(map(() => 'a')), '^ 7s !').toBe('-a');
      flush();
    });

    expect(tries.length).toBe(3);
  });
});
