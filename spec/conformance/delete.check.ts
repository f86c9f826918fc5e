import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, post, remove, withQuery } from './support/client.ts';
import { inShort, watch } from './support/frames.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';
import { isAfter } from './support/versions.ts';

describe('delete', () => {
  check('P89', 'a delete removes an object, and returns a Status that names it', async () => {
    const { configMaps } = await createTestNamespace();
    const { metadata } = await created(configMaps, configMap('x'));

    expect(await remove(`${configMaps}/x`)).toMatchObject({
      status: 200,
      body: {
        kind: 'Status',
        status: 'Success',
        details: { name: 'x', kind: 'configmaps', uid: metadata.uid },
      },
    });
    expect(await remove(`${configMaps}/x`)).toMatchObject(refusal(404, 'NotFound'));
    expect(await get(`${configMaps}/x`)).toMatchObject(refusal(404, 'NotFound'));
  });

  check('P90', 'a failed precondition is a conflict', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1`;

    for (const precondition of [{ uid: 'other' }, { resourceVersion: '3' }]) {
      expect(await remove(path, { preconditions: precondition })).toMatchObject(refusal(409, 'Conflict'));
    }
    const { metadata } = done(await get(path));
    const { uid, resourceVersion } = metadata;
    expect((await remove(path, { preconditions: { uid, resourceVersion } })).status).toBe(200);
  });

  check(
    'P91',
    'a deleted object with a finalizer remains until a request removes the finalizer',
    async () => {
      const { configMaps } = await createTestNamespace();
      const path = `${configMaps}/x`;
      const finalizer = 'example.com/wait';
      const made = await created(configMaps, configMap('x', { finalizers: [finalizer] }));
      const events = await watch(`${configMaps}?watch=true&resourceVersion=${versionOf(made)}`);

      const marked = await remove(path);
      expect(marked).toMatchObject({
        status: 200,
        body: {
          kind: 'ConfigMap',
          metadata: { deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 0 },
        },
      });
      const again = await remove(path);
      expect([again.status, versionOf(again.body)]).toEqual([200, versionOf(marked.body)]);
      expect(await post(configMaps, configMap('x'))).toMatchObject(
        refusal(409, 'AlreadyExists', { message: 'object is being deleted: configmaps "x" already exists' }),
      );
      expect(
        await patch(path, 'merge', { metadata: { finalizers: [finalizer, 'example.com/more'] } }),
      ).toMatchObject(refusal(422, 'Invalid', { causes: [['FieldValueForbidden', 'metadata.finalizers']] }));
      const last = await patch(path, 'merge', { metadata: { finalizers: null } });
      expect([last.status, versionOf(last.body)]).toEqual([200, versionOf(marked.body)]);

      expect((await get(path)).status).toBe(404);
      await created(configMaps, configMap('y'));
      const [modified, deleted, next] = await events.take(3);
      expect([modified, deleted, next].map((frame) => frame && inShort(frame))).toEqual([
        'MODIFIED x',
        'DELETED x',
        'ADDED y',
      ]);
      expect(deleted?.object.metadata.finalizers).toEqual([finalizer]);
      expect(isAfter(versionOf(deleted?.object ?? made), versionOf(marked.body))).toBe(true);
      events.close();
    },
  );

  check('P92', 'foreground and orphan set finalizers that the garbage collector removes', async () => {
    const { configMaps } = await createTestNamespace();
    // The finalizer `example.com/wait` keeps each object until the checks are done. Otherwise the garbage collector of
    // the server could remove the object.
    const finalizers = ['example.com/wait'];
    await created(configMaps, configMap('x', { finalizers }));
    await created(configMaps, configMap('y', { finalizers }));

    expect(await remove(`${configMaps}/x?propagationPolicy=Foreground`)).toMatchObject({
      status: 200,
      body: { kind: 'ConfigMap', metadata: { finalizers: expect.arrayContaining(['foregroundDeletion']) } },
    });
    expect(await remove(`${configMaps}/y`, { propagationPolicy: 'Orphan' })).toMatchObject({
      status: 200,
      body: { kind: 'ConfigMap', metadata: { finalizers: expect.arrayContaining(['orphan']) } },
    });
    for (const name of ['x', 'y']) {
      expect((await get(`${configMaps}/${name}`)).body.metadata).toHaveProperty('deletionTimestamp');
    }
  });

  check('P93', 'an invalid policy, and two policies at once, are refused', async () => {
    const { configMaps } = await createTestNamespace();
    const path = `${configMaps}/c1`;

    expect(await remove(`${path}?propagationPolicy=Foo`)).toMatchObject(
      refusal(422, 'Invalid', {
        details: { kind: 'DeleteOptions' },
        causes: [['FieldValueNotSupported', 'propagationPolicy']],
      }),
    );
    expect(await remove(path, { propagationPolicy: 'Background', orphanDependents: true })).toMatchObject(
      refusal(422, 'Invalid', {
        details: { kind: 'DeleteOptions' },
        causes: [['FieldValueInvalid', 'propagationPolicy']],
      }),
    );
    expect((await get(path)).status).toBe(200);
  });

  check('P94', 'the delete of a collection removes the selected objects', async () => {
    const { configMaps } = await createTestNamespace();
    const from = versionOf(done(await get(configMaps)));
    const events = await watch(`${configMaps}?watch=true&resourceVersion=${from}`);

    const { status, body } = await remove(withQuery(configMaps, { labelSelector: 'par=odd' }));

    expect(status).toBe(200);
    expect(body.kind).toBe('ConfigMapList');
    expect(namesIn(body)).toEqual(['c1', 'c3', 'c5']);
    const frames = await events.take(3);
    expect(frames.map(inShort).toSorted()).toEqual(['DELETED c1', 'DELETED c3', 'DELETED c5']);
    expect(namesIn(done(await get(configMaps))).filter((name) => name.startsWith('c'))).toEqual(
      expect.arrayContaining(['c0', 'c2', 'c4']),
    );
    events.close();
  });

  check('P95', 'a dry run deletes nothing', async () => {
    const { configMaps } = await createTestNamespace();

    expect((await remove(`${configMaps}/c1?dryRun=All`)).status).toBe(200);
    expect((await get(`${configMaps}/c1`)).status).toBe(200);
    expect((await get(`${configMaps}/c1`)).body.metadata).not.toHaveProperty('deletionTimestamp');
  });
});
