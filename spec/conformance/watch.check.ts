import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, remove, withQuery } from './support/client.ts';
import { inShort, watch } from './support/frames.ts';
import { failure, refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';
import { farFuture, forgotten, grow, isAfter } from './support/versions.ts';

describe('watch', () => {
  check('P31', 'an idle watch gets its headers immediately, and nothing more', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));

    const events = await watch(`${configMaps}?watch=true&resourceVersion=${from}`);

    expect(events.status).toBe(200);
    expect(events.headers).toMatchObject({
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    });
    expect(events.lines).toEqual([]);
    await created(configMaps, configMap('x'));
    expect(inShort(await events.next())).toBe('ADDED x');
    events.close();
  });

  for (const [number, start] of [
    ['P32', 'watch=true'],
    ['P33', 'watch=1&resourceVersion=0'],
  ] as const) {
    check(number, `a watch by ${start} begins with the current objects, and continues`, async () => {
      const { configMaps } = await createTestNamespace();
      const names = namesIn(done(await get(configMaps)));

      const events = await watch(`${configMaps}?${start}`);

      const initial = await events.take(names.length);
      expect(initial.map(inShort).toSorted()).toEqual(names.map((name) => `ADDED ${name}`).toSorted());
      await created(configMaps, configMap('x'));
      expect(inShort(await events.next())).toBe('ADDED x');
      events.close();
    });
  }

  check('P34', 'a watch from a version gets all later events, in order', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));
    await created(configMaps, configMap('x'));
    await patch(`${configMaps}/x`, 'merge', { data: { k: 'w' } });
    await remove(`${configMaps}/x`);

    const events = await watch(`${configMaps}?watch=true&resourceVersion=${from}`);

    const frames = await events.take(3);
    expect(frames.map(inShort)).toEqual(['ADDED x', 'MODIFIED x', 'DELETED x']);
    expect(grow([from, ...frames.map(({ object }) => versionOf(object))])).toBe(true);
    events.close();
  });

  check('P35', 'an event is one line, also with indented JSON', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));
    const path = `${configMaps}?watch=true&resourceVersion=${from}`;
    const both = await Promise.all([
      watch(`${path}&pretty=true`),
      watch(path, { headers: { 'user-agent': 'Mozilla/5.0 (X11)' } }),
    ]);

    await created(configMaps, configMap('x'));
    await created(configMaps, configMap('y'));

    for (const events of both) {
      expect((await events.take(2)).map(inShort)).toEqual(['ADDED x', 'ADDED y']);
      expect(events.lines).toHaveLength(2);
      events.close();
    }
  });

  check(
    'P36',
    'a watch from a compacted version gets an error in the stream, which then ends',
    async () => {
      const { configMaps } = await createTestNamespace();

      const events = await watch(`${configMaps}?watch=true&resourceVersion=${forgotten[0]}`);

      expect(events.status).toBe(200);
      expect(await events.rest()).toMatchObject([
        { type: 'ERROR', object: failure(410, 'Expired', { message: 'too old resource version: 1 (' }) },
      ]);
    },
    { needs: 'compact' },
  );

  check('P37', 'a watch from a future version gets nothing until its end', async () => {
    const { configMaps } = await createTestNamespace();

    const events = await watch(`${configMaps}?watch=true&resourceVersion=${farFuture}&timeoutSeconds=3`);
    await created(configMaps, configMap('x'));

    expect(events.status).toBe(200);
    expect(await events.rest()).toEqual([]);
  });

  check('P38', 'a match without initial events is refused', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));

    expect(
      await get(`${configMaps}?watch=true&resourceVersion=${from}&resourceVersionMatch=NotOlderThan`),
    ).toMatchObject(refusal(422, 'Invalid', { causes: [['FieldValueForbidden', 'resourceVersionMatch']] }));
  });

  check('P49', 'a watch ends regularly at its timeout', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));
    const start = Date.now();

    const events = await watch(`${configMaps}?watch=true&resourceVersion=${from}&timeoutSeconds=2`);

    expect(await events.rest()).toEqual([]);
    expect(Date.now() - start).toBeGreaterThanOrEqual(1000);
  });

  check('P52', 'a watch ignores the limit', async () => {
    const { configMaps } = await createTestNamespace();
    const names = namesIn(done(await get(configMaps)));

    const events = await watch(`${configMaps}?watch=true&limit=2&resourceVersion=0`);

    expect((await events.take(names.length)).map(inShort).toSorted()).toEqual(
      names.map((name) => `ADDED ${name}`).toSorted(),
    );
    events.close();
  });

  check('P53', 'an object that begins or ceases to match a selector is added or deleted', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));
    const events = await watch(
      withQuery(configMaps, { watch: 'true', resourceVersion: from, labelSelector: 'app=a' }),
    );
    const label = (app: string): object => ({ metadata: { labels: { app } } });
    await created(configMaps, configMap('x', { labels: { app: 'a' } }));
    const left = done(await patch(`${configMaps}/x`, 'merge', label('b')));
    await patch(`${configMaps}/x`, 'merge', label('a'));
    await patch(`${configMaps}/x`, 'merge', { data: { k: 'w' } });
    await remove(`${configMaps}/x`);

    const frames = await events.take(5);

    expect(frames.map(({ type }) => type)).toEqual(['ADDED', 'DELETED', 'ADDED', 'MODIFIED', 'DELETED']);
    expect(frames[1]?.object.metadata).toMatchObject({
      labels: { app: 'a' },
      resourceVersion: versionOf(left),
    });
    events.close();
  });

  check('P54', 'a deleted object has its last content, and the version of the deletion', async () => {
    const { configMaps } = await createTestNamespace();
    const before = versionOf(done(await get(`${configMaps}/c2`)));
    const from = versionOf(done(await get(configMaps)));
    const events = await watch(`${configMaps}?watch=true&resourceVersion=${from}`);

    await remove(`${configMaps}/c2`);

    const { type, object } = await events.next();
    expect({ type, object }).toMatchObject({
      type: 'DELETED',
      object: { metadata: { name: 'c2' }, data: { k: 'v' } },
    });
    expect(isAfter(versionOf(object), before)).toBe(true);
    expect(isAfter(versionOf(object), from)).toBe(true);
    events.close();
  });

  check('P55', 'a watch by a field gets the matching objects', async () => {
    const { configMaps } = await createTestNamespace();
    const events = await watch(
      withQuery(configMaps, { watch: 'true', fieldSelector: 'metadata.name=c3', resourceVersion: '0' }),
    );

    expect(inShort(await events.next())).toBe('ADDED c3');
    await patch(`${configMaps}/c2`, 'merge', { data: { k: 'w' } });
    await patch(`${configMaps}/c3`, 'merge', { data: { k: 'w' } });
    expect(inShort(await events.next())).toBe('MODIFIED c3');
    events.close();
  });

  check(
    'P56',
    'the old paths of watches work',
    async () => {
      const { configMaps, namespace } = await createTestNamespace();
      const path = `/api/v1/watch/namespaces/${namespace}/configmaps`;
      const names = namesIn(done(await get(configMaps)));

      const all = await watch(`${path}?resourceVersion=0`);
      const one = await watch(`${path}/c2?resourceVersion=0`);

      expect((await all.take(names.length)).map(inShort).toSorted()).toEqual(
        names.map((name) => `ADDED ${name}`).toSorted(),
      );
      expect(inShort(await one.next())).toBe('ADDED c2');
      await patch(`${configMaps}/c1`, 'merge', { data: { k: 'w' } });
      await patch(`${configMaps}/c2`, 'merge', { data: { k: 'w' } });
      expect(inShort(await one.next())).toBe('MODIFIED c2');
      all.close();
      one.close();
    },
    { needs: 'optional' },
  );

  check('P58', 'two watches get the same complete sequence from ten writers', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));
    const path = `${configMaps}?watch=true&resourceVersion=${from}`;
    const both = await Promise.all([watch(path), watch(path)]);
    const writer = async (name: string): Promise<void> => {
      await created(configMaps, configMap(name));
      for (const k of ['1', '2', '3']) done(await patch(`${configMaps}/${name}`, 'merge', { data: { k } }));
      done(await remove(`${configMaps}/${name}`));
    };

    await Promise.all(Array.from({ length: 10 }, (_, index) => writer(`x${index}`)));

    const [one, other] = await Promise.all(both.map((events) => events.take(50)));
    const received = (one ?? []).map((frame) => `${inShort(frame)} ${versionOf(frame.object)}`);
    expect((other ?? []).map((frame) => `${inShort(frame)} ${versionOf(frame.object)}`)).toEqual(received);
    expect(new Set(received).size).toBe(50);
    expect(grow([from, ...(one ?? []).map(({ object }) => versionOf(object))])).toBe(true);
    for (const events of both) {
      expect(events.lines).toHaveLength(50);
      events.close();
    }
  });
});
