import { describe, expect, it } from '@jest/globals';
import { delay, map, type Observable, pipe, type Subscription } from 'rxjs';
import { compact, informer, type InformerOptions, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const named = (name: string, value: string): KubeObject =>
  kubeObject(`shop/${name}`, { metadata: { annotations: { value } } });
const late = <T>(): ((events$: Observable<T>) => Observable<T>) => pipe(delay(100));

describe('an informer that is stopped before it has applied the list after a restore of the server', () => {
  it.each<[string, InformerOptions<KubeObject>]>([
    ['streamed lists', {}],
    ['lists in pages', { reflect: { streamingList: 'never', pageSize: 2 } }],
    ['compact()', { storage: compact() }],
  ])('should have the content of the server after the next start, with %s', (_, options) => {
    const shown: unknown[] = [];
    const scheduler = marbles();
    scheduler.run(() => {
      const cluster = virtualCluster();
      const things = cluster.collection('things');
      const live = informer<KubeObject>(things.listerWatcher(), {
        resetDelay: 0,
        through: late(),
        ...options,
      });
      const show = (): void => {
        const { resourceVersion, annotations } = live.store.get('shop/a')?.metadata ?? {};
        shown.push(`${resourceVersion} ${annotations?.['value']}`);
      };
      let running: Subscription | undefined;
      const start = (): void => {
        let wentBack = false;
        running = live.changes().subscribe();
        running.add(
          live.status$.subscribe(({ phase, ...status }) => {
            wentBack ||= 'failure' in status && status.failure === 'expired';
            // At this time, the store does not have the new list yet.
            if (wentBack && phase === 'watching') {
              show();
              scheduler.schedule(() => running?.unsubscribe(), 50);
            }
          }),
        );
      };
      things.put(named('a', 'first'));
      const backup = cluster.snapshot();
      start();
      scheduler.schedule(() => {
        things.put(named('a', 'before'));
        things.put(named('b', 'before'));
      }, 1_000);
      scheduler.schedule(() => {
        cluster.restore(backup);
        things.put(named('a', 'after'));
      }, 10_000);
      scheduler.schedule(start, 3_600_000);
      scheduler.schedule(() => {
        show();
        running?.unsubscribe();
        expect(live.store.get('shop/a')).toEqual(
          things.objects().find(({ metadata: { name } }) => name === 'a'),
        );
      }, 3_700_000);
    });

    expect(shown).toEqual(['3 before', '3 after']);
  });

  it('should have the content of the server also if an operator failed in the meantime', () => {
    let shown: unknown;
    const scheduler = marbles();
    scheduler.run(() => {
      const cluster = virtualCluster();
      const things = cluster.collection('things');
      let failures = 0;
      const failing = map((event: ReflectorEvent<KubeObject>) => {
        if (event.type === 'REPLACED' && event.versionsReset && failures++ === 0) throw new Error('no');
        return event;
      });
      const live = informer<KubeObject>(things.listerWatcher(), { resetDelay: 0, through: failing });
      const start = (): Subscription => live.changes().subscribe({ error: () => undefined });
      things.put(named('a', 'first'));
      const backup = cluster.snapshot();
      start();
      scheduler.schedule(() => {
        things.put(named('a', 'before'));
        things.put(named('b', 'before'));
      }, 1_000);
      scheduler.schedule(() => {
        cluster.restore(backup);
        things.put(named('a', 'after'));
      }, 10_000);
      scheduler.schedule(() => {
        const running = start();
        scheduler.schedule(() => {
          shown = live.store.get('shop/a')?.metadata.annotations?.['value'];
          running.unsubscribe();
          expect(failures).toBeGreaterThan(1);
        }, 10_000);
      }, 3_600_000);
    });

    expect(shown).toBe('after');
  });
});

describe('an informer whose transform returns values that are not JSON', () => {
  const kinds: Readonly<Record<string, (value: string) => unknown>> = {
    'a Map': (value) => new Map([['value', value]]),
    'a Set': (value) => new Set([value]),
    'a RegExp': (value) => new RegExp(value),
    'a bigint': (value) => BigInt(value.length),
    'a cycle': (value) => {
      const owner: Record<string, unknown> = { value };
      owner['self'] = owner;
      return owner;
    },
  };
  it.each(
    Object.entries(kinds).flatMap(([kind, make]) => [
      { kind, make, storage: 'plain' },
      { kind, make, storage: 'compact' },
    ]),
  )('should have the content of the server after a restore, with $kind, $storage', ({ make, storage }) => {
    const errors: unknown[] = [];
    const scheduler = marbles();
    scheduler.run(() => {
      const cluster = virtualCluster();
      const things = cluster.collection('things');
      const transform = ({ metadata: { annotations, ...metadata } }: KubeObject): KubeObject & Made => ({
        metadata,
        made: make(annotations?.['value'] ?? ''),
      });
      const live = informer<KubeObject & Made>(things.listerWatcher() as never, {
        reflect: { transform },
        ...(storage === 'compact' && { storage: compact() }),
      });
      const running = live.changes().subscribe({ error: (error: unknown) => errors.push(error) });
      const backup = cluster.snapshot();
      scheduler.schedule(() => {
        things.put(named('a', 'before'));
        things.put(named('b', 'before'));
      }, 1_000);
      scheduler.schedule(() => {
        cluster.restore(backup);
        things.put(named('a', 'after'));
      }, 10_000);
      scheduler.schedule(() => {
        running.unsubscribe();
        expect(live.store.get('shop/a')?.made).toEqual(make('after'));
        expect(live.store.size).toBe(1);
      }, 3_600_000);
    });

    expect(errors).toEqual([]);
  });
});

interface Made {
  readonly made: unknown;
}
