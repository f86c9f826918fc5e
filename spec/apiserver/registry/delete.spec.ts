import { describe, expect, it } from '@jest/globals';
import type { RegistryContext } from '../../../src/apiserver/registry/context.ts';
import { create } from '../../../src/apiserver/registry/create.ts';
import { deleteObject, deletionSteps } from '../../../src/apiserver/registry/delete.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { type Resource, resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const place = { namespace: '', name: 'ns' };

/** Creates a namespace with three ConfigMaps. */
function setUp(finalizers: readonly string[] = []): {
  readonly context: RegistryContext;
  readonly namespaces: Resource;
  readonly fill: () => void;
  readonly left: () => number;
} {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  const world = { now: () => 0, random: Math.random };
  const storage = new Storage(100, 1);
  const context = {
    storage,
    catalog,
    world,
    foreignOwners: new Set<string>(),
    namespacesBeingEmptied: new Set<string>(),
  };
  const configMaps = catalog.find('', 'v1', 'configmaps');
  if (configMaps === undefined) throw new Error('there are no config maps');
  const fill = (): void => {
    create(context, catalog.namespaces, '', { metadata: { name: 'ns' } });
    for (const name of ['a', 'b', 'c'])
      create(context, configMaps, 'ns', {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { name, finalizers },
      });
  };
  fill();
  return { context, namespaces: catalog.namespaces, fill, left: () => storage.collection('configmaps').size };
}

describe('deletion of a namespace', () => {
  it('should leave a namespace to the steps that are already emptying it', () => {
    const { context, namespaces, left } = setUp();
    const first = deletionSteps(context, namespaces, place);
    expect(first.next().done).toBe(false);

    expect(deletionSteps(context, namespaces, place).next()).toMatchObject({
      done: true,
      value: { gone: false, object: { status: { phase: 'Terminating' } } },
    });
    expect(left()).toBe(2);
    expect([...first]).toHaveLength(2);
    expect(left()).toBe(0);
  });

  it('should repeat the deletion once the steps are over', () => {
    const { context, namespaces } = setUp(['a/b']);
    expect([...deletionSteps(context, namespaces, place)]).toHaveLength(3);
    expect([...deletionSteps(context, namespaces, place)]).toHaveLength(3);
  });

  it('should finish immediately on request, for any steps in progress', () => {
    const { context, namespaces, left } = setUp();
    const first = deletionSteps(context, namespaces, place);
    first.next();

    expect(deleteObject(context, namespaces, place).gone).toBe(true);
    expect([left(), first.next()]).toMatchObject([0, { done: true, value: { gone: true } }]);
  });

  it('should delete nothing from the next namespace of the same name', () => {
    const { context, namespaces, fill, left } = setUp();
    const first = deletionSteps(context, namespaces, place);
    first.next();
    deleteObject(context, namespaces, place);
    fill();

    expect(first.next().done).toBe(true);
    expect(left()).toBe(3);
  });

  it('should create no collection for a kind without one', () => {
    const { context, namespaces } = setUp();
    const ids = (): readonly string[] => [...context.storage.collections].map(([id]) => id);
    const before = ids();

    expect(deleteObject(context, namespaces, place).gone).toBe(true);
    expect(ids()).toEqual(before);
  });
});
