import { describe, expect } from '@jest/globals';
import { versionOf } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, post, put } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { done, createTestNamespace } from './support/test-namespace.ts';

describe('leases', () => {
  check(
    'P121',
    'a lease is created and renewed, with microseconds, and a stale version is refused',
    async () => {
      const { namespace } = await createTestNamespace();
      const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
      const lease = (renewTime: string, resourceVersion?: string): object => ({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'leader', ...(resourceVersion === undefined ? {} : { resourceVersion }) },
        spec: { holderIdentity: 'one', leaseDurationSeconds: 15, renewTime, leaseTransitions: 0 },
      });

      const made = await post(path, lease('2026-01-02T03:04:05.000000Z'));
      expect(made).toMatchObject({
        status: 201,
        body: { spec: { renewTime: '2026-01-02T03:04:05.000000Z', leaseDurationSeconds: 15 } },
      });
      const renewed = lease('2026-01-02T03:04:15.120000Z', versionOf(made.body));
      expect(await put(`${path}/leader`, renewed)).toMatchObject({
        status: 200,
        body: { spec: { renewTime: '2026-01-02T03:04:15.120000Z' } },
      });
      expect(await put(`${path}/leader`, renewed)).toMatchObject(refusal(409, 'Conflict'));
      expect(done(await get(`${path}/leader`)).spec['renewTime']).toBe('2026-01-02T03:04:15.120000Z');
    },
  );
});
