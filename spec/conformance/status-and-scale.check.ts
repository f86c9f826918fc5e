import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, patch, put } from './support/client.ts';
import { created, done, createTestNamespace, widget } from './support/test-namespace.ts';

describe('status and scale', () => {
  check(
    'P84',
    'the status is a subresource, and the generation counts changes outside of the status',
    async () => {
      const { widgets } = await createTestNamespace();
      const path = `${widgets}/x`;

      const made = await created(widgets, { ...widget('x'), status: { phase: 'New' } });
      expect(made.metadata.generation).toBe(1);
      expect(made).not.toHaveProperty('status');

      const updated = done(
        await put(path, { ...made, spec: { size: 2, color: 'red' }, status: { phase: 'New' } }),
      );
      expect(updated.metadata.generation).toBe(2);
      expect(updated).not.toHaveProperty('status');

      const reported = done(
        await put(`${path}/status`, { ...updated, spec: { size: 3 }, status: { phase: 'Put' } }),
      );
      expect(reported).toMatchObject({
        spec: { size: 2 },
        status: { phase: 'Put' },
        metadata: { generation: 2 },
      });

      const patched = done(
        await patch(`${path}/status`, 'merge', { spec: { size: 4 }, status: { phase: 'Patched' } }),
      );
      expect(patched).toMatchObject({
        spec: { size: 2 },
        status: { phase: 'Patched' },
        metadata: { generation: 2 },
      });

      const labelled = done(
        await patch(path, 'merge', { metadata: { labels: { a: 'b' } }, status: { phase: 'Main' } }),
      );
      expect(labelled).toMatchObject({ status: { phase: 'Patched' }, metadata: { generation: 2 } });
    },
  );

  check('P85', 'the scale is read and written as a Scale', async () => {
    const { widgets, namespace } = await createTestNamespace();
    const made = await created(widgets, widget('x', { size: 1, replicas: 2 }));
    await patch(`${widgets}/x/status`, 'merge', { status: { replicas: 1, selector: 'app=x' } });
    const path = `${widgets}/x/scale`;

    const read = await get(path);
    expect(read).toMatchObject({
      status: 200,
      body: {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'x', namespace, uid: made.metadata.uid },
        spec: { replicas: 2 },
        status: { replicas: 1, selector: 'app=x' },
      },
    });
    expect(versionOf(read.body)).toBe(versionOf(done(await get(`${widgets}/x`))));

    expect(await patch(path, 'merge', { spec: { replicas: 3 } })).toMatchObject({
      status: 200,
      body: { kind: 'Scale', spec: { replicas: 3 } },
    });
    expect((await get(`${widgets}/x`)).body.spec).toMatchObject({ replicas: 3, size: 1 });

    const scale = done(await get(path));
    expect(await put(path, { ...scale, spec: { replicas: 4 } })).toMatchObject({
      status: 200,
      body: { kind: 'Scale', spec: { replicas: 4 } },
    });
    expect((await get(`${widgets}/x`)).body.spec).toMatchObject({ replicas: 4, size: 1 });
  });
});
