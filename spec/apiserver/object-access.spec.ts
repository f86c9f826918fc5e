import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OptionsError, StatusError } from 'rx-informer';
import { type ApiServer, createApiServer, type ObjectAccess } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { configMaps } from './support/in-process-and-over-http.ts';
import { containers } from './support/containers.ts';

describe('objects', () => {
  let server: ApiServer;
  let objects: ObjectAccess;

  beforeEach(() => {
    server = createApiServer();
    ({ objects } = server);
  });
  afterEach(() => server.close());

  it('should create, read, change and delete, with the type of the resource', () => {
    const made = objects.create(core.v1.configmaps, {
      metadata: { name: 'c', namespace: 'default' },
      data: { a: '1' },
    });
    const updated = objects.update(core.v1.configmaps, { ...made, data: { a: '2' } });
    const patched = objects.patch(core.v1.configmaps, 'default/c', { data: { b: '3' } });

    expect(made.data?.['a']).toBe('1');
    expect(updated.data?.['a']).toBe('2');
    expect(patched.data).toEqual({ a: '2', b: '3' });
    expect(objects.get(core.v1.configmaps, 'default/c')).toBe(patched);
    expect(objects.list(core.v1.configmaps, 'default')).toEqual([patched]);
    expect(server.resourceVersion).toBe(patched.metadata.resourceVersion);
    objects.delete(core.v1.configmaps, 'default/c');
    expect(objects.get(core.v1.configmaps, 'default/c')).toBeUndefined();
  });

  it('should assign a node to a pod once, as a binding does', () => {
    const spec = { containers: [{ name: 'a', image: 'a' }] };
    objects.create(core.v1.pods, { metadata: { name: 'p', namespace: 'default' }, spec });

    const bound = objects.patch(core.v1.pods, 'default/p', { spec: { nodeName: 'n' } });

    expect(bound.spec?.nodeName).toBe('n');
    expect(() => objects.patch(core.v1.pods, 'default/p', { spec: { nodeName: 'm' } })).toThrow(
      'pod updates may not change fields other than',
    );
  });

  it('should list in key order, one namespace or all', () => {
    for (const key of ['kube-system/a', 'default/c', 'default/a', 'default/b']) {
      const [namespace = '', name = ''] = key.split('/');
      objects.create(configMaps, { metadata: { name, namespace } });
    }
    const keys = (namespace?: string): readonly string[] =>
      objects
        .list(configMaps, namespace)
        .map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);

    expect(keys()).toEqual(['default/a', 'default/b', 'default/c', 'kube-system/a']);
    expect(keys('default')).toEqual(['default/a', 'default/b', 'default/c']);
    expect(keys('nowhere')).toEqual([]);
  });

  it('should write only the status with the subresource `status`', () => {
    objects.create(core.v1.pods, { metadata: { name: 'p', namespace: 'default' }, spec: { containers } });

    const pod = objects.patch(
      core.v1.pods,
      'default/p',
      { status: { phase: 'Running' }, spec: { nodeName: 'n' } },
      { subresource: 'status' },
    );

    expect(pod.status).toEqual({ phase: 'Running', qosClass: 'BestEffort' });
    expect(pod.spec).toMatchObject({ containers });
  });

  it('should refuse the same requests as for a client, with the same error', () => {
    const metadata = { name: 'c', namespace: 'default' };
    objects.create(configMaps, { metadata });
    const codeOf = (write: () => unknown): unknown => {
      try {
        return write();
      } catch (error) {
        expect(error).toBeInstanceOf(StatusError);
        return (error as StatusError).code;
      }
    };

    expect(codeOf(() => objects.create(configMaps, { metadata }))).toBe(409);
    expect(codeOf(() => objects.create(configMaps, { metadata: { name: 'x', namespace: 'nowhere' } }))).toBe(
      404,
    );
    expect(codeOf(() => objects.create(configMaps, { metadata: { name: 'X_', namespace: 'default' } }))).toBe(
      422,
    );
    expect(
      codeOf(() => objects.update(configMaps, { metadata: { ...metadata, resourceVersion: '1' } })),
    ).toBe(409);
    expect(codeOf(() => objects.patch(configMaps, 'default/nope', {}))).toBe(404);
    expect(codeOf(() => objects.delete(configMaps, 'default/nope'))).toBe(404);
  });

  it('should have its members in the order of the real server', () => {
    const pod = objects.create(core.v1.pods, {
      metadata: { name: 'ordered', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });

    expect(Object.keys(pod)).toEqual(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
  });

  it('should name the accepted keys', () => {
    for (const call of [
      () => objects.get(core.v1.configmaps, 'a'),
      () => objects.patch(core.v1.configmaps, 'a', {}),
      () => objects.delete(core.v1.configmaps, 'a'),
    ])
      expect(call).toThrow('key must be NAMESPACE/NAME, for configmaps are in one, not "a"');
    expect(() => objects.get(core.v1.namespaces, 'a/b')).toThrow('key must be a name alone');
  });

  it('should return its resources', () => {
    const other = { group: '', version: 'v1', resource: 'things' };

    expect(() => objects.get(other, 'x')).toThrow(OptionsError);
    expect(() => objects.create(other, { metadata: { name: 'x' } })).toThrow(OptionsError);
  });

  it('should share frozen objects, and never freeze given objects', () => {
    const given = { metadata: { name: 'c', namespace: 'default' }, data: { a: '1' } };

    const stored = objects.create(core.v1.configmaps, given);

    expect(Object.isFrozen(given.data)).toBe(false);
    expect(Object.isFrozen(stored)).toBe(true);
    expect(Object.isFrozen(stored.data)).toBe(true);
    given.data.a = '2';
    expect(stored.data).toEqual({ a: '1' });
  });

  it('should send no event for an unchanged object', () => {
    const made = objects.create(core.v1.configmaps, {
      metadata: { name: 'c', namespace: 'default' },
      data: { a: '1' },
    });

    expect(objects.patch(core.v1.configmaps, 'default/c', { data: { a: '1', b: null } })).toBe(made);
    expect(objects.update(core.v1.configmaps, made)).toBe(made);
    expect(server.resourceVersion).toBe(made.metadata.resourceVersion);
  });
});

describe('objects, with invalid arguments', () => {
  const server = createApiServer();
  const { objects } = server;
  afterAll(() => server.close());
  const metadata = { name: 'c', namespace: 'default' };

  it.each<[string, () => unknown, string]>([
    ['no resource', () => objects.list(undefined as never), 'resource must be such as core.v1.pods'],
    ['no such resource', () => objects.list({ ...configMaps, resource: 'x' }), '"x of v1"'],
    ['no key', () => objects.get(configMaps, undefined as never), 'key must be a string'],
    ['no object', () => objects.create(configMaps, undefined as never), 'object must be an object'],
    ['no metadata', () => objects.create(configMaps, {} as never), 'object: metadata must be an object'],
    [
      'no namespace',
      () => objects.create(configMaps, { metadata: { name: 'c' } }),
      'metadata.namespace must',
    ],
    ['nor in an update', () => objects.update(configMaps, { metadata: { name: 'c' } }), 'metadata.namespace'],
    ['no patch', () => objects.patch(configMaps, 'default/c', 'x' as never), 'mergePatch must be'],
    ['a key too long', () => objects.delete(configMaps, 'a/b/c'), 'key must be'],
  ])('should explain the mistake: %s', (_, call, message) => {
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(message);
  });

  it('should accept valid arguments', () => {
    expect(objects.create(configMaps, { metadata }).metadata).toMatchObject(metadata);
  });
});

describe('seed', () => {
  it('should keep the given metadata, create missing namespaces, and accept lists', async () => {
    const server = createApiServer();

    server.seed([
      {
        kind: 'PodList',
        apiVersion: 'v1',
        metadata: {},
        items: [
          {
            metadata: {
              name: 'p',
              namespace: 'shop',
              uid: 'u-1',
              resourceVersion: '9',
              creationTimestamp: '2020-01-01T00:00:00Z',
            },
            spec: { containers },
            status: { phase: 'Running' },
          },
        ],
      },
      {
        kind: 'List',
        apiVersion: 'v1',
        items: [{ kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } }],
      },
      { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'c' } },
      { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'shop', labels: { a: 'b' } } },
      { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'default' } },
    ]);

    expect(server.objects.get(core.v1.pods, 'shop/p')).toMatchObject({
      metadata: { uid: 'u-1', creationTimestamp: '2020-01-01T00:00:00Z' },
      status: { phase: 'Running' },
    });
    expect(server.objects.get(core.v1.pods, 'shop/p')?.metadata.resourceVersion).not.toBe('9');
    expect(server.objects.get(core.v1.namespaces, 'shop')?.metadata.labels).toMatchObject({ a: 'b' });
    expect(server.objects.get(core.v1.configmaps, 'default/c')).toBeDefined();
    expect(server.objects.get(core.v1.nodes, 'n')).toBeDefined();
    await server.close();
  });

  it.each([
    [[5], OptionsError],
    [[{ kind: 'Thing', apiVersion: 'v1', metadata: { name: 'x' } }], OptionsError],
    [[{ metadata: { name: 'x' } }], OptionsError],
    [[{ kind: 'Node', apiVersion: 'v1', metadata: {} }], StatusError],
    [
      [
        { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } },
        { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } },
      ],
      StatusError,
    ],
  ])('should refuse %j', (objects, error) => {
    expect(() => createApiServer().seed(objects)).toThrow(error);
  });

  it('should refuse the whole seed before it starts if a kind is unknown', () => {
    const server = createApiServer();
    const { resourceVersion } = server;
    const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n' } };

    expect(() => server.seed([node, { ...node, kind: 'Thing' }])).toThrow(OptionsError);

    expect(server.resourceVersion).toBe(resourceVersion);
  });
});
