import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get } from './support/client.ts';
import { isInitialEnd, watch } from './support/frames.ts';
import { refusal } from './support/refusals.ts';
import { done, fixtures, createTestNamespace } from './support/test-namespace.ts';

describe('tables', () => {
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const accept = `${table},application/json`;

  check('P102', 'a table has columns, and a row for each object', async () => {
    const { configMaps } = await createTestNamespace();
    const names = namesIn(done(await get(configMaps)));

    const { status, body } = await get(configMaps, { accept });

    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(versionOf(body)).toMatch(/^[1-9]\d*$/);
    expect(body.columnDefinitions?.[0]).toMatchObject({
      name: 'Name',
      type: 'string',
      format: 'name',
      description: expect.any(String),
      priority: 0,
    });
    expect(body.rows.map(({ cells }) => cells[0])).toEqual(names);
    for (const { cells, object } of body.rows) {
      expect(cells).toHaveLength(body.columnDefinitions?.length ?? 0);
      expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' });
      expect(object).not.toHaveProperty('data');
    }
  });

  check('P103', 'a row has the requested part of its object', async () => {
    const { configMaps } = await createTestNamespace();

    const none = await get(`${configMaps}?includeObject=None`, { accept });
    const whole = await get(`${configMaps}?includeObject=Object`, { accept });

    expect(none.body.rows.map(({ object }) => object ?? null)).toEqual(none.body.rows.map(() => null));
    expect(none.body.rows.length).toBeGreaterThanOrEqual(fixtures.length);
    expect(whole.body.rows[0]?.object).toMatchObject({ kind: 'ConfigMap', data: expect.anything() });
    expect(await get(`${configMaps}?includeObject=Foo`, { accept })).toMatchObject(
      refusal(400, 'BadRequest'),
    );
  });

  check('P104', 'a watch of tables has a row in each event, and the columns only in the first', async () => {
    const { configMaps } = await createTestNamespace();
    const names = namesIn(done(await get(configMaps)));

    const events = await watch(`${configMaps}?watch=true&resourceVersion=0&allowWatchBookmarks=true`, {
      accept,
    });

    const frames = await events.take(names.length + 1);
    const [first, ...others] = frames;
    const bookmark = frames.at(-1);
    for (const { object } of frames) {
      expect(object).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
      expect(object.rows).toHaveLength(1);
    }
    expect(first?.object.columnDefinitions?.length).toBeGreaterThan(0);
    expect(others.map(({ object }) => object.columnDefinitions)).toEqual(others.map(() => null));
    expect(
      frames
        .slice(0, -1)
        .map(({ object }) => object.rows[0]?.cells[0])
        .toSorted(),
    ).toEqual(names);
    const object = bookmark?.object.rows[0]?.object;
    expect(bookmark?.type).toBe('BOOKMARK');
    expect(object && isInitialEnd({ type: 'BOOKMARK', object })).toBe(true);
    expect(bookmark && versionOf(bookmark.object)).toMatch(/^[1-9]\d*$/);
    events.close();
  });

  check('P107', 'an error is a Status in any requested form', async () => {
    const { configMaps } = await createTestNamespace();

    expect(await get(`${configMaps}/nope`, { accept: table })).toMatchObject(refusal(404, 'NotFound'));
    expect(await get(`${configMaps}?limit=abc`, { accept })).toMatchObject(refusal(400, 'BadRequest'));
  });
});
