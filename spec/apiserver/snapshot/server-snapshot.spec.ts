import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstValueFrom, toArray } from 'rxjs';
import { createApiServer, readSnapshot, type ServerSnapshot, writeSnapshot } from 'rx-informer/apiserver';
import { configMaps, pods } from '../support/in-process-and-over-http.ts';
import { containers } from '../support/containers.ts';

const metadata = { name: 'x', namespace: 'default' };
const crds = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' } as const;
const gadgets = { group: 'example.com', version: 'v1', resource: 'gadgets' } as const;

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

describe('snapshot and restore', () => {
  it('should restore changed, created and deleted objects, with their uid and version', () => {
    const { objects, ...server } = createApiServer();
    const kept = objects.create(configMaps, { metadata });
    const gone = objects.create(configMaps, { metadata: { ...metadata, name: 'y' } });
    const snapshot = server.snapshot();

    objects.patch(configMaps, 'default/x', { data: { color: 'red' } });
    objects.delete(configMaps, 'default/y');
    objects.create(configMaps, { metadata: { ...metadata, name: 'y' } });
    objects.create(configMaps, { metadata: { ...metadata, name: 'z' } });
    server.restore(snapshot);

    expect(objects.list(configMaps, 'default')).toEqual([kept, gone]);
    expect({ ...server.snapshot(), resourceVersion: '' }).toEqual({ ...snapshot, resourceVersion: '' });
  });

  it('should never decrease its version, end watches, and drop the history', async () => {
    const server = createApiServer();
    const path = '/api/v1/namespaces/default/configmaps';
    const frames = firstValueFrom(server.transport.open({ path, query: { watch: 'true' } }).pipe(toArray()));
    const snapshot = server.snapshot();
    server.objects.create(configMaps, { metadata });
    const { resourceVersion } = server;
    server.restore(snapshot);

    expect(await frames).toHaveLength(1);
    expect(Number(server.resourceVersion)).toBeGreaterThan(Number(resourceVersion));
    const again = server.transport.open({ path, query: { watch: 'true', resourceVersion } });
    expect(new TextDecoder().decode(await firstValueFrom(again))).toContain('"code":410');
  });

  it('should serve the kinds of CustomResourceDefinitions in the snapshot, and no others', () => {
    const server = createApiServer();
    const empty = server.snapshot();
    server.objects.create(crds, definition);
    server.objects.create(gadgets, { apiVersion: 'example.com/v1', kind: 'Gadget', metadata });
    const full = server.snapshot();

    const other = createApiServer();
    other.restore(full);
    expect(other.objects.list(gadgets)).toEqual(server.objects.list(gadgets));
    server.restore(empty);
    expect(server.objects.list(crds)).toEqual([]);
    expect(() => server.objects.list(gadgets)).toThrow('one that the server has');
  });

  it('should share no state with later writes', () => {
    const server = createApiServer();
    server.objects.create(pods, { metadata, ...{ spec: { containers } } });
    const snapshot = server.snapshot();
    const text = JSON.stringify(snapshot);
    server.objects.patch(pods, 'default/x', { metadata: { labels: { a: 'b' } } });
    expect(JSON.stringify(snapshot)).toBe(text);
  });

  it.each([
    [undefined, 'snapshot'],
    [{ kind: 'List' }, 'snapshot'],
    [{ apiVersion: 'rx-informer/v9' }, 'apiVersion'],
    [{ resourceVersion: '-1' }, 'resourceVersion'],
    [{ foreignOwners: [1] }, 'foreignOwners'],
    [{ collections: [] }, 'collections'],
    [
      { collections: { pods: { 'default/x': { metadata: { name: 'y', namespace: 'default' } } } } },
      'collections',
    ],
  ])('should refuse %j, and change nothing', (wrong, option) => {
    const server = createApiServer();
    const before = server.snapshot();
    const snapshot = wrong && { ...before, ...wrong };
    expect(() => server.restore(snapshot as ServerSnapshot)).toThrow(option);
    expect(server.snapshot()).toEqual(before);
  });
});

describe('a snapshot in a file', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rx-informer-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('should be read as it was written', () => {
    const { objects, ...server } = createApiServer();
    objects.create(configMaps, { metadata });
    const file = join(folder, 'whole.json');
    writeSnapshot(file, server.snapshot());

    const other = createApiServer();
    other.restore(readSnapshot(file));
    expect(other.objects.list(configMaps, 'default')).toEqual(objects.list(configMaps, 'default'));
    expect(readSnapshot(file)).toEqual(server.snapshot());
  });

  it('should be distinguished from a truncated snapshot', () => {
    const file = join(folder, 'cut.json');
    writeSnapshot(file, createApiServer().snapshot());
    writeFileSync(file, readFileSync(file).subarray(0, -100));
    expect(() => readSnapshot(file)).toThrow(/cut\.json is cut off/);
  });

  it.each(['', '{}', 'secret: yes', '[1]', '{"kind":"List"}'])('should not be read from %j', (text) => {
    const file = join(folder, 'foreign.json');
    writeFileSync(file, text);
    expect(() => readSnapshot(file)).toThrow(/foreign\.json is not a snapshot of an API server$/);
  });

  it('should be refused in place of the file name, and the file name in place of the snapshot', () => {
    const snapshot = createApiServer().snapshot();
    const swapped = writeSnapshot as unknown as (snapshot: unknown, file: unknown) => void;

    expect(() => swapped(snapshot, 'file')).toThrow('writeSnapshot: file must be the name of a file');
    expect(() => swapped('file', {})).toThrow('writeSnapshot: snapshot must be what snapshot() gave');
  });

  it('should be reported if the file does not exist', () => {
    expect(() => readSnapshot(join(folder, 'none'))).toThrow(
      'readSnapshot: file must be a file that is there',
    );
  });
});
