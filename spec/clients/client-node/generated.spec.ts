import { expect, it } from '@jest/globals';
import { codeOf, describeClients } from './support.ts';

const namespace = 'default';
const labels = { app: 'web' };
const deployment = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
};

describeClients('the generated APIs', (world) => {
  it('should create, read, list, replace and delete', async () => {
    const { k8s, config } = world();
    const core = config.makeApiClient(k8s.CoreV1Api);

    const made = await core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name: 'a', labels }, data: { a: '1' } },
    });
    expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date);
    const replaced = await core.replaceNamespacedConfigMap({
      name: 'a',
      namespace,
      body: { ...made, data: { a: '2' } },
    });
    expect(replaced.data).toEqual({ a: '2' });
    expect(await codeOf(core.replaceNamespacedConfigMap({ name: 'a', namespace, body: made }))).toBe(409);
    expect(await core.readNamespacedConfigMap({ name: 'a', namespace })).toEqual(replaced);
    const { items } = await core.listNamespacedConfigMap({ namespace, labelSelector: 'app=web' });
    expect(items.map(({ data }) => data)).toEqual([{ a: '2' }]);
    const status = await core.deleteNamespacedConfigMap({ name: 'a', namespace });
    expect(status.status).toBe('Success');
    expect(await codeOf(core.readNamespacedConfigMap({ name: 'a', namespace }))).toBe(404);
  });

  it('should list in pages', async () => {
    const { k8s, config } = world();
    const core = config.makeApiClient(k8s.CoreV1Api);
    for (let at = 0; at < 5; at++) {
      await core.createNamespacedSecret({ namespace, body: { metadata: { name: `s${at}` } } });
    }

    const first = await core.listNamespacedSecret({ namespace, limit: 3 });
    const rest = await core.listNamespacedSecret({
      namespace,
      limit: 3,
      _continue: first.metadata?._continue ?? '',
    });

    expect(first.metadata?.remainingItemCount).toBe(2);
    expect([...first.items, ...rest.items].map(({ metadata }) => metadata?.name)).toEqual([
      's0',
      's1',
      's2',
      's3',
      's4',
    ]);
  });

  it('should scale and patch a deployment, and set its status', async () => {
    const { k8s, config } = world();
    const apps = config.makeApiClient(k8s.AppsV1Api);
    await apps.createNamespacedDeployment({ namespace, body: deployment });
    const named = { name: 'web', namespace };

    const scale = await apps.readNamespacedDeploymentScale(named);
    await apps.replaceNamespacedDeploymentScale({ ...named, body: { ...scale, spec: { replicas: 5 } } });
    await apps.patchNamespacedDeployment({
      ...named,
      body: [{ op: 'add', path: '/metadata/labels', value: labels }],
    });
    await apps.patchNamespacedDeployment(
      { ...named, body: { spec: { paused: true } } },
      k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.MergePatch),
    );
    await apps.patchNamespacedDeploymentStatus(
      { ...named, body: { status: { replicas: 5 } } },
      k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.StrategicMergePatch),
    );

    const { metadata, spec, status } = await apps.readNamespacedDeployment(named);
    expect(metadata?.labels).toEqual(labels);
    expect([spec?.replicas, spec?.paused, status?.replicas]).toEqual([5, true, 5]);
    expect(metadata?.managedFields?.length).toBeGreaterThan(1);
  });

  it('should serve custom objects', async () => {
    const { k8s, config } = world();
    const group = 'clients.example';
    const openAPIV3Schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    };
    await config.makeApiClient(k8s.ApiextensionsV1Api).createCustomResourceDefinition({
      body: {
        metadata: { name: `gears.${group}` },
        spec: {
          group,
          scope: 'Namespaced',
          names: { plural: 'gears', kind: 'Gear' },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
        },
      },
    });
    const objects = config.makeApiClient(k8s.CustomObjectsApi);
    const gears = { group, version: 'v1', namespace, plural: 'gears' };
    const gear = (size: unknown) => ({
      apiVersion: `${group}/v1`,
      kind: 'Gear',
      metadata: { name: 'a' },
      spec: { size },
    });

    await objects.createNamespacedCustomObject({ ...gears, body: gear(1) });
    await objects.patchNamespacedCustomObject(
      { ...gears, name: 'a', body: { spec: { size: 2 } } },
      k8s.setHeaderOptions('Content-Type', k8s.PatchStrategy.MergePatch),
    );

    expect(await objects.getNamespacedCustomObject({ ...gears, name: 'a' })).toMatchObject(gear(2));
    expect(
      await codeOf(
        objects.createNamespacedCustomObject({ ...gears, body: { ...gear('x'), metadata: { name: 'b' } } }),
      ),
    ).toBe(422);
    await objects.deleteNamespacedCustomObject({ ...gears, name: 'a' });
    expect(await objects.listNamespacedCustomObject(gears)).toMatchObject({ items: [] });
  });
});
