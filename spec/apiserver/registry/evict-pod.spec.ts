import { describe, expect, it } from '@jest/globals';
import { create } from '../../../src/apiserver/registry/create.ts';
import { evictPod } from '../../../src/apiserver/registry/evict-pod.ts';
import { update } from '../../../src/apiserver/registry/update.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { containers } from '../support/containers.ts';

describe('evictPod', () => {
  it('should parse the selector of a disruption budget once, however many pods are evicted', () => {
    const catalog = new Catalog();
    for (const definition of builtInResources()) catalog.add(resourceOf(definition));
    const world = { now: () => 0, random: Math.random };
    const context = {
      storage: new Storage(100, 1),
      catalog,
      world,
      foreignOwners: new Set<string>(),
      emptying: new Set<string>(),
    };
    const { pods } = catalog;
    create(context, catalog.namespaces, '', { metadata: { name: 'default' } });
    const place = { namespace: 'default', name: 'p' };
    create(context, pods, 'default', { metadata: { name: 'p' }, spec: { containers } });
    const running = { metadata: { name: 'p' }, spec: { containers }, status: { phase: 'Running' } };
    update(context, pods, place, running, { subresource: 'status' });
    let reads = 0;
    const selector = {
      get matchLabels() {
        reads++;
        return { app: 'other' };
      },
    };
    const budget = { metadata: { name: 'b', namespace: 'default' }, spec: { selector } };
    context.storage.write('poddisruptionbudgets.policy', 'default/b', () => budget as never);

    evictPod(context, pods, place, { dryRun: true });
    const once = reads;
    for (let count = 0; count < 10; count++) evictPod(context, pods, place, { dryRun: true });

    expect(once).toBeGreaterThan(0);
    expect(reads).toBe(once);
  });
});
