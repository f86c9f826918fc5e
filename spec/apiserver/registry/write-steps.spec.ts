import { describe, expect, it } from '@jest/globals';
import type { RegistryContext } from '../../../src/apiserver/registry/context.ts';
import { applySteps } from '../../../src/apiserver/registry/apply.ts';
import { create, createSteps } from '../../../src/apiserver/registry/create.ts';
import { update } from '../../../src/apiserver/registry/update.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { type Resource, resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const place = { namespace: 'default', name: 'x' };

/** Creates a registry with the namespace `default`. Returns its context, and the resource of ConfigMaps. */
function setUp(): { readonly context: RegistryContext; readonly configMaps: Resource } {
  const catalog = new Catalog();
  for (const definition of builtInResources()) catalog.add(resourceOf(definition));
  const world = { now: () => 0, random: () => 0.5 };
  const context = {
    storage: new Storage(100, 1),
    catalog,
    world,
    foreignOwners: new Set(),
    namespacesBeingEmptied: new Set(),
  };
  create(context as never, catalog.namespaces, '', { metadata: { name: 'default' } });
  const configMaps = catalog.find('', 'v1', 'configmaps');
  if (configMaps === undefined) throw new Error('there are no config maps');
  return { context: context as never, configMaps };
}

const configMap = (data: object): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x' },
  data,
});

/** Runs the steps of a write. Calls `between` before the last step. */
function withBetween<R>(steps: Generator<void, R>, count: number, between: () => void): R {
  for (let step = 0; step < count; step++) expect(steps.next().done).toBe(false);
  between();
  const last = steps.next();
  if (last.done !== true) throw new Error('there are more steps');
  return last.value;
}

describe('createSteps', () => {
  it('should store nothing before its last step, and refuse a name that was created in the meantime', () => {
    const { context, configMaps } = setUp();
    const steps = createSteps(context, configMaps, 'default', configMap({ a: '1' }), {});

    expect(() =>
      withBetween(steps, 2, () => {
        create(context, configMaps, 'default', configMap({ a: '2' }));
      }),
    ).toThrow('configmaps "x" already exists');
  });

  it('should create no object of a resource that is no longer served', () => {
    const { context, configMaps } = setUp();
    const steps = createSteps(context, configMaps, 'default', configMap({}), {});

    expect(() =>
      withBetween(steps, 2, () => {
        context.catalog.replace([configMaps], []);
      }),
    ).toThrow('the server could not find the requested resource');
    expect(context.storage.collection(configMaps.id).get('default/x')).toBeUndefined();
  });
});

describe('applySteps', () => {
  const options = { fieldManager: 'me' };

  it('should merge the configuration into the writes of others in the meantime', () => {
    const { context, configMaps } = setUp();
    create(context, configMaps, 'default', configMap({ a: '1' }), { fieldManager: 'other' });
    const steps = applySteps(context, configMaps, place, configMap({ b: '1' }), options);

    const { object } = withBetween(steps, 1, () => {
      update(context, configMaps, place, configMap({ a: '2' }), { fieldManager: 'other' });
    });

    expect(object['data']).toEqual({ a: '2', b: '1' });
  });

  it('should change an object that others created in the meantime, and create one that they deleted', () => {
    const { context, configMaps } = setUp();
    const first = applySteps(context, configMaps, place, configMap({ b: '1' }), options);
    const { created } = withBetween(first, 1, () => {
      create(context, configMaps, 'default', configMap({ a: '1' }));
    });
    const second = applySteps(context, configMaps, place, configMap({ c: '1' }), options);
    const again = withBetween(second, 1, () => {
      context.storage.remove(configMaps.id, 'default/x');
    });

    expect(created).toBe(false);
    expect(again).toMatchObject({ created: true, object: { data: { c: '1' } } });
  });
});
