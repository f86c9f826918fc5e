import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { type Answer, ask, get } from './support/client.ts';
import { createTestNamespace } from './support/test-namespace.ts';

describe('cors', () => {
  check(
    'P120',
    'an allowed origin gets CORS headers, with and without credentials; another origin does not',
    async () => {
      const { configMaps } = await createTestNamespace();
      const origin = 'http://app.example';
      const preflight = await ask('OPTIONS', configMaps, {
        token: null,
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      const allowed = {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': expect.stringMatching(/GET.*PATCH/),
        'access-control-allow-headers': expect.stringMatching(/Authorization/i),
        'access-control-expose-headers': expect.stringMatching(/Date/i),
      };

      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject(allowed);
      const headers = { origin };
      expect(await get(configMaps, { headers })).toMatchObject({ status: 200, headers: allowed });
      expect(await get(configMaps, { headers, token: null })).toMatchObject({
        status: 401,
        headers: allowed,
      });

      const foreign = { headers: { origin: 'http://evil.example' } };
      const none = ({ headers: given }: Answer): readonly string[] =>
        Object.keys(given).filter((name) => name.startsWith('access-control-'));
      expect(none(await get(configMaps, foreign))).toEqual([]);
      expect(none(await ask('OPTIONS', configMaps, { ...foreign, token: null }))).toEqual([]);
    },
    { needs: 'cors' },
  );
});
