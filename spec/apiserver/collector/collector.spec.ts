import { describe, expect, it } from '@jest/globals';
import { Collector } from '../../../src/apiserver/collector/collector.ts';
import type { RegistryContext } from '../../../src/apiserver/registry/context.ts';
import { create } from '../../../src/apiserver/registry/create.ts';
import { deleteObject } from '../../../src/apiserver/registry/delete.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { type Resource, resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const owner = { namespace: 'default', name: 'owner' };

/** An owner with so many dependents, and the collector, which gets each write. */
function setUp(
  count: number,
  data: object,
): { context: RegistryContext; configMaps: Resource; of: Collector } {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  const world = { now: () => 0, random: Math.random };
  const context = { storage: new Storage(100, 1), catalog, world, foreignOwners: new Set<string>() };
  const configMaps = catalog.find('', 'v1', 'configmaps');
  if (configMaps === undefined) throw new Error('there are no config maps');
  create(context, catalog.namespaces, '', { metadata: { name: 'default' } });
  const { metadata } = create(context, configMaps, 'default', { metadata: { name: 'owner' } });
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }];
  for (let at = 0; at < count; at++)
    create(context, configMaps, 'default', { metadata: { name: `d${at}`, ownerReferences }, data });
  const of = new Collector(context);
  context.storage.observe((id, event) => of.observe(id, event));
  return { context, configMaps, of };
}

describe('Collector', () => {
  it.each([
    [1_000, {}, 300],
    [30, Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, ''])), 2],
  ])('should orphan %i dependents in turns of a few writes', (count, data, most) => {
    const { context, configMaps, of } = setUp(count, data);
    const { storage } = context;
    const stored = storage.collection(configMaps.id);
    const owned = (): number =>
      stored.snapshot().keys.filter((key) => stored.get(key)?.metadata.ownerReferences !== undefined).length;
    deleteObject(context, configMaps, owner, { propagationPolicy: 'Orphan' });

    const writes: number[] = [];
    for (let more = true; more;) {
      const before = storage.revision;
      expect(owned() === 0 || stored.get('default/owner') !== undefined).toBe(true);
      more = of.work(4_000);
      writes.push(storage.revision - before);
    }

    expect(Math.max(...writes)).toBeLessThanOrEqual(most);
    expect(stored.get('default/owner')).toBeUndefined();
    expect([stored.snapshot().keys.length, owned()]).toEqual([count, 0]);
  });
});
