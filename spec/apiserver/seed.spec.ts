import { describe, expect, it } from '@jest/globals';
import { OptionsError, StatusError } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

const configMap = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
});
const list = (...items: readonly object[]): object => ({ apiVersion: 'v1', kind: 'List', items });

const refusal = (...words: Parameters<ApiServer['seed']>): unknown => {
  try {
    createApiServer().seed(...words);
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('seed', () => {
  it.each([
    [[configMap('a'), list(configMap('b'), configMap('a'))], 'seed[1]: items[1]: configmaps "a" already'],
    [[configMap('Nope')], 'seed[0]: ConfigMap "Nope" is invalid: metadata.name'],
  ])('should name the refused object of %j', (objects, message) => {
    const error = refusal(objects);

    expect(error).toBeInstanceOf(StatusError);
    expect(String(error)).toContain(message);
  });

  it.each([
    [[configMap('a'), { kind: 'Thing', apiVersion: 'v1' }], 'seed[1]: kind must be one that the server has'],
    [
      [list(configMap('a'), { metadata: {} })],
      'seed[0]: items[1] must be an object with apiVersion and kind',
    ],
    [[configMap('a'), 5], 'seed[1] must be an object with apiVersion and kind, not 5'],
  ])('should name the invalid object of %j', (objects, message) => {
    const error = refusal(objects);

    expect(error).toBeInstanceOf(OptionsError);
    expect(String(error)).toContain(message);
  });

  const deepObject = (): object => {
    let deep: object = {};
    for (let level = 0; level < 50_000; level++) deep = { a: deep };
    return deep;
  };
  const cycle = (): object => {
    const object: Record<string, unknown> = {};
    return Object.assign(object, { a: object });
  };

  it.each([
    ['a cycle', cycle, 'seed[1] must be an object that JSON can hold, not an object: Converting circular'],
    [
      'a bigint',
      () => ({ a: 1n }),
      'seed[1] must be an object that JSON can hold, not an object: Do not know',
    ],
    ['great depth', deepObject, 'seed[1] must be an object of at most 500 levels, not an object'],
  ])('should name the object that cannot be read, with the reason (%s)', (_, data, message) => {
    const error = refusal([configMap('a'), { ...configMap('b'), data: data() }]);

    expect(error).toBeInstanceOf(OptionsError);
    expect(String(error)).toContain(message);
    const object = { metadata: { name: 'x', namespace: 'default' }, data: data() as never };
    expect(() => createApiServer().objects.create(core.v1.configmaps, object)).toThrow(
      message.replace('seed[1]', 'object'),
    );
  });

  it('should keep the code, the reason and the causes of a refusal', () => {
    expect(refusal([configMap('Nope')])).toMatchObject({
      code: 422,
      reason: 'Invalid',
      causes: [{ field: 'metadata.name' }],
    });
  });

  it('should name an object as the reader does', () => {
    const error = refusal([configMap('a'), configMap('a')], { nameOf: (at) => `line ${at + 1}` });

    expect(String(error)).toContain('line 2: configmaps "a" already exists');
  });

  it('should check its arguments', () => {
    expect(refusal(configMap('a') as unknown as object[])).toBeInstanceOf(OptionsError);
    expect(refusal([], { nameOf: 'x' } as unknown as { nameOf: () => string })).toBeInstanceOf(OptionsError);
  });

  it('should accept the initial objects of every cluster as saved elsewhere', () => {
    const server = createApiServer();
    const { uid } = server.objects.get(core.v1.namespaces, 'default')?.metadata ?? {};
    const metadata = { uid: 'u-9', resourceVersion: '7', creationTimestamp: '2020-01-01T00:00:00Z' };
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    const roles = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };

    server.seed([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { ...metadata, name: 'default', labels: { a: 'b' } } },
      { ...role, metadata: { ...metadata, name: 'cluster-admin' }, rules },
    ]);

    expect(server.objects.get(core.v1.namespaces, 'default')?.metadata).toMatchObject({
      uid,
      labels: { a: 'b', 'kubernetes.io/metadata.name': 'default' },
    });
    expect(server.objects.get(roles, 'cluster-admin')).toMatchObject({ rules });
  });
});
