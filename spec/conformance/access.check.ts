import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { get } from './support/client.ts';
import { refusal } from './support/refusals.ts';
import { createTestNamespace } from './support/test-namespace.ts';
import { target } from './support/target.ts';

describe('access', () => {
  const { limitedToken: token } = target();

  check('P117', 'a request without a known token is refused', async () => {
    const { configMaps } = await createTestNamespace();

    for (const bad of [null, 'nobody']) {
      const answer = await get(configMaps, { token: bad });
      expect(answer).toMatchObject(refusal(401, 'Unauthorized'));
      expect(answer.body.message).toBe('Unauthorized');
      expect(answer.body).not.toHaveProperty('details');
    }
  });

  check(
    'P118',
    'a refusal names what the user may not do, and where',
    async () => {
      const { namespace, widgets } = await createTestNamespace();
      const cases = [
        [
          widgets,
          `widgets.demo.example.com is forbidden: User "alice" cannot list resource "widgets" in API group "demo.example.com" in the namespace "${namespace}"`,
          { group: 'demo.example.com', kind: 'widgets' },
        ],
        [
          '/api/v1/nodes/x',
          'nodes "x" is forbidden: User "alice" cannot get resource "nodes" in API group "" at the cluster scope',
          { name: 'x', kind: 'nodes' },
        ],
        ['/metrics', 'forbidden: User "alice" cannot get path "/metrics"', {}],
      ] as const;

      for (const [path, message, details] of cases) {
        const answer = await get(path, { token });
        expect(answer).toMatchObject(refusal(403, 'Forbidden', { details }));
        expect(answer.body.message).toBe(message);
      }
    },
    { needs: 'identity' },
  );

  check(
    'P119',
    'a watch without rights is refused before it begins',
    async () => {
      const { configMaps } = await createTestNamespace();

      expect(await get(`${configMaps}?watch=true&resourceVersion=0`, { token })).toMatchObject(
        refusal(403, 'Forbidden', { message: 'User "alice" cannot watch resource "configmaps"' }),
      );
    },
    { needs: 'identity' },
  );
});
