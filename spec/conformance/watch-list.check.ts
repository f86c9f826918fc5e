import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, withQuery } from './support/client.ts';
import { type Frame, inShort, isInitialEnd, watch } from './support/frames.ts';
import { failure, refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';
import { farFuture, forgotten, isAfter } from './support/versions.ts';

const streamed = { watch: 'true', sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
const withEnd = { ...streamed, allowWatchBookmarks: 'true' };

const added = (frames: readonly Frame[]): readonly string[] => frames.map(inShort).toSorted();
const allOf = (names: readonly string[]): readonly string[] =>
  names.map((name) => `ADDED ${name}`).toSorted();

describe('watch-list', () => {
  check('P39', 'initial events without a match are refused', async () => {
    const { configMaps } = await createTestNamespace();

    for (const sendInitialEvents of ['true', 'false']) {
      expect(await get(withQuery(configMaps, { watch: 'true', sendInitialEvents }))).toMatchObject(
        refusal(422, 'Invalid', {
          message: 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
        }),
      );
    }
  });

  check('P40', 'initial events with an exact match are refused, for two reasons', async () => {
    const { configMaps } = await createTestNamespace();
    const resourceVersion = versionOf(done(await get(configMaps)));

    expect(
      await get(withQuery(configMaps, { ...streamed, resourceVersionMatch: 'Exact', resourceVersion })),
    ).toMatchObject(
      refusal(422, 'Invalid', {
        causes: [
          ['FieldValueForbidden', 'resourceVersionMatch'],
          ['FieldValueNotSupported', 'resourceVersionMatch'],
        ],
      }),
    );
  });

  check('P41', 'the initial objects end with a bookmark, and the stream stays open', async () => {
    const { configMaps } = await createTestNamespace();
    const list = done(await get(configMaps));

    const events = await watch(withQuery(configMaps, withEnd));

    const initial = await events.take(list.items.length);
    expect(added(initial)).toEqual(allOf(namesIn(list)));
    const bookmark = await events.next();
    expect(bookmark).toMatchObject({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { annotations: { 'k8s.io/initial-events-end': 'true' } },
      },
    });
    expect(isAfter(versionOf(list), versionOf(bookmark.object))).toBe(false);
    await created(configMaps, configMap('x'));
    expect(inShort(await events.nextChange())).toBe('ADDED x');
    events.close();
  });

  check('P42', 'without bookmarks nothing marks the end of the initial objects', async () => {
    const { configMaps } = await createTestNamespace();
    const names = namesIn(done(await get(configMaps)));

    const events = await watch(withQuery(configMaps, streamed));

    expect(added(await events.take(names.length))).toEqual(allOf(names));
    await created(configMaps, configMap('x'));
    expect(inShort(await events.next())).toBe('ADDED x');
    events.close();
  });

  check('P43', 'the initial objects are not older than the requested version', async () => {
    const { configMaps } = await createTestNamespace();
    const list = done(await get(configMaps));

    const events = await watch(withQuery(configMaps, { ...withEnd, resourceVersion: versionOf(list) }));

    const frames = await events.until(isInitialEnd);
    expect(added(frames.slice(0, -1))).toEqual(allOf(namesIn(list)));
    expect(isAfter(versionOf(list), versionOf(frames.at(-1)?.object ?? list))).toBe(false);
    events.close();
  });

  check('P44', 'a compacted version is allowed', async () => {
    const { configMaps } = await createTestNamespace();
    const names = namesIn(done(await get(configMaps)));

    const events = await watch(withQuery(configMaps, { ...withEnd, resourceVersion: forgotten[1] }));

    expect(added((await events.until(isInitialEnd)).slice(0, -1))).toEqual(allOf(names));
    events.close();
  });

  check('P45', 'a future version gets an error in the stream, which then ends', async () => {
    const { configMaps } = await createTestNamespace();

    const events = await watch(withQuery(configMaps, { ...withEnd, resourceVersion: farFuture }));

    expect(events.status).toBe(200);
    expect(await events.rest()).toMatchObject([
      {
        type: 'ERROR',
        object: failure(504, 'Timeout', {
          details: { retryAfterSeconds: 1, causes: [{ reason: 'ResourceVersionTooLarge' }] },
        }),
      },
    ]);
  });

  check('P46', 'without initial events the watch sends only later events', async () => {
    const { configMaps } = await createTestNamespace();
    const parameters = { ...streamed, sendInitialEvents: 'false' };
    const both = await Promise.all([
      watch(withQuery(configMaps, parameters)),
      watch(withQuery(configMaps, { ...parameters, resourceVersion: '0' })),
    ]);

    await created(configMaps, configMap('x'));

    for (const events of both) {
      expect(inShort(await events.next())).toBe('ADDED x');
      events.close();
    }
  });

  check('P47', 'a watch without a version that requests bookmarks gets the end bookmark too', async () => {
    const { configMaps } = await createTestNamespace();
    const names = namesIn(done(await get(configMaps)));

    for (const start of ['', '&resourceVersion=0']) {
      const events = await watch(`${configMaps}?watch=true&allowWatchBookmarks=true${start}`);
      expect(added((await events.until(isInitialEnd)).slice(0, -1))).toEqual(allOf(names));
      events.close();
    }
  });

  check(
    'P48',
    'events after the end bookmark have later versions',
    async () => {
      const { configMaps } = await createTestNamespace();
      const events = await watch(withQuery(configMaps, withEnd));
      const end = (await events.until(isInitialEnd)).at(-1);

      await created(configMaps, configMap('x'));

      const event = await events.nextChange();
      expect(inShort(event)).toBe('ADDED x');
      expect(isAfter(versionOf(event.object), end === undefined ? '' : versionOf(end.object))).toBe(true);
      events.close();
    },
    { needs: '1.34' },
  );
});
