import { describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { apps, core } from 'rx-informer/kinds';
import { until } from '../../support/until.ts';
import { inProcess } from '../in-process.ts';

describe('rx-informer start, with a cluster', () => {
  it('should print the nodes, the deployments and the pods of all namespaces, and continue', async () => {
    const server = createApiServer();
    const { url } = await server.listen();
    const { objects } = server;
    const labels = { app: 'web' };
    const spec = { containers: [{ name: 'web', image: 'web:1' }] };
    objects.create(core.v1.namespaces, { metadata: { name: 'shop' } });
    objects.create(core.v1.nodes, { metadata: { name: 'worker-1' } });
    objects.create(core.v1.pods, { metadata: { name: 'web-1', namespace: 'shop' }, spec });
    objects.create(core.v1.configmaps, { metadata: { name: 'a', namespace: 'shop' } });
    objects.create(apps.v1.deployments, {
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
    const start = inProcess(['start', '--server', url]);
    const lines = (): readonly string[] =>
      start
        .output()
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split(' ').slice(1, 4).join(' '));
    await until(() => lines().length >= 3);
    objects.delete(core.v1.nodes, 'worker-1');
    await until(() => lines().length >= 4);
    start.stop();

    expect(await start.ended).toBe(0);
    expect(lines().slice(0, 3).toSorted()).toEqual([
      'added deployments default/web',
      'added nodes worker-1',
      'added pods shop/web-1',
    ]);
    expect(lines().slice(3)).toEqual(['deleted nodes worker-1']);
    await server.close();
  });
});
