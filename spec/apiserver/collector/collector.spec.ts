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

/** Creates an owner with the given number of dependents, and a garbage collector that sees each write. */
function setUp(
  count: number,
  data: object,
): { context: RegistryContext; configMaps: Resource; of: Collector } {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  const world = { now: () => 0, random: Math.random };
  const context = {
    storage: new Storage(100, 1),
    catalog,
    world,
    foreignOwners: new Set<string>(),
    namespacesBeingEmptied: new Set<string>(),
  };
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

  it('should check all dependents after each change of kinds, a few at a time', () => {
    const { context, configMaps, of } = setUp(20, {});
    const looked: string[] = [];
    const stored = context.storage.collection(configMaps.id);
    const get = stored.get.bind(stored);
    stored.get = (key) => {
      if (key !== 'default/owner') looked.push(key);
      return get(key);
    };
    while (of.work(1));
    looked.length = 0;

    of.observeKinds();
    for (let count = 0; count < 5; count++) expect(of.work(1)).toBe(true);
    expect(looked).toHaveLength(5);
    of.observeKinds(); // the collector checks the five objects again, after all other objects
    while (of.work(1));
    expect(looked.slice(0, 20)).toHaveLength(new Set(looked.slice(0, 20)).size);
    expect(looked).toHaveLength(40);
    expect(of.hasWork).toBe(false);
  });

  it('should remember a deleted owner as long as an object names it', () => {
    const { context, configMaps, of } = setUp(0, {});
    const { storage, catalog } = context;
    const things = resourceOf({
      group: 'g',
      version: 'v1',
      resource: 'things',
      kind: 'Thing',
      namespaced: true,
    });
    catalog.add(things);
    of.observeKinds();
    const thing = { apiVersion: 'g/v1', kind: 'Thing', metadata: { name: 't' } };
    const { metadata } = create(context, things, 'default', thing);
    const ownerReferences = [{ apiVersion: 'g/v1', kind: 'Thing', name: 't', uid: metadata.uid }];
    const dependent = (name: string): unknown =>
      create(context, configMaps, 'default', { metadata: { name, ownerReferences } });
    const names = (): readonly string[] => storage.collection(configMaps.id).snapshot().keys;

    dependent('a');
    deleteObject(context, things, { namespace: 'default', name: 't' });
    catalog.replace([things], []);
    of.observeKinds();
    dependent('b'); // the owner's kind is gone, but the collector has seen the delete of the owner
    while (of.work(1));
    expect(names()).toEqual(['default/owner']);

    dependent('c');
    while (of.work(1));
    expect(names()).toEqual(['default/c', 'default/owner']);
  });
});
