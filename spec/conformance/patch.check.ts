import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { ask, get, patch, patchTypes } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';

describe('patch', () => {
  check('P80', 'the three types of patches change, add and remove fields', async () => {
    const { configMaps } = await createTestNamespace();
    await created(configMaps, configMap('x', {}, { a: '1', b: '2', c: '3' }));
    const path = `${configMaps}/x`;

    const merged = await patch(path, 'merge', { data: { a: null, b: '20' } });
    const operations = [
      { op: 'add', path: '/data/d', value: '4' },
      { op: 'replace', path: '/data/b', value: '200' },
      { op: 'remove', path: '/data/c' },
    ];
    const edited = await patch(path, 'json', operations);
    const strategic = await patch(path, 'strategic', { data: { d: null, e: '5' } });

    expect(merged).toMatchObject({ status: 200 });
    expect(merged.body.data).toEqual({ b: '20', c: '3' });
    expect(edited).toMatchObject({ status: 200 });
    expect(edited.body.data).toEqual({ b: '200', d: '4' });
    expect(strategic).toMatchObject({ status: 200 });
    expect(strategic.body.data).toEqual({ b: '200', e: '5' });
  });

  check('P81', 'a JSON patch that fails or is invalid is refused', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1`;

    expect(await patch(path, 'json', [{ op: 'test', path: '/data/k', value: 'other' }])).toMatchObject(
      refusal(422, 'Invalid'),
    );
    expect(await patch(path, 'json', [{ op: 'remove', path: '/data/nope' }])).toMatchObject(
      refusal(422, 'Invalid'),
    );
    const unknown = await patch(path, 'json', [{ op: 'burn', path: '/data/k' }]);
    expect([400, 422]).toContain(unknown.status);
    expect(await patch(path, 'json', { data: {} })).toMatchObject(refusal(400, 'BadRequest'));
    expect((await get(path)).body.data).toEqual({ k: 'v' });
  });

  check('P82', 'an unknown type of patch, or one not for custom resources, is refused', async () => {
    const { configMaps, widgets } = await createTestNamespace({ widgets: 1 });

    expect(
      await ask('PATCH', `${configMaps}/c1`, { type: 'application/json', body: { data: {} } }),
    ).toMatchObject(refusal(415, 'UnsupportedMediaType'));
    const answer = await patch(`${widgets}/w0`, 'strategic', { spec: { size: 2 } });
    expect(answer).toMatchObject(refusal(415, 'UnsupportedMediaType'));
    expect(answer.body.message).toContain(patchTypes.json);
    expect(answer.body.message).toContain(patchTypes.merge);
  });

  check('P83', 'a stale version, another name and an absent object are refused', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1`;
    const stale = versionOf(done(await get(path)));
    await patch(path, 'merge', { data: { k: 'w' } });

    expect(
      await patch(path, 'merge', { metadata: { resourceVersion: stale }, data: { k: 'x' } }),
    ).toMatchObject(refusal(409, 'Conflict'));
    expect(await patch(path, 'merge', { metadata: { name: 'other' } })).toMatchObject(
      refusal(400, 'BadRequest'),
    );
    expect(await patch(`${configMaps}/nope`, 'merge', { data: {} })).toMatchObject(refusal(404, 'NotFound'));
  });
});
