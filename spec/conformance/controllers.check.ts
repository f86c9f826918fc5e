import { describe, expect } from '@jest/globals';
import { namesIn, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, post, remove } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { watch } from './support/frames.ts';
import { refusal } from './support/refusals.ts';
import { configMap, created, done, createTestNamespace } from './support/test-namespace.ts';

/**
 * Time limit for the reaction of a controller, in ms. The limit is short, so that the checks end soon on a server
 * without controllers.
 */
const controllers = 10_000;

// All checks are in one `describe`. Checks in different `describe`s would not run at the same time.
describe('namespaces and garbage collection', () => {
  check('P127', 'no object can be created in a namespace that does not exist', async () => {
    const { namespace } = await createTestNamespace();
    const absent = `${namespace}-absent`;

    const answer = await post(`/api/v1/namespaces/${absent}/configmaps`, configMap('x'));

    expect(answer).toMatchObject(refusal(404, 'NotFound', { details: { name: absent, kind: 'namespaces' } }));
    expect(answer.body.message).toBe(`namespaces "${absent}" not found`);
  });

  check(
    'P128',
    'a namespace is removed after its content, and accepts no new objects in the meantime',
    async () => {
      const { namespace, configMaps } = await createTestNamespace();
      const path = `/api/v1/namespaces/${namespace}`;
      const from = versionOf(done(await get(configMaps)));
      // The finalizer of this object delays the deletion of the namespace until the checks are done.
      await created(configMaps, configMap('x', { finalizers: ['example.com/wait'] }));
      const events = await watch(`${configMaps}?watch=true&resourceVersion=${from}`);

      expect(await remove(path)).toMatchObject({
        status: 200,
        body: { metadata: { deletionTimestamp: expect.any(String) }, status: { phase: 'Terminating' } },
      });
      expect(await post(configMaps, configMap('y'))).toMatchObject(
        refusal(403, 'Forbidden', {
          message: `unable to create new content in namespace ${namespace} because it is being terminated`,
          causes: [['NamespaceTerminating', 'metadata.namespace']],
        }),
      );
      await eventually(
        () => get(configMaps),
        ({ body }) => namesIn(body).join() === 'x',
        controllers,
      );
      expect((await get(path)).status).toBe(200);
      done(await patch(`${configMaps}/x`, 'merge', { metadata: { finalizers: null } }));

      await events.until(({ type, object }) => type === 'DELETED' && object.metadata.name === 'x');
      events.close();
      await eventually(
        () => get(path),
        ({ status }) => status === 404,
        controllers,
      );
    },
    { needs: 'namespace-controller' },
  );

  check('P129', 'the namespace default may not be deleted', async () => {
    expect(await remove('/api/v1/namespaces/default')).toMatchObject(
      refusal(403, 'Forbidden', { message: 'this namespace may not be deleted' }),
    );
  });

  const needs = 'garbage-collector';

  /** Creates an owner and a dependent object in a new namespace. */
  async function family(): Promise<{ readonly owner: string; readonly dependent: string }> {
    const { configMaps } = await createTestNamespace();
    const { metadata } = await created(configMaps, configMap('owner'));
    await created(configMaps, configMap('dependent', { ownerReferences: [referenceTo(metadata.uid)] }));
    return { owner: `${configMaps}/owner`, dependent: `${configMaps}/dependent` };
  }

  const referenceTo = (uid: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'owner',
    uid,
    blockOwnerDeletion: true,
  });
  const gone = (path: string): Promise<unknown> =>
    eventually(
      () => get(path),
      ({ status }) => status === 404,
      controllers,
    );

  check(
    'P130',
    'dependents are deleted after their owner, before it, or are orphaned, as requested',
    async () => {
      const background = await family();
      expect((await remove(background.owner, { propagationPolicy: 'Background' })).status).toBe(200);
      expect((await get(background.owner)).status).toBe(404);
      await gone(background.dependent);

      const foreground = await family();
      done(await patch(foreground.dependent, 'merge', { metadata: { finalizers: ['example.com/wait'] } }));
      expect((await remove(foreground.owner, { propagationPolicy: 'Foreground' })).status).toBe(200);
      await eventually(
        () => get(foreground.dependent),
        ({ text }) => text.includes('deletionTimestamp'),
        controllers,
      );
      expect((await get(foreground.owner)).status).toBe(200);
      done(await patch(foreground.dependent, 'merge', { metadata: { finalizers: null } }));
      await gone(foreground.owner);

      const orphaned = await family();
      expect((await remove(orphaned.owner, { propagationPolicy: 'Orphan' })).status).toBe(200);
      await gone(orphaned.owner);
      const { metadata } = done(await get(orphaned.dependent));
      expect(metadata).not.toHaveProperty('ownerReferences');
    },
    { needs },
  );

  check(
    'P131',
    'an object whose owner does not exist is deleted',
    async () => {
      const { configMaps } = await createTestNamespace();
      const uid = '11111111-1111-1111-1111-111111111111';
      await created(configMaps, configMap('dependent', { ownerReferences: [referenceTo(uid)] }));

      await gone(`${configMaps}/dependent`);
    },
    { needs },
  );
});
