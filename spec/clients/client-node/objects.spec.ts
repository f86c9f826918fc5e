import { expect, it } from '@jest/globals';
import { codeOf, describeClients } from './support.ts';

const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } };

describeClients('KubernetesObjectApi', (world) => {
  it('should create, read, patch, list, replace and delete by kind', async () => {
    const { k8s, config } = world();
    const objects = k8s.KubernetesObjectApi.makeApiClient(config);

    await objects.create({ ...map, data: { a: '1' } } as typeof map);
    await objects.patch({ ...map, data: { b: '2' } } as typeof map);
    const read = await objects.read(map);
    expect(read).toMatchObject({ data: { a: '1', b: '2' } });
    await objects.replace({ ...read, data: { c: '3' } } as typeof map);
    const { items } = await objects.list('v1', 'ConfigMap', 'default');
    expect(items).toMatchObject([{ metadata: { name: 'a' }, data: { c: '3' } }]);
    await objects.delete(map);

    expect(await codeOf(objects.read(map))).toBe(404);
  });

  it('should apply as a field manager, and receive a conflict', async () => {
    const { k8s, config } = world();
    const objects = k8s.KubernetesObjectApi.makeApiClient(config);
    const apply = (manager: string, force: boolean, data: object) =>
      objects.patch(
        { ...map, metadata: { name: 'applied', namespace: 'kube-public' }, data } as typeof map,
        undefined,
        undefined,
        manager,
        force,
        k8s.PatchStrategy.ServerSideApply,
      );

    await apply('one', false, { a: '1' });
    await apply('two', false, { b: '2' });

    expect(await codeOf(apply('two', false, { a: '2' }))).toBe(409);
    expect(await apply('two', true, { a: '2' })).toMatchObject({ data: { a: '2' } });
  });
});
