import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { GroupVersionResource, KubeObject } from 'rx-informer';
import { asAdmin } from './support/admin.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { names, workbench } from './support/workbench.ts';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}

const widgets: GroupVersionResource<Widget> = { group: 'example.com', version: 'v1', resource: 'widgets' };
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const cluster = sharedCluster();
const body = { apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 1 } };

beforeAll(async () => {
  await asAdmin(cluster, async (ask) => {
    await ask('POST', definitions, {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
        versions: [version({})],
      },
    });
    await eventually(() => ask('GET', '/apis/example.com/v1/widgets'));
  });
});
afterEach(stopObserving);

describe('a custom resource', () => {
  it('should be kept up with, through a change of its schema that ends the watch and its history', async () => {
    const bench = await workbench(cluster, widgets, () => body);
    await bench.create(names('widget', 50));
    const observed = observe(bench, transportTo(cluster), { backoff: { initial: 100, max: 1_000 } });
    await observed.hasSynced();
    await bench.change(names('widget', 50));
    await observed.sameAsServer();
    observed.expectNothingLost('gaps');
    const before = observed.statuses.length;

    await asAdmin(cluster, (ask) =>
      ask('PATCH', `${definitions}/widgets.example.com`, {
        spec: { versions: [version({ colour: { type: 'string' } })] },
      }),
    );
    await eventually(() => expect(observed.statuses.length).toBeGreaterThan(before));
    await bench.change(names('widget', 20));
    await bench.remove(names('widget', 5));
    await bench.create(names('late', 5));

    await observed.sameAsServer();
    observed.expectNothingLost('gaps');
    expect(observed.informer.store.get(`${bench.namespace}/late-0`)).toMatchObject(body);
  });
});

function version(properties: object): object {
  const spec = { type: 'object', properties: { size: { type: 'integer' }, ...properties } };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  return { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
}
