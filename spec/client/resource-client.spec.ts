import { describe, expect, it, jest } from '@jest/globals';
import { firstValueFrom, lastValueFrom, type Observable, tap } from 'rxjs';
import { type KubeObject, StatusError } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { defineResource, resourceClient } from 'rx-informer/client';
import { fetchTransport } from 'rx-informer/fetch';
import { apps, core, type Deployment, policy } from 'rx-informer/kinds';

const setUp = () => {
  const server = createApiServer();
  const { transport } = server;
  return {
    server,
    configMaps: resourceClient(transport, core.v1.configmaps),
    deployments: resourceClient(transport, apps.v1.deployments),
    pods: resourceClient(transport, core.v1.pods),
  };
};

const configMap = (name: string, data: Readonly<Record<string, string>> = {}) => ({
  metadata: { name, namespace: 'default' },
  data,
});
const deployment = (name: string, replicas = 1) => ({
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    },
  },
});

const result = <T>(source$: Observable<T>): Promise<T | undefined> =>
  lastValueFrom(source$, { defaultValue: undefined });
const failure = async (source$: Observable<unknown>): Promise<StatusError> => {
  const error: unknown = await result(source$).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof StatusError) return error;
  throw new Error(`expected a StatusError, got ${String(error)}`);
};

describe('resourceClient on the embedded API server', () => {
  it('should create and read an object, frozen and with its kind', async () => {
    const { configMaps } = setUp();

    const created = await firstValueFrom(configMaps.create(configMap('web', { color: 'blue' })));
    expect(created).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { color: 'blue' } });
    expect(created.metadata.uid).not.toBe('');
    expect(Object.isFrozen(created) && Object.isFrozen(created.metadata)).toBe(true);
    expect(await firstValueFrom(configMaps.get('default/web'))).toEqual(created);
  });

  it('should create an object with a generated name', async () => {
    const { configMaps } = setUp();
    const created = await firstValueFrom(
      configMaps.create({ metadata: { generateName: 'web-', namespace: 'default' } }),
    );
    expect(created.metadata.name).toMatch(/^web-.{5}$/);
  });

  it('should send one request for each subscription, and none without a subscription', async () => {
    const { configMaps, server } = setUp();
    const created$ = configMaps.create(configMap('web'));
    expect(server.requests).toHaveLength(0);
    await firstValueFrom(created$);
    expect((await failure(created$)).reason).toBe('AlreadyExists');
    expect(server.requests).toHaveLength(2);
  });

  it('should replace an object, and fail with 409 for an old resourceVersion', async () => {
    const { configMaps } = setUp();
    const created = await firstValueFrom(configMaps.create(configMap('web', { color: 'blue' })));
    const updated = await firstValueFrom(configMaps.update({ ...created, data: { color: 'red' } }));
    expect(updated.data).toEqual({ color: 'red' });

    const error = await failure(configMaps.update({ ...created, data: { color: 'green' } }));
    expect(error).toMatchObject({ code: 409, reason: 'Conflict' });
  });

  it('should apply a JSON patch and a merge patch', async () => {
    const { configMaps } = setUp();
    await firstValueFrom(configMaps.create(configMap('web', { color: 'blue', size: 'L' })));
    const patched = await firstValueFrom(
      configMaps.patch('default/web', [{ op: 'replace', path: '/data/color', value: 'red' }]),
    );
    expect(patched.data).toEqual({ color: 'red', size: 'L' });
    const merged = await firstValueFrom(configMaps.patch('default/web', { data: { size: null } }));
    expect(merged.data).toEqual({ color: 'red' });
  });

  it('should apply on the server, remove fields that are no longer applied, and name conflicting fields', async () => {
    const { configMaps } = setUp();
    const mine = { fieldManager: 'mine' };
    await firstValueFrom(configMaps.apply('default/web', { data: { color: 'blue', size: 'L' } }, mine));
    const applied = await firstValueFrom(configMaps.apply('default/web', { data: { color: 'blue' } }, mine));
    expect(applied.data).toEqual({ color: 'blue' });

    const theirs = { fieldManager: 'theirs' };
    const error = await failure(configMaps.apply('default/web', { data: { color: 'red' } }, theirs));
    expect(error.code).toBe(409);
    expect(error.causes).toEqual([
      { reason: 'FieldManagerConflict', message: 'conflict with "mine"', field: '.data.color' },
    ]);
    const forced = await firstValueFrom(
      configMaps.apply('default/web', { data: { color: 'red' } }, { ...theirs, force: true }),
    );
    expect(forced.data).toEqual({ color: 'red' });
  });

  it('should store nothing in a dry run', async () => {
    const { configMaps } = setUp();
    const created = await firstValueFrom(configMaps.create(configMap('web'), { dryRun: true }));
    expect(created.metadata.name).toBe('web');
    expect((await failure(configMaps.get('default/web'))).code).toBe(404);
  });

  it('should name the fields of an invalid object', async () => {
    const { deployments } = setUp();
    const error = await failure(deployments.create(deployment('web', -1)));
    expect(error.code).toBe(422);
    expect(error.causes.map(({ field }) => field)).toEqual(['spec.replicas']);
  });

  it('should refuse unknown fields in a strict validation, and warn by default', async () => {
    const { configMaps } = setUp();
    const misspelt = { ...configMap('web'), dta: {} };
    const error = await failure(configMaps.create(misspelt, { fieldValidation: 'Strict' }));
    expect(error.code).toBe(400);

    const onWarning = jest.fn();
    configMaps.warnings$.subscribe(onWarning);
    await firstValueFrom(configMaps.create(misspelt));
    expect(onWarning.mock.calls).toEqual([
      [{ text: 'unknown field "dta"', request: 'POST /api/v1/namespaces/default/configmaps' }],
    ]);
  });

  it('should record the field manager', async () => {
    const { transport } = createApiServer();
    const configMaps = resourceClient(transport, core.v1.configmaps, { keepManagedFields: true });
    const applied = await firstValueFrom(
      configMaps.apply('default/web', { data: { color: 'blue' } }, { fieldManager: 'mine' }),
    );
    expect(applied.metadata).toMatchObject({ managedFields: [{ manager: 'mine', operation: 'Apply' }] });
  });

  it('should remove managedFields by default', async () => {
    const { configMaps } = setUp();
    const applied = await firstValueFrom(
      configMaps.apply('default/web', { data: { color: 'blue' } }, { fieldManager: 'mine' }),
    );
    expect(applied.metadata).not.toHaveProperty('managedFields');
  });

  it('should emit undefined for a delete that is complete', async () => {
    const { configMaps } = setUp();
    await firstValueFrom(configMaps.create(configMap('web')));
    expect(await firstValueFrom(configMaps.delete('default/web'))).toBeUndefined();
    expect((await failure(configMaps.delete('default/web'))).code).toBe(404);
  });

  it('should emit the object for a delete that waits for a finalizer', async () => {
    const { configMaps } = setUp();
    const { metadata } = configMap('web');
    await firstValueFrom(configMaps.create({ metadata: { ...metadata, finalizers: ['example.com/wait'] } }));
    const marked = await firstValueFrom(configMaps.delete('default/web'));
    expect(marked?.metadata.deletionTimestamp).toBeDefined();
  });

  it('should delete only the object with the uid and version of the preconditions', async () => {
    const { configMaps } = setUp();
    const { metadata } = await firstValueFrom(configMaps.create(configMap('web')));
    const { uid, resourceVersion } = metadata;
    for (const preconditions of [{ uid: 'other' }, { uid, resourceVersion: '1' }]) {
      expect((await failure(configMaps.delete('default/web', { preconditions }))).code).toBe(409);
    }
    const preconditions = { uid, resourceVersion };
    expect(await firstValueFrom(configMaps.delete('default/web', { preconditions }))).toBeUndefined();
  });

  it('should keep the dependents if the propagation policy is Orphan', async () => {
    const { configMaps, deployments, server } = setUp();
    const {
      metadata,
      apiVersion = '',
      kind = '',
    } = await firstValueFrom(deployments.create(deployment('web')));
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
    const dependent = configMap('dependent');
    await firstValueFrom(
      configMaps.create({ metadata: { ...dependent.metadata, ownerReferences: [owner] } }),
    );
    await result(deployments.delete('default/web', { propagationPolicy: 'Orphan' }));
    expect(server.objects.list(core.v1.configmaps).map((one) => one.metadata.name)).toContain('dependent');
  });

  it('should delete all objects of a selector, and complete without a value', async () => {
    const { configMaps, server } = setUp();
    for (const name of ['a', 'b', 'c']) {
      const labels = { app: name === 'c' ? 'other' : 'web' };
      await firstValueFrom(configMaps.create({ metadata: { name, namespace: 'default', labels } }));
    }
    const selector = { namespace: 'default', labelSelector: 'app=web' };
    const onNext = jest.fn();
    await result(configMaps.deleteAll(selector).pipe(tap(onNext)));
    expect(onNext).not.toHaveBeenCalled();
    expect(server.objects.list(core.v1.configmaps).map(({ metadata }) => metadata.name)).toContain('c');
    expect((await failure(configMaps.get('default/a'))).code).toBe(404);
  });

  it('should edit an object', async () => {
    const { deployments } = setUp();
    await firstValueFrom(deployments.create(deployment('web')));
    const edited = await firstValueFrom(
      deployments.edit('default/web', (draft) => {
        if (draft.spec) draft.spec.replicas = 3;
      }),
    );
    expect(edited.spec?.replicas).toBe(3);
  });

  it('should change only the status through the subresource status', async () => {
    const { deployments } = setUp();
    await firstValueFrom(deployments.create(deployment('web')));
    const edited = await firstValueFrom(
      deployments.status.edit('default/web', (draft) => {
        if (draft.spec) draft.spec.replicas = 9;
        draft.status = { readyReplicas: 1, replicas: 1 };
      }),
    );
    expect(edited.status).toMatchObject({ readyReplicas: 1 });
    expect(edited.spec?.replicas).toBe(1);
    const patched = await firstValueFrom(
      deployments.status.patch('default/web', { status: { observedGeneration: 1 } }),
    );
    expect(patched.status).toMatchObject({ readyReplicas: 1, observedGeneration: 1 });
  });

  it('should read and write the scale of an object', async () => {
    const { deployments } = setUp();
    await firstValueFrom(deployments.create(deployment('web')));
    interface Scale extends KubeObject {
      readonly spec: { readonly replicas?: number };
    }
    const scale = deployments.subresource<Scale>('scale');
    const scaled = await firstValueFrom(
      scale.edit('default/web', (draft) => {
        draft.spec.replicas = 4;
      }),
    );
    expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 4 } });
    expect((await firstValueFrom(deployments.get('default/web'))).spec?.replicas).toBe(4);
  });

  it('should evict a pod', async () => {
    const { pods } = setUp();
    const { spec } = deployment('web').spec.template;
    await firstValueFrom(pods.create({ metadata: { name: 'web', namespace: 'default' }, spec }));
    const answer = await firstValueFrom(
      pods.subresource('eviction').create('default/web', {
        apiVersion: `${policy.v1.poddisruptionbudgets.group}/v1`,
        kind: 'Eviction',
        metadata: { name: 'web', namespace: 'default' },
      }),
    );
    expect(answer).toMatchObject({ kind: 'Status', status: 'Success' });
  });

  it('should serve custom resources and cluster-scoped resources', async () => {
    const { server } = setUp();
    const namespaces = resourceClient(server.transport, core.v1.namespaces);
    await firstValueFrom(namespaces.create({ metadata: { name: 'shop' } }));
    expect((await firstValueFrom(namespaces.get('shop'))).metadata.name).toBe('shop');

    interface Widget extends KubeObject {
      readonly spec: { readonly size: number };
    }
    const widgets = defineResource<Widget>({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      namespaced: true,
    });
    const error = await failure(resourceClient(server.transport, widgets).get('shop/a'));
    expect(error).toMatchObject({ code: 404, failure: 'notFound' });
    expect(error.advice).toContain('install the CustomResourceDefinition');
  });
});

describe('resourceClient over fetch', () => {
  it('should create, update, apply and delete', async () => {
    const server = createApiServer();
    const { url } = await server.listen({ port: 0 });
    try {
      const configMaps = resourceClient(fetchTransport({ server: url }), core.v1.configmaps);
      const created = await firstValueFrom(configMaps.create(configMap('web', { a: '1' })));
      await firstValueFrom(configMaps.update({ ...created, data: { a: '2' } }));
      const applied = await firstValueFrom(
        configMaps.apply('default/web', { data: { b: '1' } }, { fieldManager: 'mine' }),
      );
      expect(applied.data).toEqual({ a: '2', b: '1' });
      expect(await firstValueFrom(configMaps.delete('default/web'))).toBeUndefined();
      await result(configMaps.deleteAll({ namespace: 'default' }));
    } finally {
      await server.close();
    }
  });
});

describe('the types of resourceClient', () => {
  it('should accept any fields for a resource whose type is not known', () => {
    const { server } = setUp();
    const untyped = defineResource({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      namespaced: true,
    });
    const client = resourceClient(server.transport, untyped);
    const calls = () => [
      client.create({ metadata: { name: 'a', namespace: 'b' }, spec: { size: 1 } }),
      client.patch('a/b', { spec: { size: 2 } }),
    ];
    expect(calls()).toHaveLength(2);
  });

  it('should be the types of the kind', () => {
    const { deployments } = setUp();
    const typed: Observable<Deployment> = deployments.get('default/web');
    // @ts-expect-error a deployment has no field `data`
    const wrong = () => deployments.create({ metadata: { name: 'web', namespace: 'default' }, data: {} });
    // @ts-expect-error replicas is a number
    const text = () => deployments.patch('default/web', { spec: { replicas: '3' } });
    expect([typed, wrong, text]).toHaveLength(3);
  });
});
