import { expect, it } from '@jest/globals';
import { CM, CR, throughBothDoors } from './support/in-process-and-over-http.ts';

const one = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
const many = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json' };

throughBothDoors('metadata alone', (setUp) => {
  it.each([CM, CR])('should be returned by a list of %s (P105)', async (path) => {
    const { client } = await setUp();
    const more = path === CM ? { data: { k: '1' } } : { spec: { size: 1 } };
    const patch = { headers: { 'content-type': 'application/merge-patch+json' }, body: more };
    await client.request('PATCH', path === CM ? `${CM}/c1` : `${CR}/w`, patch);
    const full = (await client.request('GET', path)).body as Record<string, Record<string, unknown>[]>;

    const { code, body } = await client.request('GET', path, { headers: many });

    expect(code).toBe(200);
    expect(body).toEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: full['metadata'],
      items: full['items']?.map(({ metadata }) => ({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata,
      })),
    });
  });

  it('should be returned by a get (P105)', async () => {
    const { client } = await setUp();
    const full = (await client.request('GET', `${CM}/c1`)).body as { metadata: unknown };

    const { body } = await client.request('GET', `${CM}/c1`, { headers: one });

    expect(body).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: full.metadata,
    });
  });

  it('should be sent by a watch, including bookmarks (P105)', async () => {
    const { client, server } = await setUp({ bookmarkInterval: 5 });
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watch = client.watch(`${CR}?${query}`, { headers: one });
    await watch.take(2);
    server.objects.delete({ group: 'demo.example.com', version: 'v1', resource: 'widgets' }, 'ns/w');

    const frames = await watch.take(4);

    expect(frames.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK', 'DELETED', 'BOOKMARK']);
    for (const { object } of frames) {
      expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
      expect(Object.keys(object)).toEqual(['kind', 'apiVersion', 'metadata']);
    }
  });

  it('should be refused with a Status in the usual form (P107)', async () => {
    const { client } = await setUp();

    const { code, body } = await client.request('GET', `${CM}/none`, { headers: one });

    expect([code, body]).toMatchObject([404, { kind: 'Status', reason: 'NotFound' }]);
  });
});
