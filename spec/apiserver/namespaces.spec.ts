import { expect, it } from '@jest/globals';
import { CM, throughBothDoors } from './support/in-process-and-over-http.ts';

const NS = '/api/v1/namespaces/ns';
const merge = { 'content-type': 'application/merge-patch+json' };

throughBothDoors('namespaces', (setUp) => {
  it('should keep a namespace for the finalizers of its spec, which only /finalize can write (P128)', async () => {
    const { client } = await setUp();
    const finalize = (finalizers: readonly string[]) =>
      client.request('PUT', `${NS}/finalize`, { body: { metadata: { name: 'ns' }, spec: { finalizers } } });

    await client.request('PATCH', NS, { body: { spec: { finalizers: ['example.com/no'] } }, headers: merge });
    expect((await client.request('GET', NS)).body).toMatchObject({ spec: { finalizers: ['kubernetes'] } });
    expect((await finalize(['kubernetes', 'example.com/wait'])).code).toBe(200);
    await client.request('DELETE', NS);

    expect((await client.request('GET', NS)).body).toMatchObject({ status: { phase: 'Terminating' } });
    expect((await client.request('GET', CM)).body).toMatchObject({ items: [] });
    expect((await finalize([])).code).toBe(200);
    expect((await client.request('GET', NS)).code).toBe(404);
  });

  it('should refuse invalid finalizers', async () => {
    const { client } = await setUp();
    const finalize = (finalizers: unknown) =>
      client.request('PUT', `${NS}/finalize`, { body: { metadata: { name: 'ns' }, spec: { finalizers } } });

    expect((await finalize([5])).code).toBe(400);
    expect((await finalize([{ a: 'b' }])).code).toBe(400);
    expect((await finalize('kubernetes')).code).toBe(400);
    expect((await finalize(['kubernetes', 'bad name'])).body).toMatchObject({
      code: 422,
      details: {
        causes: [
          { field: 'spec.finalizers[1]', message: expect.stringContaining('name part must consist of') },
          { field: 'spec.finalizers[1]', message: expect.stringContaining('neither a standard finalizer') },
        ],
      },
    });
    expect((await finalize(['kubernetes', 'other'])).body).toMatchObject({
      details: { causes: [{ message: expect.stringContaining('neither a standard finalizer') }] },
    });
    expect((await client.request('GET', NS)).body).toMatchObject({ spec: { finalizers: ['kubernetes'] } });
  });

  it('should accept metadata in /finalize, and validate it', async () => {
    const { client } = await setUp();
    const finalize = (body: object, query = '') => client.request('PUT', `${NS}/finalize${query}`, { body });
    const spec = { finalizers: ['example.com/wait'] };

    const metadata = { name: 'ns', labels: { a: 'b' }, annotations: { c: 'd' } };
    const body = { metadata, spec: { ...spec, foo: 1 }, status: { phase: 'Gone' } };
    const dry = await finalize(body, '?dryRun=All');
    expect(dry.body).toMatchObject({ metadata: { labels: { a: 'b' } } });
    expect((await finalize(body, '?fieldValidation=Strict')).body).toMatchObject({
      code: 400,
      message:
        'Namespace in version "v1" cannot be handled as a Namespace: strict decoding error: unknown field "spec.foo"',
    });
    const bad = { metadata: { name: 'ns', labels: { 'z !': '1' } }, spec };
    expect((await finalize(bad)).body).toMatchObject({
      code: 422,
      details: { causes: [{ field: 'metadata.labels' }] },
    });
    expect((await client.request('GET', NS)).body).toMatchObject({ spec: { finalizers: ['kubernetes'] } });

    expect((await finalize(body)).code).toBe(200);
    const { body: now } = await client.request('GET', NS);
    expect(now).toMatchObject({
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
      status: { phase: 'Active' },
    });
    expect((now as { spec: object }).spec).toEqual(spec);
  });

  it('should wait for objects without finalizers (P128)', async () => {
    const { client } = await setUp();
    const body = { metadata: { name: 'c6', finalizers: ['example.com/wait'] } };
    await client.request('POST', CM, { body });
    await client.request('DELETE', NS);

    await client.request('PUT', `${NS}/finalize`, { body: { metadata: { name: 'ns' }, spec: {} } });
    expect((await client.request('GET', NS)).code).toBe(200);
    await client.request('PATCH', `${CM}/c6`, { body: { metadata: { finalizers: null } }, headers: merge });

    expect((await client.request('GET', NS)).code).toBe(404);
  });

  it('should wait for the finalizers of objects of every kind (P128)', async () => {
    const { client } = await setUp();
    const role = '/apis/rbac.authorization.k8s.io/v1/namespaces/ns/roles';
    const metadata = { name: 'r', finalizers: ['example.com/wait'] };
    expect((await client.request('POST', role, { body: { metadata, rules: [] } })).code).toBe(201);

    await client.request('DELETE', NS);
    expect((await client.request('GET', NS)).code).toBe(200);
    await client.request('PATCH', `${role}/r`, { body: { metadata: { finalizers: null } }, headers: merge });

    expect((await client.request('GET', NS)).code).toBe(404);
  });
});
