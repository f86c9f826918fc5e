import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { asAdmin } from './support/admin.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { definitions, defineWidgets, widgets, widgetVersion } from './support/widgets.ts';
import { names, workbench } from './support/workbench.ts';

const cluster = sharedCluster();
const body = { apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 1 } };

beforeAll(() => defineWidgets(cluster));
afterEach(stopObserving);

describe('a custom resource', () => {
  it('should be followed through a change of its schema, which ends the watch and its history', async () => {
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
        spec: { versions: [widgetVersion({ colour: { type: 'string' } })] },
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
