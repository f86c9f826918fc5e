import { expect, it } from '@jest/globals';
import type { ApiServerOptions } from 'rx-informer/apiserver';
import { CM, CR, throughBothDoors } from './support/in-process-and-over-http.ts';

const guarded: ApiServerOptions = {
  tokens: { s3cret: 'admin', al1ce: 'alice' },
  authorize: ({ user }) => user !== 'alice',
};
const as = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
});

throughBothDoors('access', (setUp, door) => {
  it('should accept requests with a token (P117)', async () => {
    const { client } = await setUp(guarded);

    expect((await client.request('GET', CM, as('s3cret'))).code).toBe(200);
    expect((await client.request('GET', CM, { headers: { authorization: 'bearer s3cret' } })).code).toBe(200);
  });

  it.each(['Bearer wrong', 'Bearer ', 'Bearer  s3cret', 'Basic czNjcmV0', 's3cret'])(
    'should refuse invalid credentials, without details (P117: %s)',
    async (authorization) => {
      const { client } = await setUp(guarded);

      const { code, body } = await client.request('GET', '/nowhere', { headers: { authorization } });

      expect([code, body]).toMatchObject([401, { reason: 'Unauthorized', message: 'Unauthorized' }]);
      expect(JSON.stringify(body)).not.toContain('s3cret');
    },
  );

  it('should require credentials over HTTP, and trust its own process (P117)', async () => {
    const { client } = await setUp(guarded);

    expect((await client.request('GET', CM)).code).toBe(door === 'http' ? 401 : 200);
  });

  it('should accept every request without configured tokens', async () => {
    const { client } = await setUp();

    expect((await client.request('GET', CM, as('whatever'))).code).toBe(200);
  });

  it.each([
    [
      'GET',
      CR,
      'widgets.demo.example.com is forbidden: User "alice" cannot list resource "widgets" in API group "demo.example.com" in the namespace "ns"',
    ],
    [
      'GET',
      '/api/v1/nodes/x',
      'nodes "x" is forbidden: User "alice" cannot get resource "nodes" in API group "" at the cluster scope',
    ],
    ['GET', '/metrics', 'forbidden: User "alice" cannot get path "/metrics"'],
    [
      'GET',
      `${CM}?watch=true`,
      'configmaps is forbidden: User "alice" cannot watch resource "configmaps" in API group "" in the namespace "ns"',
    ],
    [
      'GET',
      '/api/v1/configmaps',
      'configmaps is forbidden: User "alice" cannot list resource "configmaps" in API group "" at the cluster scope',
    ],
    [
      'POST',
      CM,
      'configmaps is forbidden: User "alice" cannot create resource "configmaps" in API group "" in the namespace "ns"',
    ],
    [
      'DELETE',
      CM,
      'configmaps is forbidden: User "alice" cannot deletecollection resource "configmaps" in API group "" in the namespace "ns"',
    ],
    [
      'PUT',
      `${CR}/w/status`,
      'widgets.demo.example.com "w" is forbidden: User "alice" cannot update resource "widgets/status" in API group "demo.example.com" in the namespace "ns"',
    ],
  ])(
    'should forbid requests that the authorizer denies (P118, P119: %s %s)',
    async (method, path, message) => {
      const { client } = await setUp(guarded);

      const { code, body } = await client.request(method, path, {
        body: method === 'GET' ? undefined : {},
        ...as('al1ce'),
      });

      expect([code, body]).toMatchObject([403, { reason: 'Forbidden', message }]);
    },
  );

  it('should pass the attributes of the request to the authorizer', async () => {
    const asked: unknown[] = [];
    const { client } = await setUp({
      tokens: { t: 'u' },
      authorize: (attributes) => asked.push(attributes) > 0,
    });

    await client.request('GET', `${CR}/w`, as('t'));
    await client.request('GET', '/version', as('t'));

    expect(asked).toEqual([
      {
        user: 'u',
        groups: ['system:masters', 'system:authenticated'],
        verb: 'get',
        path: `${CR}/w`,
        group: 'demo.example.com',
        resource: 'widgets',
        subresource: '',
        namespace: 'ns',
        name: 'w',
      },
      { user: 'u', groups: ['system:masters', 'system:authenticated'], verb: 'get', path: '/version' },
    ]);
  });

  it('should call the authorizer once for a request with a body, allowed or not', async () => {
    let asked = 0;
    const { client } = await setUp({
      tokens: { t: 'u' },
      authorize: ({ resource }) => {
        asked++;
        return resource !== 'configmaps';
      },
    });
    const codes: number[] = [];
    for (const path of [CM, '/api/v1/namespaces']) {
      const body = { metadata: { name: 'a' } };
      codes.push((await client.request('POST', path, { body, ...as('t') })).code);
    }

    expect(codes).toEqual([403, 201]);
    expect(asked).toBe(2);
  });
});
