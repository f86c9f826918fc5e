import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { post } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { createTestNamespace } from './support/test-namespace.ts';
import { target } from './support/target.ts';

describe('access reviews', () => {
  const { limitedToken } = target();

  check(
    'P132',
    'a user can request a review of its own rights',
    async () => {
      const { namespace } = await createTestNamespace();
      const review = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { namespace, verb: 'list', resource: 'configmaps' } },
      };
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

      expect(await post(path, review)).toMatchObject({ status: 201, body: { status: { allowed: true } } });
      // Retries, because the server creates the role `system:basic-user` only shortly after its start. This role
      // allows each user to send reviews.
      const limited = await eventually(
        () => post(path, review, { token: limitedToken }),
        ({ status }) => status === 201,
      );
      expect(limited.body.status).toMatchObject({ allowed: false });
    },
    { needs: 'identity' },
  );

  check(
    'P133',
    'a user can request its own name and groups',
    async () => {
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

      const limited = await eventually(
        () => post(path, review, { token: limitedToken }),
        ({ status }) => status === 201,
      );

      expect(limited.body.status).toMatchObject({
        userInfo: { username: 'alice', groups: expect.arrayContaining(['system:authenticated']) },
      });
    },
    { needs: 'identity' },
  );
});
