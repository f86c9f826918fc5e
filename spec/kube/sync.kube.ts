import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { KubeObject, KubeRequest, ObjectMeta } from 'rx-informer';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { recorded } from './support/recorded.ts';
import { type Way, ways } from './support/ways.ts';
import { names, type Workbench, workbench } from './support/workbench.ts';

const cluster = sharedCluster();
let bench: Workbench<ConfigMap>;

beforeAll(async () => {
  bench = await workbench(cluster, core.v1.configmaps, () => ({ data: { text: 'x'.repeat(200) } }));
  await bench.create(names('map', 5_000));
});
afterEach(stopObserving);

describe.each(ways)('5,000 configmaps by %s', (_, open) => {
  let way: Way;
  beforeAll(async () => {
    way = await open(cluster);
  });
  afterAll(() => way.close());

  it('should arrive in ten pages of one list, and become visible together', async () => {
    const transport = recorded(way.transport);
    const observed = observe(bench, transport, {
      streamingList: 'never',
    });

    await observed.hasSynced();

    expect([...observed.sizes]).toEqual([5_000]);
    expect(transport.requests.filter(isList).map(({ query }) => query?.['limit'])).toEqual(
      Array(10).fill('500'),
    );
    expect(new Set(observed.changes.map(({ cause }) => cause))).toEqual(new Set(['initial']));
    await observed.sameAsServer();
    observed.expectNothingLost();
  });

  it('should arrive as one streamed list, and become visible together', async () => {
    const transport = recorded(way.transport);
    const observed = observe(bench, transport);

    await observed.hasSynced();

    expect([...observed.sizes]).toEqual([5_000]);
    expect(transport.requests.map(({ query }) => query?.['sendInitialEvents'])).toEqual(['true']);
    expect(new Set(observed.changes.map(({ cause }) => cause))).toEqual(new Set(['initial']));
    await observed.sameAsServer();
    observed.expectNothingLost();
  });
});

describe('the content of a store', () => {
  it('should be the server’s JSON, with kind and apiVersion, without managedFields, frozen', async () => {
    const [streamed, paged] = [
      observe(bench, transportTo(cluster)),
      observe(bench, transportTo(cluster), { streamingList: 'never' }),
    ];
    await streamed.hasSynced();
    await paged.hasSynced();
    const key = `${bench.namespace}/map-7`;

    const object = streamed.informer.store.get(key);

    const { managedFields, ...metadata } = bare((await bench.list()).find(isNamed('map-7')));
    expect(managedFields).toBeDefined();
    expect(object).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: { text: 'x'.repeat(200) },
    });
    expect(paged.informer.store.get(key)).toEqual(object);
    expect(Object.isFrozen(object?.metadata)).toBe(true);
  });

  it('should be emitted once to a late subscriber', async () => {
    const observed = observe(bench, transportTo(cluster));
    await observed.hasSynced();
    const keys: string[] = [];

    const late = observed.informer.changes().subscribe(({ key, cause }) => keys.push(`${cause} ${key}`));

    await eventually(() => expect(keys.length).toBeGreaterThanOrEqual(5_000));
    expect(keys).toEqual(observed.informer.store.listKeys().map((key) => `replay ${key}`));
    late.unsubscribe();
  });
});

const isList = ({ query }: KubeRequest): boolean => query?.['watch'] === undefined;
const bare = (object: KubeObject | undefined) =>
  object?.metadata as Partial<ObjectMeta> & { readonly managedFields?: unknown };
const isNamed =
  (name: string) =>
  ({ metadata }: KubeObject): boolean =>
    metadata.name === name;
