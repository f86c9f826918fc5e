import { describe, expect } from '@jest/globals';
import { check } from './support/check.ts';
import { get, post } from './support/client.ts';
import { configMapMessage } from './support/protobuf.ts';
import { createTestNamespace } from './support/test-namespace.ts';

describe('protobuf', () => {
  const type = 'application/vnd.kubernetes.protobuf';

  check('P136', 'a body in protobuf is accepted', async () => {
    const { configMaps } = await createTestNamespace();

    const { status, headers } = await post(configMaps, configMapMessage('x', { sky: 'blue' }), {
      type,
      accept: `${type},application/json`,
    });

    expect(status).toBe(201);
    expect([type, 'application/json']).toContain(headers['content-type']);
    expect(await get(`${configMaps}/x`)).toMatchObject({
      status: 200,
      body: { metadata: { name: 'x' }, data: { sky: 'blue' } },
    });
  });
});
