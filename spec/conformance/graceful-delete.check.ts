import { describe, expect } from '@jest/globals';
import { type Metadata, versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, remove } from './support/client.ts';
import { watch } from './support/frames.ts';
import { created, pod, createTestNamespace } from './support/test-namespace.ts';

/** Returns the seconds that remain until the deletionTimestamp of an object. */
const secondsLeft = ({ deletionTimestamp }: Metadata): number =>
  (Date.parse(deletionTimestamp) - Date.now()) / 1000;

describe('graceful delete', () => {
  check('P96', 'a pod on a node is removed after its grace period, which can be shortened', async () => {
    const { pods } = await createTestNamespace();
    const path = `${pods}/x`;
    const made = await created(pods, pod('x', 'node-1'));
    const events = await watch(`${pods}?watch=true&resourceVersion=${versionOf(made)}`);

    const first = await remove(path);
    const shorter = await remove(`${path}?gracePeriodSeconds=5`);
    const now = await remove(`${path}?gracePeriodSeconds=0`);

    expect(first).toMatchObject({ status: 200, body: { metadata: { deletionGracePeriodSeconds: 30 } } });
    expect(secondsLeft(first.body.metadata)).toBeGreaterThan(15);
    expect(shorter).toMatchObject({ status: 200, body: { metadata: { deletionGracePeriodSeconds: 5 } } });
    expect(secondsLeft(shorter.body.metadata)).toBeLessThan(6);
    expect(now.status).toBe(200);
    expect((await get(path)).status).toBe(404);
    const frames = await events.take(4);
    expect(frames.map(({ type, object }) => [type, object.metadata])).toMatchObject([
      ['MODIFIED', { deletionGracePeriodSeconds: 30 }],
      ['MODIFIED', { deletionGracePeriodSeconds: 5 }],
      ['MODIFIED', { deletionGracePeriodSeconds: 0 }],
      ['DELETED', { name: 'x' }],
    ]);
    events.close();

    await created(pods, pod('y'));
    expect((await remove(`${pods}/y`)).status).toBe(200);
    expect((await get(`${pods}/y`)).status).toBe(404);
  });

  check('P135', 'the delete of a pod or a service returns the object', async () => {
    const { namespace, pods } = await createTestNamespace();
    await created(pods, pod('x'));
    const services = `/api/v1/namespaces/${namespace}/services`;
    await created(services, { metadata: { name: 'x' }, spec: { ports: [{ port: 80 }] } });

    expect(await remove(`${pods}/x`)).toMatchObject({
      status: 200,
      body: { kind: 'Pod', metadata: { name: 'x' } },
    });
    expect(await remove(`${services}/x`)).toMatchObject({
      status: 200,
      body: { kind: 'Service', metadata: { name: 'x' } },
    });
  });
});
