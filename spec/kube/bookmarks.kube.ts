import { afterEach, describe, expect, it } from '@jest/globals';
import {
  compareResourceVersions,
  type KubeRequest,
  listWatch,
  reflect,
  type ReflectorEvent,
} from 'rx-informer';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { Subscription } from 'rxjs';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { names, workbench } from './support/workbench.ts';

let running = new Subscription();
afterEach(() => {
  stopObserving();
  running.unsubscribe();
  running = new Subscription();
});

// The watch timeout is 5 s. The server sends a bookmark 2 s before the timeout, so 3 s after the start of the watch.
const short = { watchTimeout: 5_000, random: () => 0, backoff: { initial: 100 } };

describe('bookmarks of a quiet collection', () => {
  it('should advance the version while other collections change', async () => {
    const cluster = sharedCluster();
    const quiet = await workbench(cluster, core.v1.configmaps);
    const busy = await workbench(cluster, core.v1.configmaps);
    await quiet.create(names('map', 5));
    const observed = observe(quiet, transportTo(cluster), short);
    await observed.hasSynced();

    await busy.create(names('map', 20));
    const last = busy.writes.at(-1)?.resourceVersion ?? '';

    await eventually(() =>
      expect(compareResourceVersions(observed.informer.store.resourceVersion, last)).toBeGreaterThanOrEqual(
        0,
      ),
    );
    await observed.sameAsServer();
    expect(observed.changes).toHaveLength(5);
  });

  it('should be the version from which the next watch starts', async () => {
    const cluster = sharedCluster();
    const quiet = await workbench(cluster, core.v1.configmaps);
    const busy = await workbench(cluster, core.v1.configmaps);
    const events: ReflectorEvent<ConfigMap>[] = [];
    const lastBookmarks: (string | undefined)[] = [];
    // After a watch without a bookmark, the reflector reads the server's current resourceVersion. This request contains
    // no resourceVersion.
    const isWatch = ({ query }: KubeRequest): boolean => query?.['resourceVersion'] !== undefined;
    const transport = recorded(transportTo(cluster), (request) => {
      if (!isWatch(request)) return undefined;
      const bookmark = events.findLast((event) => event.type === 'BOOKMARK');
      lastBookmarks.push(bookmark?.resourceVersion);
      return undefined;
    });
    const source = listWatch(transport, quiet.resource, { namespace: quiet.namespace });
    running.add(reflect(source, short).subscribe((event) => events.push(event)));
    await eventually(() => expect(events).toHaveLength(1));

    await busy.create(names('map', 20));
    await eventually(() => expect(transport.requests.filter(isWatch).length).toBeGreaterThan(2));

    // All other requests must be the first list, and lists of one object that read the current resourceVersion.
    const [list, ...checks] = transport.requests.filter((request) => !isWatch(request));
    expect(list).toBe(transport.requests[0]);
    expect(checks.map(({ query }) => query?.['limit'])).toEqual(checks.map(() => '1'));
    const versions = transport.requests.filter(isWatch).map(({ query }) => query?.['resourceVersion']);
    expect(versions).toEqual(lastBookmarks);
    const [first, last] = [events[0], versions.at(-1)] as [
      Extract<ReflectorEvent<ConfigMap>, { type: 'REPLACED' }>,
      string,
    ];
    expect(compareResourceVersions(last, first.resourceVersion)).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'REPLACED')).toHaveLength(1);
  });
});
