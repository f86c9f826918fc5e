import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ApiServer, createApiServer, type ManualClock, manualClock } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { Storage } from '../../src/apiserver/storage/storage.ts';
import { containers } from './support/containers.ts';

const definitions = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
} as const;
const gadgets = { group: 'example.com', version: 'v1', resource: 'gadgets' } as const;

/** Returns the CRD of a cluster-scoped kind. */
const definition = (plural: string, kind: string): { metadata: { name: string }; spec: object } => ({
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    names: { plural, kind },
    scope: 'Cluster',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});

describe('the controllers of the server', () => {
  let clock: ManualClock;
  let server: ApiServer;
  /** The keys of the objects that the storage refuses to remove. */
  const faulty = new Set<string>();
  let warnings: readonly unknown[][];

  beforeEach(() => {
    clock = manualClock(0);
    server = createApiServer({ clock, eventTtl: 5_000 });
    faulty.clear();
    const remove = Object.getOwnPropertyDescriptor(Storage.prototype, 'remove')?.value as Storage['remove'];
    jest.spyOn(Storage.prototype, 'remove').mockImplementation(function (this: Storage, id, key) {
      if (faulty.has(key)) throw new Error(`no ${key}`);
      remove.call(this, id, key);
    });
    warnings = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined).mock.calls;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.close();
  });

  const make = (resource: Parameters<ApiServer['objects']['create']>[0], metadata: object, more = {}): void =>
    void server.objects.create(resource, { metadata: { namespace: 'default', ...metadata }, ...more });
  const pod = (name: string): void => make(core.v1.pods, { name }, { spec: { nodeName: 'n', containers } });
  const names = (resource: Parameters<ApiServer['objects']['list']>[0]): readonly string[] =>
    server.objects.list(resource, 'default').map(({ metadata }) => metadata.name);
  const reports = (): readonly unknown[] => warnings.map(([text]) => text);
  const report = (controller: string, key: string): string =>
    `a controller of the API server (${controller}) failed: no ${key}`;

  /** Checks that each controller of the server that deletes objects still works. */
  function expectToWork(): void {
    pod('last');
    server.objects.delete(core.v1.pods, 'default/last', { gracePeriodSeconds: 1 });
    make(core.v1.configmaps, { name: 'owned', ownerReferences: [owner('gone')] });
    server.objects.create(definitions, definition('lasts', 'Last'));
    clock.advance(2_000);

    expect(names(core.v1.pods)).not.toContain('last');
    expect(names(core.v1.configmaps)).not.toContain('owned');
    expect(server.objects.list({ group: 'example.com', version: 'v1', resource: 'lasts' })).toEqual([]);
  }

  const owner = (name: string, uid = 'gone'): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid });

  it('should end the other pods if one cannot be removed', () => {
    for (const name of ['a', 'b', 'c']) pod(name);
    for (const name of ['a', 'b', 'c'])
      server.objects.delete(core.v1.pods, `default/${name}`, { gracePeriodSeconds: 1 });
    faulty.add('default/b');
    clock.advance(2_000);

    expect(names(core.v1.pods)).toEqual(['b']);
    expect(reports()).toEqual([report('terminating pods', 'default/b')]);
    expectToWork();
  });

  it('should collect the other objects if one cannot be removed', () => {
    make(core.v1.configmaps, { name: 'owner' });
    const { uid } = server.objects.get(core.v1.configmaps, 'default/owner')?.metadata ?? {};
    for (const name of ['a', 'b', 'c'])
      make(core.v1.configmaps, { name, ownerReferences: [owner('owner', uid)] });
    faulty.add('default/b');
    server.objects.delete(core.v1.configmaps, 'default/owner');
    clock.advance(1_000);

    expect(names(core.v1.configmaps)).toEqual(['b']);
    expect(reports()).toEqual([report('garbage collector', 'default/b')]);
    expectToWork();
  });

  it('should let the other events expire if one cannot be removed', () => {
    for (const name of ['a', 'b', 'c'])
      make(core.v1.events, { name }, { involvedObject: { namespace: 'default' } });
    faulty.add('default/b');
    clock.advance(6_000);

    expect(names(core.v1.events)).toEqual(['b']);
    expect(reports()).toEqual([report('events', 'default/b')]);
    expectToWork();
  });

  it('should delete the other objects of a definition if one cannot be removed', () => {
    server.objects.create(definitions, definition('gadgets', 'Gadget'));
    for (const name of ['a', 'b', 'c'])
      server.objects.create(gadgets, { kind: 'Gadget', apiVersion: 'example.com/v1', metadata: { name } });
    faulty.add('b');
    server.objects.delete(definitions, 'gadgets.example.com');

    expect(server.objects.list(gadgets).map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(reports()).toEqual([report('definitions', 'b')]);
    faulty.clear();
    server.objects.delete(gadgets, 'b');
    expect(server.objects.get(definitions, 'gadgets.example.com')).toBeUndefined();
    expectToWork();
  });

  it('should try each of many objects of a definition once', async () => {
    server.objects.create(definitions, definition('gadgets', 'Gadget'));
    for (let at = 0; at < 1_500; at++) {
      const metadata = { name: `g${at}` };
      server.objects.create(gadgets, { kind: 'Gadget', apiVersion: 'example.com/v1', metadata });
      faulty.add(metadata.name);
    }
    server.objects.delete(definitions, 'gadgets.example.com');
    while (warnings.length < 1_500) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));

    expect(warnings).toHaveLength(1_500);
  });

  it('should empty the rest of a namespace if an object cannot be removed, and throw', () => {
    server.objects.create(core.v1.namespaces, { metadata: { name: 'ns' } });
    for (const name of ['a', 'b', 'c']) make(core.v1.configmaps, { name, namespace: 'ns' });
    faulty.add('ns/b');

    expect(() => server.objects.delete(core.v1.namespaces, 'ns')).toThrow('no ns/b');
    expect(server.objects.list(core.v1.configmaps, 'ns').map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(server.objects.get(core.v1.namespaces, 'ns')).toMatchObject({ status: { phase: 'Terminating' } });
    expectToWork();
  });
});
