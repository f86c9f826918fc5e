import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, put } from './support/client.ts';
import { inShort, watch } from './support/frames.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace, widget } from './support/test-namespace.ts';
import { isAfter } from './support/versions.ts';

describe('update', () => {
  check('P76', 'a stale version is a conflict', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1`;
    const before = versionOf(done(await get(path)));
    const next = configMap('c1', { resourceVersion: before }, { k: 'w' });

    const first = await put(path, next);
    const second = await put(path, next);

    expect(first.status).toBe(200);
    expect(isAfter(versionOf(first.body), before)).toBe(true);
    expect(second).toMatchObject(refusal(409, 'Conflict', { details: { name: 'c1', kind: 'configmaps' } }));
    expect(second.body.message).toBe(
      'Operation cannot be fulfilled on configmaps "c1": the object has been modified; please apply your changes to the latest version and try again',
    );
  });

  check(
    'P77',
    'an update without a version overwrites a built-in kind, and is refused for a custom resource',
    async () => {
      const { configMaps, widgets } = await createTestNamespace({ widgets: 1 });

      expect(await put(`${configMaps}/c1`, configMap('c1', {}, { k: 'w' }))).toMatchObject({
        status: 200,
        body: { data: { k: 'w' } },
      });
      const answer = await put(`${widgets}/w0`, widget('w0', { size: 9 }));
      expect(answer).toMatchObject(refusal(422, 'Invalid'));
      expect(answer.body.message).toMatch(/metadata\.resourceVersion.*must be specified for an update/);
    },
  );

  check('P78', 'another name, an absent object and another uid are refused', async () => {
    const { configMaps } = await createTestNamespace();
    const uid = '11111111-1111-1111-1111-111111111111';

    expect(await put(`${configMaps}/c1`, configMap('c2'))).toMatchObject(
      refusal(400, 'BadRequest', {
        message: 'the name of the object (c2) does not match the name on the URL (c1)',
      }),
    );
    expect(await put(`${configMaps}/nope`, configMap('nope'))).toMatchObject(refusal(404, 'NotFound'));
    expect(await put(`${configMaps}/c1`, configMap('c1', { uid }))).toMatchObject(
      refusal(409, 'Conflict', { message: 'Precondition failed: UID' }),
    );
  });

  check('P79', 'an update without a change causes no new version and no event', async () => {
    const { configMaps } = await createTestNamespace();
    const before = await created(configMaps, configMap('x'));
    const events = await watch(`${configMaps}?watch=true&resourceVersion=${versionOf(before)}`);
    // All writes use the same field manager. A write by another manager would change the managed fields.
    const path = `${configMaps}/x`;

    const answers = [
      await put(path, before),
      await patch(path, 'merge', { data: { k: 'v' } }),
      await patch(path, 'json', [{ op: 'replace', path: '/data/k', value: 'v' }]),
      await patch(path, 'strategic', {}),
    ];

    for (const { status, body } of answers) {
      expect([status, versionOf(body)]).toEqual([200, versionOf(before)]);
    }
    await patch(path, 'merge', { data: { k: 'w' } });
    expect(inShort(await events.next())).toBe('MODIFIED x');
    expect(events.lines).toHaveLength(1);
    events.close();
  });
});
