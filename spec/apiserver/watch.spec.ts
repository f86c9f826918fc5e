import { expect, it } from '@jest/globals';
import {
  CM,
  configMaps,
  CR,
  pods,
  type Setup,
  throughBothDoors,
  widgets,
} from './support/in-process-and-over-http.ts';
import { type Frame, emitted } from './support/watching.ts';
import { containers } from './support/containers.ts';

const all = ['ADDED c0', 'ADDED c1', 'ADDED c2', 'ADDED c3', 'ADDED c4', 'ADDED c5'];
const streamed = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

const versionsOf = (frames: readonly Frame[]): readonly number[] =>
  frames.map(({ object }) => Number(object.metadata.resourceVersion));

/** Creates, patches and deletes the ConfigMap `x`. */
function live({ server }: Setup, name = 'x'): void {
  server.objects.create(configMaps, { metadata: { name, namespace: 'ns' } });
  server.objects.patch(configMaps, `ns/${name}`, { data: { a: '1' } });
  server.objects.delete(configMaps, `ns/${name}`);
}

throughBothDoors('watch', (setUp) => {
  it.each([
    ['P32', 'watch=true'],
    ['P33', 'watch=1&resourceVersion=0'],
    ['P52', 'watch=true&limit=2&resourceVersion=0'],
    ['any word starts one', 'watch=abc'],
  ])('should begin with the current objects, then continue (%s: %s)', async (_, query) => {
    const setup = await setUp();

    const watch = setup.client.watch(`${CM}?${query}`);
    expect(emitted(await watch.take(6))).toEqual(all);
    live(setup);

    expect(emitted(await watch.take(9)).slice(6)).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    expect(watch.frames[0]?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' });
    watch.stop();
  });

  it('should resume from a version, in order and completely (P34, P54, G1)', async () => {
    const setup = await setUp();
    const { resourceVersion } = setup.server;
    live(setup);

    const watch = setup.client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    const frames = await watch.take(3);

    expect(emitted(frames)).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    expect(frames[2]?.object.data).toEqual({ a: '1' });
    expect(versionsOf(frames)).toEqual([1, 2, 3].map((n) => Number(resourceVersion) + n));
    watch.stop();
  });

  it('should send nothing for a future version until the server has passed it (P37)', async () => {
    const setup = await setUp();
    const ahead = Number(setup.server.resourceVersion) + 2;

    const watch = setup.client.watch(`${CM}?watch=true&resourceVersion=${ahead}`);
    await watch.opened;
    live(setup);

    expect(emitted(await watch.take(1))).toEqual(['DELETED x']);
    watch.stop();
  });

  it.each([
    ['P38', 'resourceVersion=5&resourceVersionMatch=NotOlderThan', ['FieldValueForbidden']],
    ['P39', 'sendInitialEvents=true', ['FieldValueForbidden']],
    ['P39', 'sendInitialEvents=false', ['FieldValueForbidden']],
    [
      'P40',
      'sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=5',
      ['FieldValueForbidden', 'FieldValueNotSupported'],
    ],
    ['a token', 'continue=T', ['FieldValueForbidden']],
  ])('should refuse conflicting parameters (%s: %s)', async (_, query, reasons) => {
    const { client } = await setUp();

    const { code, body } = await client.request('GET', `${CM}?watch=true&${query}`);

    expect([code, body]).toMatchObject([
      422,
      { reason: 'Invalid', details: { causes: reasons.map((reason) => ({ reason })) } },
    ]);
  });

  it('should refuse a version that is not a number with a 500', async () => {
    const { client } = await setUp();

    const { code } = await client.request('GET', `${CM}?watch=true&resourceVersion=abc`);

    expect(code).toBe(500);
  });

  it('should stream a list and end it with its bookmark (P41, P48)', async () => {
    const setup = await setUp();
    const { resourceVersion } = setup.server;

    const watch = setup.client.watch(`${CM}?${streamed}&allowWatchBookmarks=true`);
    const frames = await watch.take(7);
    live(setup);

    expect(emitted(frames)).toEqual([...all, 'BOOKMARK']);
    expect(frames[6]?.object).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
    expect(emitted((await watch.take(10)).slice(7))).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    watch.stop();
  });

  it('should not end a streamed list without bookmarks (P42)', async () => {
    const setup = await setUp();

    const watch = setup.client.watch(`${CM}?${streamed}`);
    await watch.take(6);
    live(setup);

    expect(emitted(await watch.take(7))).toEqual([...all, 'ADDED x']);
    watch.stop();
  });

  it('should end the initial objects of a plain watch too, if it allows bookmarks (P47)', async () => {
    const { client } = await setUp();

    const watch = client.watch(`${CM}?watch=true&resourceVersion=0&allowWatchBookmarks=true`);
    const frames = await watch.take(7);

    expect(frames[6]).toMatchObject({
      type: 'BOOKMARK',
      object: { metadata: { annotations: expect.anything() } },
    });
    watch.stop();
  });

  it.each(['%now', '1'])(
    'should stream the list from version %s on, even if it is compacted (P43, P44)',
    async (from) => {
      const { client, server } = await setUp();
      const version = from === '%now' ? server.resourceVersion : from;

      const watch = client.watch(`${CM}?${streamed}&allowWatchBookmarks=true&resourceVersion=${version}`);
      const frames = await watch.take(7);

      expect(emitted(frames)).toEqual([...all, 'BOOKMARK']);
      expect(Number(frames[6]?.object.metadata.resourceVersion)).toBeGreaterThanOrEqual(Number(version));
      watch.stop();
    },
  );

  it('should end a streamed list at a far future version with an error frame (P45)', async () => {
    const { client } = await setUp();

    const watch = client.watch(`${CM}?${streamed}&resourceVersion=999999999999999`);

    expect(await watch.ended).toMatchObject([
      {
        type: 'ERROR',
        object: {
          kind: 'Status',
          code: 504,
          reason: 'Timeout',
          details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] },
        },
      },
    ]);
  });

  it.each(['', '&resourceVersion=0'])(
    'should send no initial objects if not requested (P46: %s)',
    async (version) => {
      const setup = await setUp();

      const watch = setup.client.watch(
        `${CM}?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan${version}`,
      );
      await watch.opened;
      live(setup);

      expect(emitted(await watch.take(3))).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
      watch.stop();
    },
  );

  it('should refuse every version before compact(), within the stream (P36)', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;
    const open = client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    await open.opened;
    server.compact();

    const late = client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'ns' } });

    const frames = await late.ended;
    expect(frames).toMatchObject([
      {
        type: 'ERROR',
        object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired' },
      },
    ]);
    expect(frames[0]?.object.message).toMatch(
      new RegExp(`^too old resource version: ${resourceVersion} \\(\\d+\\)$`),
    );
    expect(emitted(await open.take(1))).toEqual(['ADDED x']);
    open.stop();
  });

  it('should continue from the version of a list after compact()', async () => {
    const setup = await setUp();
    setup.server.compact();
    const { resourceVersion } = setup.server;
    live(setup);

    const watch = setup.client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);

    expect(emitted(await watch.take(3))).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    watch.stop();
  });

  it('should drop events beyond the size of the history', async () => {
    const setup = await setUp({ historySize: 2 });
    const { resourceVersion } = setup.server;
    live(setup);

    const tooOld = setup.client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    const kept = setup.client.watch(`${CM}?watch=true&resourceVersion=${Number(resourceVersion) + 1}`);

    expect(await tooOld.ended).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
    expect(emitted(await kept.take(2))).toEqual(['MODIFIED x', 'DELETED x']);
    kept.stop();
  });

  it('should send objects that enter and leave a selector (P53)', async () => {
    const { client, server } = await setUp();
    const { resourceVersion } = server;
    const labelled = (app: string): object => ({ metadata: { labels: { app } } });
    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'ns', labels: { app: 'a' } } });
    server.objects.patch(configMaps, 'ns/x', labelled('b'));
    server.objects.patch(configMaps, 'ns/x', labelled('a'));
    server.objects.patch(configMaps, 'ns/x', { data: { k: 'v' } });
    server.objects.delete(configMaps, 'ns/x');

    const watch = client.watch(`${CM}?watch=true&labelSelector=app%3Da&resourceVersion=${resourceVersion}`);
    const frames = await watch.take(5);

    expect(emitted(frames)).toEqual(['ADDED x', 'DELETED x', 'ADDED x', 'MODIFIED x', 'DELETED x']);
    expect(frames[1]?.object.metadata.labels).toEqual({ app: 'a' });
    expect(versionsOf(frames)).toEqual([1, 2, 3, 4, 5].map((n) => Number(resourceVersion) + n));
    watch.stop();
  });

  it('should send the changes of a pod whose field enters or leaves a selector (P101)', async () => {
    const { client, server } = await setUp();
    const path = '/api/v1/namespaces/ns/pods';
    server.objects.create(pods, { metadata: { name: 'p', namespace: 'ns' }, ...{ spec: { containers } } });
    const watch = client.watch(`${path}?watch=true&fieldSelector=status.phase%3DPending`);
    await watch.take(1);
    server.objects.patch(pods, 'ns/p', { status: { phase: 'Running' } }, { subresource: 'status' });

    expect(emitted(await watch.take(2))).toEqual(['ADDED p', 'DELETED p']);
    watch.stop();
  });

  it('should follow one object by its name (P55, P56)', async () => {
    const { client, server } = await setUp();
    const paths = [
      `${CM}?watch=true&fieldSelector=metadata.name%3Dc3&resourceVersion=0`,
      '/api/v1/watch/namespaces/ns/configmaps/c3?resourceVersion=0',
    ];
    for (const path of paths) {
      const watch = client.watch(path);
      await watch.take(1);
      server.endWatches();
      expect(emitted(await watch.ended)).toEqual(['ADDED c3']);
    }
  });

  it('should follow a collection by the old path (P56)', async () => {
    const { client } = await setUp();

    const watch = client.watch('/api/v1/watch/namespaces/ns/configmaps?resourceVersion=0');

    expect(emitted(await watch.take(6))).toEqual(all);
    watch.stop();
  });

  it('should ignore `watch` on one object (P57)', async () => {
    const { client } = await setUp();

    const { body } = await client.request('GET', `${CM}/c1?watch=true`);

    expect(body).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'c1' } });
  });

  it('should end at its timeout, without an error (P49)', async () => {
    const { client, server } = await setUp();

    const watch = client.watch(`${CM}?watch=true&timeoutSeconds=1&resourceVersion=${server.resourceVersion}`);

    expect(await watch.ended).toEqual([]);
  });

  it('should end with endWatches(), and resume without loss', async () => {
    const setup = await setUp();
    const { resourceVersion } = setup.server;
    const watch = setup.client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    await watch.opened;

    setup.server.endWatches();
    live(setup);

    expect(await watch.ended).toEqual([]);
    const next = setup.client.watch(`${CM}?watch=true&resourceVersion=${resourceVersion}`);
    expect(emitted(await next.take(3))).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    next.stop();
  });

  it('should send bookmarks with bookmarkNow(), only on request (P51)', async () => {
    const setup = await setUp();
    const { resourceVersion } = setup.server;
    const path = `${CM}?watch=true&resourceVersion=${resourceVersion}`;
    const [asked, quiet] = [setup.client.watch(`${path}&allowWatchBookmarks=true`), setup.client.watch(path)];
    await Promise.all([asked.opened, quiet.opened]);
    setup.server.objects.create(pods, {
      metadata: { name: 'p', namespace: 'ns' },
      ...{ spec: { containers } },
    });

    setup.server.bookmarkNow();
    // Waits for the bookmark before the writes. The server sends a bookmark only after all pending events, so the
    // events of earlier writes would come before the bookmark.
    await asked.take(1);
    live(setup);

    const frames = await asked.take(4);
    expect(emitted(frames)).toEqual(['BOOKMARK', 'ADDED x', 'MODIFIED x', 'DELETED x']);
    expect(frames[0]?.object).toEqual({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: { resourceVersion: String(Number(resourceVersion) + 1) },
    });
    expect(emitted(await quiet.take(3))).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    asked.stop();
    quiet.stop();
  });

  it('should write each event as one line, for any client (P35)', async () => {
    const { client } = await setUp();

    const watch = client.watch(`${CM}?watch=true&pretty=true`);
    await watch.take(6);

    expect(watch.text.split('\n')).toHaveLength(7);
    expect(watch.text.endsWith('\n')).toBe(true);
    watch.stop();
  });

  it('should send two watches the same sequence with many writers (P58)', async () => {
    const { client, server } = await setUp();
    const path = `${CM}?watch=true&resourceVersion=${server.resourceVersion}`;
    const watches = [client.watch(path), client.watch(path)];
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < 5; n++) {
        await client.request('POST', CM, { body: { metadata: { name: `w${writer}-${n}` } } });
        await client.request('DELETE', `${CM}/w${writer}-${n}`);
      }
    };

    await Promise.all(Array.from({ length: 10 }, (_, writer) => write(writer)));

    const [first = [], second = []] = await Promise.all(watches.map((watch) => watch.take(100)));
    expect(second).toEqual(first);
    expect(new Set(versionsOf(first)).size).toBe(100);
    expect(versionsOf(first)).toEqual([...versionsOf(first)].sort((a, b) => a - b));
    for (const watch of watches) watch.stop();
  });

  it('should send only objects of its namespace and its resource', async () => {
    const setup = await setUp();
    const path = `${CR}?watch=true&resourceVersion=${setup.server.resourceVersion}`;
    const watch = setup.client.watch(path);
    live(setup);
    const { kind } = widgets;
    const metadata = { name: 'v', namespace: 'default' };
    setup.server.objects.create(widgets, { kind, apiVersion: 'demo.example.com/v1', metadata });
    setup.server.objects.delete(widgets, 'ns/w');

    expect(emitted(await watch.take(1))).toEqual(['DELETED w']);
    watch.stop();
  });

  it('should send the headers before any event (P31)', async () => {
    const { client, server } = await setUp();

    const watch = client.watch(`${CM}?watch=true&resourceVersion=${server.resourceVersion}`);
    await watch.opened;

    expect(watch.frames).toEqual([]);
    watch.stop();
  });
});
