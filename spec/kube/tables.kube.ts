import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { BehaviorSubject } from 'rxjs';
import { createColumnSets } from '../../src/cli/live/machine/column-sets.ts';
import { cellsOf } from '../../src/cli/live/machine/objects-of-table.ts';
import type { ColumnDefinition } from '../../src/cli/live/machine/table.ts';
import { tableColumns } from '../../src/cli/live/machine/table-columns.ts';
import { tableTransport } from '../../src/cli/live/table-transport.ts';
import { compact } from './kube.mjs';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { defineWidgets, widgets } from './support/widgets.ts';
import { names, workbench } from './support/workbench.ts';

const backoff = { initial: 100, max: 1_000 };
const cluster = sharedCluster();

afterEach(stopObserving);

/** Returns a transport that requests Tables, and the last column definitions that it received. */
function tables() {
  const asked = recorded(transportTo(cluster));
  let definitions: readonly ColumnDefinition[] = [];
  const sets = createColumnSets();
  const transport = tableTransport(asked, (noted) => (definitions = noted ?? []), sets);
  const line = (object: KubeObject | undefined): readonly string[] =>
    tableColumns(definitions, [], sets).map(
      ({ heading, text }) => `${heading}=${object === undefined ? '' : text(object, 0)}`,
    );
  return { transport, requests: asked.requests, line, sets };
}

describe.each(['auto', 'never'] as const)('an informer over Tables (streamingList: %s)', (streamingList) => {
  it('should lose nothing with pages, events and a compacted history', async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 300));
    const enabled = new BehaviorSubject(true);
    const { transport, requests, line, sets } = tables();
    const observed = observe(bench, transport, { backoff, enabled, streamingList, pageSize: 100 });
    await observed.hasSynced();
    await eventually(() => expect(requests.at(-1)?.query?.['watch']).toBe('true'));
    if (streamingList === 'never')
      expect(requests.filter(({ query }) => query?.['continue'])).toHaveLength(2);

    await bench.change(names('map', 100));
    await bench.remove(names('map', 20));
    await bench.create(names('more', 20));
    await observed.sameAsServer();
    observed.expectNothingLost();

    enabled.next(false);
    await bench.change(names('map', 40).slice(20));
    await bench.create(names('late', 5));
    await compact(cluster);
    enabled.next(true);
    await observed.sameAsServer();
    observed.expectNothingLost('gaps');

    const object = observed.informer.store.get(`${bench.namespace}/late-0`);
    expect(object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'late-0' } });
    expect(line(object).slice(0, 2)).toEqual(['NAME=late-0', 'DATA=0']);
    expect(observed.informer.store.list().every((one) => cellsOf(one, sets)?.cells.length === 3)).toBe(true);
  });
});

describe('the columns of a custom resource', () => {
  beforeAll(() => defineWidgets(cluster));

  it('should be the columns of the server', async () => {
    const body = { apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 1 } };
    const bench = await workbench(cluster, widgets, () => body);
    await bench.create(['one']);
    const { transport, line } = tables();
    const observed = observe(bench, transport, { backoff });
    await observed.hasSynced();

    expect(line(observed.informer.store.get(`${bench.namespace}/one`))).toEqual(['NAME=one', 'AGE=0s']);
  });
});
