import { expect, it } from '@jest/globals';
import { CM, throughBothDoors } from './support/in-process-and-over-http.ts';

const SECRETS = '/api/v1/namespaces/ns/secrets';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/ns/leases';
const merge = { 'content-type': 'application/merge-patch+json' };
const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
const named = (name: string, more: object = {}): object => ({ metadata: { name }, ...more });

throughBothDoors('bodies as Go reads them', (setUp) => {
  it.each([
    ['a secret that is not base64', SECRETS, named('x', { data: { a: 'b' } }), 400],
    ['a key with a blank', CM, named('x', { data: { 'a b': '' } }), 422],
    ['a key that is a path', CM, named('x', { data: { '..': '' } }), 422],
    ['a key that begins as a path', CM, named('x', { binaryData: { '..a': '' } }), 422],
    ['a repeated key', CM, named('x', { data: { a: '1' }, binaryData: { a: 'YQ==' } }), 422],
    ['a secret with an invalid key', SECRETS, named('x', { stringData: { 'a b': '1' } }), 422],
    [
      'a certificate without its key',
      SECRETS,
      named('x', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }),
      422,
    ],
    [
      'a registry login that is not JSON',
      SECRETS,
      named('x', { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'YQ==' } }),
      422,
    ],
    ['a login without anything', SECRETS, named('x', { type: 'kubernetes.io/basic-auth' }), 422],
    ['a token of no account', SECRETS, named('x', { type: 'kubernetes.io/service-account-token' }), 422],
    ['an invalid time', CM, { metadata: { name: 'x', creationTimestamp: 'now' } }, 400],
    ['a generation below zero', CM, { metadata: { name: 'x', generation: -1 } }, 422],
    ['a generation that is too long', CM, { metadata: { name: 'x', generation: 1e20 } }, 400],
    ['a byte order mark', CM, '\ufeff{"metadata":{"name":"x"}}', 400],
    ['an empty dry run', `${CM}?dryRun=`, named('x'), 422],
    ['an invalid timeout', `${CM}?timeout=soon`, named('x'), 400],
  ])('should refuse %s', async (_, path, body, code) => {
    const { client } = await setUp();

    expect(await client.request('POST', path, { body })).toMatchObject({ code });
  });

  it('should treat an empty type as absent', async () => {
    const { client } = await setUp();
    const body = { kind: '', apiVersion: '', metadata: { name: 'x' } };

    expect(await client.request('POST', CM, { body })).toMatchObject({
      code: 201,
      body: { kind: 'ConfigMap' },
    });
  });

  it('should keep a given generation for kinds without one, and remove selfLink', async () => {
    const { client } = await setUp();
    const metadata = { name: 'x', generation: 7 };
    await client.request('POST', CM, { body: { metadata } });
    const body = { metadata: { ...metadata, generation: 9, selfLink: '/x' }, data: { a: 'b' } };

    const { body: put } = await client.request('PUT', `${CM}/x`, { body });

    expect(put).toMatchObject({ data: { a: 'b' }, metadata: { generation: 7 } });
    expect(put).not.toHaveProperty('metadata.selfLink');
  });

  it('should report a version that is not a number', async () => {
    const { client } = await setUp();
    const body = { metadata: { name: 'c0', resourceVersion: 'abc' } };

    expect(await client.request('PUT', `${CM}/c0`, { body })).toMatchObject({
      code: 500,
      body: { message: 'strconv.ParseUint: parsing "abc": invalid syntax' },
    });
  });

  it('should not treat a patch of the uid as a conflict, and ignore the type in a strategic merge', async () => {
    const { client } = await setUp();
    const body = { metadata: { uid: 'x' } };

    expect(await client.request('PATCH', `${CM}/c0`, { body, headers: merge })).toMatchObject({
      code: 422,
      body: { details: { causes: [{ field: 'metadata.uid' }, { field: 'metadata.uid' }] } },
    });
    expect(
      await client.request('PATCH', `${CM}/c0`, { body: { kind: 'Secret' }, headers: strategic }),
    ).toMatchObject({ code: 200, body: { kind: 'ConfigMap' } });
  });

  it('should create a lease by PUT for any version, unless another object is meant', async () => {
    const { client } = await setUp();
    const put = (metadata: object): ReturnType<typeof client.request> =>
      client.request('PUT', `${LEASES}/x`, { body: { metadata: { name: 'x', ...metadata } } });

    expect(await put({ uid: 'y' })).toMatchObject({ code: 409, body: { reason: 'Conflict' } });
    expect(await put({ resourceVersion: '4' })).toMatchObject({ body: { kind: 'Lease' } });
  });

  it('should refuse to delete a collection at an invalid version', async () => {
    const { client } = await setUp();

    expect(await client.request('DELETE', `${CM}?resourceVersion=abc`)).toMatchObject({ code: 400 });
    expect(await client.request('GET', `${CM}/c0`)).toMatchObject({ code: 200 });
  });

  it.each([
    ['a grace period that is a string', { gracePeriodSeconds: '5' }, 400],
    ['a uid that is a number', { preconditions: { uid: 5 } }, 400],
    ['an unknown dry run', { dryRun: ['x'] }, 422],
    ['another kind', { kind: 'Nope', apiVersion: 'v1' }, 400],
    ['a flag that is a string', { orphanDependents: 'x' }, 400],
  ])('should refuse to delete with %s', async (_, body, code) => {
    const { client } = await setUp();

    expect(await client.request('DELETE', `${CM}/c0`, { body })).toMatchObject({ code });
    expect(await client.request('GET', `${CM}/c0`)).toMatchObject({ code: 200 });
  });

  it('should use the body of a DELETE, or else its query', async () => {
    const { client } = await setUp();
    const body = { propagationPolicy: null };

    expect(await client.request('DELETE', `${CM}/c0?uid=x`)).toMatchObject({ code: 409 });
    expect(await client.request('DELETE', `${CM}/c0?dryRun=x`, { body })).toMatchObject({ code: 200 });
  });
});
