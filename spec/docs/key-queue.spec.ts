import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import { informer } from 'rx-informer';
import { emissionsOf, kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { reconcileByKey } from '../../examples/pod-keeper/reconcile-by-key.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('docs/migrate/from-client-go/not-here.md, a queue of keys', () => {
  it('should show the operator of the example unchanged', () => {
    expect(read('docs/migrate/from-client-go/not-here.md')).toContain(
      `\`\`\`ts\n${read('examples/pod-keeper/reconcile-by-key.ts')}\`\`\`\n`,
    );
  });

  it('should process an object once that changes often, in the newest state of the store', () => {
    const scheduler = marbleScheduler();
    const seen = scheduler.run(({ flush }) => {
      const things = virtualCluster().collection('things.example.com');
      const live = informer(things.listerWatcher());
      const reconcile = (key: string) =>
        scheduler.createColdObservable('---(x|)', { x: live.store.get(key)?.metadata.labels?.['nth'] });
      const work$ = live.changes({ buffer: 'conflate' }).pipe(
        map(({ key }) => key),
        reconcileByKey(reconcile, { concurrency: 4 }),
      );
      const recorded = emissionsOf(work$, '^ 1s !');
      for (const at of [10, 11, 12]) {
        scheduler.schedule(
          () => things.put(kubeObject('shop/web', { metadata: { labels: { nth: `${at}` } } })),
          at,
        );
      }
      flush();
      return recorded;
    });

    expect(seen.values).toEqual([
      { key: 'shop/web', value: '10' },
      { key: 'shop/web', value: '12' },
    ]);
  });
});
