import { expect, it } from '@jest/globals';
import { CM, configMaps, CR, throughBothDoors, widgets } from '../support/in-process-and-over-http.ts';
import type { Frame } from '../support/watching.ts';

const form = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const headers = { accept: `${form},application/json` };

/** The fields of a Table that the specs read. */
interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[] | null;
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: unknown }[];
}

const tableOf = (body: unknown): Table => body as Table;
const namesOf = (body: unknown): readonly string[] | undefined =>
  tableOf(body).columnDefinitions?.map(({ name }) => name);

throughBothDoors('tables', (setUp) => {
  it('should show a collection, a page and one object (P102)', async () => {
    const { client, server } = await setUp();

    const all = await client.request('GET', CM, { headers });
    const page = await client.request('GET', `${CM}?limit=2`, { headers });
    const one = await client.request('GET', `${CM}/c1`, { headers });

    expect(all.body).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: server.resourceVersion },
    });
    expect(namesOf(all.body)).toEqual(['Name', 'Data', 'Age']);
    expect(tableOf(all.body).rows.map(({ cells }) => cells[0])).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5']);
    expect(page.body).toMatchObject({ metadata: { continue: expect.any(String), remainingItemCount: 4 } });
    expect(tableOf(page.body).rows).toHaveLength(2);
    expect(one.body).toMatchObject({
      kind: 'Table',
      rows: [{ cells: ['c1', 0, expect.any(String)], object: { kind: 'PartialObjectMetadata' } }],
    });
  });

  it('should include as much of each object as requested (P103)', async () => {
    const { client } = await setUp();
    const ask = (word: string): ReturnType<typeof client.request> =>
      client.request('GET', `${CM}/c1?includeObject=${word}`, { headers });

    expect(tableOf((await ask('None')).body).rows[0]?.object).toBeNull();
    expect(tableOf((await ask('')).body).rows[0]?.object).toMatchObject({ kind: 'PartialObjectMetadata' });
    expect(tableOf((await ask('Object')).body).rows[0]?.object).toMatchObject({ kind: 'ConfigMap' });
    expect(await ask('Foo')).toMatchObject({
      code: 400,
      body: { message: expect.stringContaining(`includeObject: Invalid value: "Foo": must be 'Metadata'`) },
    });
  });

  it('should show a scale with its own columns', async () => {
    const { client, server } = await setUp();
    const scaled = {
      metadata: { name: 'scaled', namespace: 'ns' },
      spec: {
        replicas: 3,
        selector: { app: 'a' },
        template: {
          metadata: { labels: { app: 'a' } },
          spec: { containers: [{ name: 'a', image: 'a' }] },
        },
      },
    };
    server.objects.create({ group: '', version: 'v1', resource: 'replicationcontrollers' }, scaled);

    const path = '/api/v1/namespaces/ns/replicationcontrollers/scaled/scale';
    const { body } = await client.request('GET', path, { headers });

    expect(namesOf(body)).toEqual(['Name', 'Desired', 'Available', 'Age']);
    expect(tableOf(body).rows[0]?.cells).toEqual(['scaled', 3, 0, expect.any(String)]);
  });

  it('should send the columns only in the first frame of a watch (P104)', async () => {
    const { client, server } = await setUp();
    const watching = client.watch(
      `${CM}?watch=true&resourceVersion=${server.resourceVersion}&allowWatchBookmarks=true`,
      { headers },
    );
    await watching.opened;
    server.objects.patch(configMaps, 'ns/c1', { data: { a: 'b' } });
    server.objects.delete(configMaps, 'ns/c2');
    await watching.take(2);
    server.bookmarkNow();

    const frames = await watching.take(3);
    const columns = frames.map(({ object }) => namesOf(object));
    const cells = ({ object }: Frame): readonly unknown[] | undefined => tableOf(object).rows[0]?.cells;

    expect(columns).toEqual([['Name', 'Data', 'Age'], undefined, undefined]);
    expect(frames.map(({ type }) => type)).toEqual(['MODIFIED', 'DELETED', 'BOOKMARK']);
    expect(frames.map((one) => cells(one)?.slice(0, 2))).toEqual([
      ['c1', 1],
      ['c2', 0],
      ['', 0],
    ]);
    expect(frames[2]?.object.metadata.resourceVersion).toBe(server.resourceVersion);
    watching.stop();
  });

  it('should end the initial list with a marked row, also if rows contain no objects (P104)', async () => {
    const { client } = await setUp();
    const watching = client.watch(
      `${CR}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&includeObject=None`,
      { headers },
    );

    const [first, second] = await watching.take(2);

    expect(tableOf(first?.object).rows[0]?.object).toBeNull();
    expect(tableOf(second?.object).rows[0]?.object).toMatchObject({
      metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
    watching.stop();
  });

  it('should send the columns to each of two watches', async () => {
    const { client, server } = await setUp();
    const from = `${CM}?watch=true&resourceVersion=${server.resourceVersion}`;
    const watches = [client.watch(from, { headers }), client.watch(from, { headers })];
    await Promise.all(watches.map(({ opened }) => opened));
    server.objects.patch(configMaps, 'ns/c1', { data: { a: 'b' } });

    for (const watching of watches) {
      const [frame] = await watching.take(1);
      expect(namesOf(frame?.object)).toEqual(['Name', 'Data', 'Age']);
      watching.stop();
    }
  });

  it('should show the declared columns of a custom resource, or its age', async () => {
    const printerColumns = [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1, description: 'Of it' },
      { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      { name: 'Since', type: 'date', jsonPath: '.spec.since' },
      { name: 'On', type: 'boolean', jsonPath: '.spec.on' },
      { name: 'Part', type: 'number', jsonPath: '.spec.part' },
      { name: 'All', type: 'string', jsonPath: '.spec.all' },
      { name: 'Nothing', type: 'string', jsonPath: '.spec.nothing' },
      { name: 'Lost', type: 'string', jsonPath: '.spec.list[7]' },
      { name: 'Wrong', type: 'integer', jsonPath: '.spec.color' },
      { name: 'Never', type: 'date', jsonPath: '.spec.color' },
    ];
    const now = (): number => Date.parse('2026-01-02T03:04:05Z');
    const type = { kind: 'Widget', apiVersion: 'demo.example.com/v1' };
    const { client, server } = await setUp({ now, resources: [{ ...widgets, printerColumns }] });
    const spec = {
      size: 3.7,
      color: 'red',
      since: '2026-01-02T03:03:05Z',
      on: true,
      part: 0.5,
      all: { b: '<&>', a: [{ d: 1, c: 2 }] },
      nothing: null,
      list: [],
    };
    server.objects.create(widgets, { ...type, metadata: { name: 'x', namespace: 'ns' }, spec } as never);

    const { body } = await client.request('GET', `${CR}/x`, { headers });

    expect(tableOf(body).columnDefinitions?.slice(0, 3)).toMatchObject([
      { name: 'Name', format: 'name', priority: 0 },
      {
        name: 'Size',
        type: 'integer',
        format: '',
        description: 'Custom resource definition column (in JSONPath format): .spec.size',
        priority: 0,
      },
      { name: 'Color', description: 'Of it', priority: 1 },
    ]);
    expect(tableOf(body).rows[0]?.cells).toEqual([
      'x',
      3,
      'red',
      null,
      '60s',
      true,
      0.5,
      String.raw`{"a":[{"c":2,"d":1}],"b":"\u003c\u0026\u003e"}`,
      '<no value>',
      null,
      null,
      '<invalid>',
    ]);

    const plain = await (await setUp({ now })).client.request('GET', CR, { headers });
    expect(namesOf(plain.body)).toEqual(['Name', 'Age']);
    expect(tableOf(plain.body).rows[0]?.cells).toEqual(['w', '0s']);
  });

  it('should be a Status after an error, and JSON if no table is possible (P107)', async () => {
    const { client } = await setUp();

    expect(await client.request('GET', `${CM}/nope`, { headers: { accept: form } })).toMatchObject({
      code: 404,
      body: { kind: 'Status' },
    });
    expect(
      await client.request('GET', CM, {
        headers: { accept: 'application/json;as=Table;v=v2;g=meta.k8s.io' },
      }),
    ).toMatchObject({ code: 406 });
    expect(
      await client.request('GET', CM, { headers: { accept: 'application/json;charset=utf-8;stream=watch' } }),
    ).toMatchObject({ code: 200, body: { kind: 'ConfigMapList' } });
    expect(
      await client.request('GET', CM, { headers: { accept: 'text/html;q=0.9, */*;q=0.1' } }),
    ).toMatchObject({ code: 200, body: { kind: 'ConfigMapList' } });
  });
});
