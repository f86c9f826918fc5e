import { expect, it } from '@jest/globals';
import type { KubernetesObject } from '@kubernetes/client-node';
import { until } from '../../support/until.ts';
import { describeClients } from './support.ts';

const namespace = 'default';
const path = '/api/v1/namespaces/default/configmaps';

describeClients('Watch and makeInformer', (world) => {
  it('should send the changes to a watch, until the watch is aborted', async () => {
    const { k8s, config } = world();
    const core = config.makeApiClient(k8s.CoreV1Api);
    const received: string[] = [];
    let ended = false;
    const watch = new k8s.Watch(config);

    const controller = await watch.watch(
      path,
      { labelSelector: 'of=watch' },
      (type: string, object: KubernetesObject) => received.push(`${type} ${object.metadata?.name ?? ''}`),
      () => (ended = true),
    );
    const body = { metadata: { name: 'w', labels: { of: 'watch' } } };
    await core.createNamespacedConfigMap({ namespace, body });
    await core.replaceNamespacedConfigMap({ name: 'w', namespace, body: { ...body, data: { a: '1' } } });
    await core.deleteNamespacedConfigMap({ name: 'w', namespace });
    await until(() => received.length === 3);
    controller.abort();
    await until(() => ended);

    expect(received).toEqual(['ADDED w', 'MODIFIED w', 'DELETED w']);
  });

  it('should keep an informer of client-node up to date, also after the server ends a watch', async () => {
    const { k8s, config, server } = world();
    const core = config.makeApiClient(k8s.CoreV1Api);
    const body = (name: string) => ({ metadata: { name, labels: { of: 'informer' } } });
    await core.createNamespacedConfigMap({ namespace, body: body('a') });
    const received: string[] = [];
    const labelSelector = 'of=informer';
    const list = () => core.listNamespacedConfigMap({ namespace, labelSelector });
    const informer = k8s.makeInformer(config, path, list, labelSelector);
    for (const verb of ['add', 'update', 'delete'] as const) {
      informer.on(verb, ({ metadata }: KubernetesObject) => received.push(`${verb} ${metadata?.name ?? ''}`));
    }

    await informer.start();
    await core.createNamespacedConfigMap({ namespace, body: body('b') });
    await until(() => received.length === 2);
    server.endWatches();
    await core.deleteNamespacedConfigMap({ name: 'a', namespace });
    await core.replaceNamespacedConfigMap({ name: 'b', namespace, body: { ...body('b'), data: { a: '1' } } });
    await until(() => received.includes('delete a') && received.includes('update b'));

    expect(informer.list().map(({ metadata }) => metadata?.name)).toEqual(['b']);
    await informer.stop();
  });
});
