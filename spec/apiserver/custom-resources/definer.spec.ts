import { describe, expect, it, jest } from '@jest/globals';
import type { Definition } from '../../../src/apiserver/custom-resources/definition.ts';
import { defineCustomResources } from '../../../src/apiserver/define-custom-resources.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import type { RegistryContext } from '../../../src/apiserver/registry/context.ts';
import { create } from '../../../src/apiserver/registry/create.ts';
import { deleteObject } from '../../../src/apiserver/registry/delete.ts';
import { update } from '../../../src/apiserver/registry/update.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { type Resource, resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { restoreSnapshot, snapshotOf } from '../../../src/apiserver/snapshot/server-snapshot.ts';
import type { Collection } from '../../../src/apiserver/storage/collection.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';
import { until } from '../../support/until.ts';

const place = { namespace: '', name: 'as.ex.com' };

/** Runs a call while the clock stands still, so that a busy computer does not change the result. */
function inNoTime(call: () => void): void {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    call();
  } finally {
    clock.mockRestore();
  }
}

function setUp(): { readonly context: RegistryContext; readonly definitions: Resource } {
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
  const definitions = catalog.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  if (definitions === undefined) throw new Error('there are no definitions');
  defineCustomResources(context).subscribe();
  create(context, definitions, '', {
    metadata: { name: place.name },
    spec: {
      group: 'ex.com',
      names: { plural: 'as', kind: 'A' },
      scope: 'Cluster',
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  });
  return { context, definitions };
}

/** Counts how many CRDs a call reads from the storage. */
function looksIn(collection: Collection, call: () => void): number {
  const get = jest.spyOn(collection, 'get');
  const snapshot = jest.spyOn(collection, 'snapshot');
  call();
  const count = get.mock.calls.length + collection.size * snapshot.mock.calls.length;
  get.mockRestore();
  snapshot.mockRestore();
  return count;
}

const definition = (name: string, names: object = {}): Json => ({
  metadata: { name: `${name}.ex.com` },
  spec: {
    group: 'ex.com',
    names: { plural: name, kind: name.toUpperCase(), ...names },
    scope: 'Cluster',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});

describe('Definer', () => {
  it.each([50, 200])('should read all of %i objects with finalizers only a few times', async (count) => {
    const { context, definitions } = setUp();
    const resource = context.catalog.find('ex.com', 'v1', 'as');
    if (resource === undefined) throw new Error('the resource is not served');
    const type = { kind: 'A', apiVersion: 'ex.com/v1' };
    const names = Array.from({ length: count }, (_, at) => `o${at}`);
    for (const name of names)
      create(context, resource, '', { ...type, metadata: { name, finalizers: ['ex.com/f'] } });
    const collection = context.storage.collection(resource.id);
    const snapshot = collection.snapshot.bind(collection);
    let looks = 0;
    collection.snapshot = (revision) => {
      looks++;
      return snapshot(revision);
    };

    deleteObject(context, definitions, place);
    for (const name of names) {
      const stored = context.storage.collection(definitions.id).get(place.name);
      expect(stored?.metadata.deletionTimestamp).toBeDefined();
      const { resourceVersion } = collection.get(name)?.metadata ?? {};
      update(
        context,
        resource,
        { namespace: '', name },
        { ...type, metadata: { name, resourceVersion } },
        {},
      );
    }

    await until(() => context.storage.collection(definitions.id).size === 0); // the deletion may need several tasks
    expect(collection.size).toBe(0);
    expect(looks).toBeLessThan(5);
  });

  it('should read each definition of a group only a few times when another definition is added or changed', () => {
    const { context, definitions } = setUp();
    const collection = context.storage.collection(definitions.id);
    for (let at = 0; at < 200; at++) create(context, definitions, '', definition(`c${at}`));

    expect(looksIn(collection, () => create(context, definitions, '', definition('last')))).toBeLessThan(
      10 * 200,
    );
    const stored = collection.get(place.name);
    const metadata = { ...stored?.metadata, labels: { a: 'b' } };
    expect(
      looksIn(collection, () => update(context, definitions, place, { ...stored, metadata }, {})),
    ).toBeLessThan(5 * 200);
  });

  it('should read the definitions that wait for a name only a few times when the names become free', () => {
    const count = 200;
    const { context, definitions } = setUp();
    const collection = context.storage.collection(definitions.id);
    const shortNames = Array.from({ length: count }, (_, at) => `s${at}`);
    create(context, definitions, '', definition('holder', { shortNames }));
    for (const [at, name] of shortNames.entries())
      create(context, definitions, '', definition(`w${at}`, { shortNames: [name] }));
    const served = (): number => context.catalog.all.filter(({ group }) => group === 'ex.com').length;
    expect(served()).toBe(2);

    const looks = looksIn(collection, () =>
      deleteObject(context, definitions, { namespace: '', name: 'holder.ex.com' }),
    );

    expect(served()).toBe(1 + count);
    expect(looks).toBeLessThan(20 * count);
  });

  it('should give a free name to the first definition that waits for it', () => {
    const { context, definitions } = setUp();
    const collection = context.storage.collection(definitions.id);
    for (const name of ['holder', 'wb', 'wa'])
      create(context, definitions, '', definition(name, { shortNames: ['s'] }));
    const namesOf = (name: string): unknown =>
      (collection.get(`${name}.ex.com`) as unknown as Definition).status.acceptedNames.shortNames;

    deleteObject(context, definitions, { namespace: '', name: 'holder.ex.com' });
    expect([namesOf('wa'), namesOf('wb')]).toEqual([['s'], undefined]);
    deleteObject(context, definitions, { namespace: '', name: 'wa.ex.com' });
    expect(namesOf('wb')).toEqual(['s']);
  });

  it('should know the names of definitions that a snapshot restores', () => {
    const { context, definitions } = setUp();
    const collection = context.storage.collection(definitions.id);
    for (const name of ['z', 'b']) create(context, definitions, '', definition(name, { shortNames: ['s'] }));
    const before = snapshotOf(context);
    const statuses = (): unknown => ['z', 'b'].map((name) => collection.get(`${name}.ex.com`)?.['status']);
    const asBefore = statuses();
    for (const name of ['z', 'b'])
      deleteObject(context, definitions, { namespace: '', name: `${name}.ex.com` });

    restoreSnapshot(context, before);

    expect(statuses()).toEqual(asBefore);
  });

  it('should never take the kind of a built-in resource, for any status that a client writes', () => {
    const { context, definitions } = setUp();
    const { catalog, storage } = context;
    const ingresses = catalog.findKind('networking.k8s.io/v1', 'Ingress');
    const name = 'fakes.networking.k8s.io';
    const stored = create(context, definitions, '', {
      metadata: { name, annotations: { 'api-approved.kubernetes.io': 'unapproved' } },
      spec: {
        group: 'networking.k8s.io',
        names: { plural: 'fakes', kind: 'Ingress' },
        scope: 'Namespaced',
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    });
    const time = '2026-01-01T00:00:00Z';
    const conditions = ['Established', 'NamesAccepted'].map((type) => ({
      type,
      status: 'True',
      reason: 'x',
      message: 'x',
      lastTransitionTime: time,
    }));
    const acceptedNames = { plural: 'fakes', singular: 'fake', kind: 'Ingress', listKind: 'IngressList' };
    storage.write(definitions.id, name, (revision) => ({
      ...stored,
      metadata: { ...stored.metadata, resourceVersion: String(revision) },
      status: { acceptedNames, conditions, storedVersions: ['v1'] },
    }));

    expect(storage.collection(definitions.id).get(name)).toMatchObject({
      status: { acceptedNames: { plural: 'fakes', singular: 'fake', kind: '' } },
    });
    expect(catalog.find('networking.k8s.io', 'v1', 'fakes')).toBeUndefined();
    expect(catalog.findKind('networking.k8s.io/v1', 'Ingress')).toBe(ingresses);

    deleteObject(context, definitions, { namespace: '', name });
    expect(storage.collection(definitions.id).get(name)).toBeUndefined();
    expect(catalog.findKind('networking.k8s.io/v1', 'Ingress')).toBe(ingresses);
  });

  const filled = (
    count: number,
    more: object = {},
  ): ReturnType<typeof setUp> & { readonly resource: Resource } => {
    const { context, definitions } = setUp();
    const resource = context.catalog.find('ex.com', 'v1', 'as');
    if (resource === undefined) throw new Error('the resource is not served');
    for (let at = 0; at < count; at++) {
      const metadata = { name: `o${at}`, ...more };
      create(context, resource, '', { kind: 'A', apiVersion: 'ex.com/v1', metadata });
    }
    return { context, definitions, resource };
  };

  it('should delete a thousand objects within the deletion of their definition', () => {
    const { context, definitions, resource } = filled(990);

    inNoTime(() => {
      deleteObject(context, definitions, place);
    });

    expect([...context.storage.collections].map(([id]) => id)).not.toContain(resource.id);
    expect(context.storage.collection(definitions.id).size).toBe(0);
  });

  it.each([{}, { finalizers: ['ex.com/f'] }])(
    'should delete only some large objects within the deletion of their definition: %j',
    (more) => {
      const annotations = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`a${at}`, '']));
      const { context, definitions, resource } = filled(80, { annotations, ...more });
      const objects = context.storage.collection(resource.id);
      const left = (): number =>
        objects.snapshot().keys.filter((key) => objects.get(key)?.metadata.deletionTimestamp === undefined)
          .length;

      let now = 0;
      // Each read of the clock adds 100 ms. Therefore each later time slice of the deletion ends at once.
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 100));

      inNoTime(() => {
        deleteObject(context, definitions, place);
      });
      clock.mockRestore();

      expect(left()).toBeGreaterThan(20);
      expect(left()).toBeLessThan(40);
    },
  );

  it('should need no deeper stack for more objects', () => {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = Infinity;
    const deepest = (count: number): number => {
      const { context, definitions } = filled(count);
      let depth = 0;
      const collection = context.storage.collection.bind(context.storage);
      context.storage.collection = (id) => {
        depth = Math.max(depth, new Error().stack?.split('\n').length ?? 0);
        return collection(id);
      };
      inNoTime(() => {
        deleteObject(context, definitions, place);
      });
      return depth;
    };

    expect(deepest(100)).toBe(deepest(10));
    Error.stackTraceLimit = limit;
  });

  it('should delete more objects in slices, and the definition last', async () => {
    const { context, definitions, resource } = filled(5_000);
    const objects = context.storage.collection(resource.id);

    deleteObject(context, definitions, place);
    const left = objects.size;
    expect(left).toBeGreaterThan(0);
    expect(context.storage.collection(definitions.id).size).toBe(1);
    // Updates an object while the deletion is between two time slices.
    const name = 'o4999';
    const { resourceVersion } = objects.get(name)?.metadata ?? {};
    const labels = { a: 'b' };
    const metadata = { name, resourceVersion, labels };
    update(context, resource, { namespace: '', name }, { kind: 'A', apiVersion: 'ex.com/v1', metadata }, {});
    expect(objects.size).toBe(left);

    let turns = 0;
    for (; context.storage.collection(definitions.id).size > 0; turns++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(objects.size).toBe(0);
    expect(turns).toBeGreaterThan(1);
    expect(context.catalog.find('ex.com', 'v1', 'as')).toBeUndefined();
  });

  /** Adds objects that are already in deletion. A finalizer keeps these objects. */
  const withMarked = (count: number): ReturnType<typeof filled> => {
    const { context, definitions, resource } = filled(1);
    for (let at = 0; at < count; at++) {
      const metadata = { name: `p${at}`, finalizers: ['ex.com/f'] };
      create(context, resource, '', { kind: 'A', apiVersion: 'ex.com/v1', metadata });
      deleteObject(context, resource, { namespace: '', name: metadata.name });
    }
    return { context, definitions, resource };
  };

  it('should also check marked objects in slices', () => {
    const { context, definitions, resource } = withMarked(3_000);
    const get = jest.spyOn(context.storage.collection(resource.id), 'get');
    let now = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 100));

    deleteObject(context, definitions, place);
    clock.mockRestore();

    expect(get.mock.calls.length).toBeLessThan(1_100);
  });

  it('should stop checking thousands of objects once all are marked', async () => {
    const { context, definitions, resource } = withMarked(3_000);
    const objects = context.storage.collection(resource.id);
    const get = jest.spyOn(objects, 'get');
    deleteObject(context, definitions, place);
    await until(() => get.mock.calls.length >= 3_000);
    let looks: number;
    do {
      looks = get.mock.calls.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } while (get.mock.calls.length > looks && looks < 10_000);

    expect(looks).toBeLessThan(10_000);
    expect(objects.size).toBe(3_000);
  });

  it('should keep the objects of a definition that is removed before they are deleted', async () => {
    const { context, definitions, resource } = filled(5_000);
    const objects = context.storage.collection(resource.id);

    deleteObject(context, definitions, place);
    const stored = context.storage.collection(definitions.id).get(place.name);
    update(context, definitions, place, { ...stored, metadata: { ...stored?.metadata, finalizers: [] } }, {});
    const left = objects.size;
    expect(left).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 20));

    expect(context.storage.collection(definitions.id).size).toBe(0);
    expect(objects.size).toBe(left);
  });

  it('should keep the objects of a definition that a snapshot restores during their deletion', async () => {
    const { context, definitions, resource } = filled(3_000);
    const before = snapshotOf(context);

    deleteObject(context, definitions, place);
    restoreSnapshot(context, before);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));

    expect(context.storage.collection(resource.id).size).toBe(3_000);
  });
});
