import { afterEach, describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { compact, start, stop } from './kube.mjs';
import { sharedCluster } from './support/cluster.ts';
import { type Command, stateAfter, watchCommand } from './support/command.ts';
import { eventually } from './support/eventually.ts';
import { expectNothingLost, expectSameAsServer } from './support/expectations.ts';
import { names, type Workbench, workbench } from './support/workbench.ts';

let command: Command | undefined;
afterEach(() => command?.kill('SIGKILL'));

describe('rx-informer watch configmaps -A -o json', () => {
  it('should print exactly the changes made, through a crash, a restart and a compaction', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 50));
    const watching = (command = watchCommand(cluster, 'configmaps', '-A'));
    await eventually(() => expect(watching.statuses.at(-1)).toMatchObject({ phase: 'watching' }));

    await bench.create(names('more', 50));
    await bench.change(names('map', 50));
    await bench.remove(names('more', 20));
    await sameAsServer(watching, bench);
    expectNothingLost(within(bench, watching), bench);

    await stop(cluster, 'kube-apiserver', 'SIGKILL');
    await start(cluster);
    await bench.change(names('map', 20));
    await sameAsServer(watching, bench);

    // Stops the command with SIGSTOP while the spec writes objects and compacts the history.
    watching.kill('SIGSTOP');
    await bench.change(names('map', 40));
    await bench.remove(names('map', 10));
    await bench.create(names('late', 10));
    await stop(cluster);
    await compact(cluster);
    await start(cluster);
    await bench.change(names('late', 5));
    watching.kill('SIGCONT');

    await sameAsServer(watching, bench);
    expectNothingLost(within(bench, watching), bench, 'gaps');
    expect(watching.statuses.map(({ failure }) => failure)).toContain('expired');
    await bench.change(names('late', 5));
    await sameAsServer(watching, bench);

    watching.kill('SIGINT');
    expect(await watching.exitCode).toBe(0);
  });

  it('should print the list and end with --until-synced', async () => {
    const cluster = sharedCluster();
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 1_200));

    const listing = watchCommand(cluster, 'configmaps', '-n', bench.namespace, '--until-synced');

    expect(await listing.exitCode).toBe(0);
    await expectSameAsServer(stateAfter(listing.changes), bench);
    expectNothingLost(listing.changes, bench);
  });
});

const within = ({ namespace }: Workbench<KubeObject>, { changes }: Command): Change<KubeObject>[] =>
  changes.filter(({ key }) => key.startsWith(`${namespace}/`));

const sameAsServer = (watching: Command, bench: Workbench<KubeObject>): Promise<void> =>
  eventually(() => expectSameAsServer(stateAfter(within(bench, watching)), bench));
