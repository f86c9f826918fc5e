import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { fc } from '../../support/properties.ts';
import { raw, type RawAnswer, request } from './raw-request.ts';

const CM = '/api/v1/namespaces/default/configmaps';
const CRD = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const json = { 'content-type': 'application/json' };
const yaml = { 'content-type': 'application/yaml' };
const patchTypes = [
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
const mebibyte = 1_048_576;

describe('the HTTP server', () => {
  let server: ApiServer;
  let url: string;

  async function serve(options?: ApiServerOptions): Promise<void> {
    server = createApiServer(options);
    ({ url } = await server.listen());
    server.objects.create(
      { group: '', version: 'v1', resource: 'configmaps' },
      { metadata: { name: 'c', namespace: 'default' } },
    );
  }

  beforeEach(() => serve());
  afterEach(async () => {
    const { code, text } = await raw(url, ...request('GET', '/api/v1/namespaces/default'));
    await server.close();
    // The server must still respond, and no request may have added properties to all JavaScript objects.
    expect(code).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ metadata: { name: 'default' } });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  function expectStatus({ code, text }: RawAnswer, expected: number): void {
    expect([code, text.slice(0, 400)]).toEqual([expected, expect.stringContaining('"kind":"Status"')]);
    expect(JSON.parse(text)).toMatchObject({ kind: 'Status', status: 'Failure', code: expected });
  }

  it('should refuse a body over 3 MiB, in any form (P75)', async () => {
    const body = JSON.stringify({ metadata: { name: 'x' }, data: { k: 'x'.repeat(3.2 * mebibyte) } });
    const chunked = `POST ${CM} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = `${mebibyte.toString(16)}\r\n${'x'.repeat(mebibyte)}\r\n`;

    expectStatus(await raw(url, ...request('POST', CM, json, body)), 413);
    expectStatus(await raw(url, chunked, chunk, chunk, chunk, chunk), 413);
  });

  it('should not decompress a body', async () => {
    const bomb = gzipSync('x'.repeat(10 * mebibyte));

    expectStatus(await raw(url, ...request('POST', CM, { ...json, 'content-encoding': 'gzip' }, bomb)), 400);
  });

  it.each([
    ['JSON', json, '['.repeat(mebibyte)],
    ['complete JSON', json, '['.repeat(mebibyte) + ']'.repeat(mebibyte)],
    ['objects', json, '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['YAML', yaml, '['.repeat(20_000)],
    ['complete YAML', yaml, '['.repeat(3000) + ']'.repeat(3000)],
  ])('should refuse a body that is nested too deeply (%s)', async (_, headers, body) => {
    expectStatus(await raw(url, ...request('POST', CM, headers, body)), 400);
  });

  const keys = (count: number, from = 0): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth + from}`, '']));

  it.each([
    ['JSON', 'POST', CM, json, JSON.stringify({ metadata: { name: 'x' }, data: keys(30_001) })],
    ['a merge patch', 'PATCH', `${CM}/c`, patchTypes[0], JSON.stringify({ data: keys(40_000) })],
    [
      'a JSON patch',
      'PATCH',
      `${CM}/c`,
      patchTypes[1],
      JSON.stringify([{ op: 'add', path: '/data', value: keys(60_000) }]),
    ],
    [
      'an apply in JSON',
      'PATCH',
      `${CM}/c?fieldManager=x`,
      patchTypes[3],
      JSON.stringify({ data: keys(40_000) }),
    ],
    ['lists in a list', 'POST', CM, json, `{"x":[${'[],'.repeat(20_000)}[]]}`],
  ])('should refuse a body with more than 20,000 values (%s)', async (_, method, path, type, body) => {
    const headers = typeof type === 'string' ? { 'content-type': type } : type;

    expectStatus(await raw(url, ...request(method, path, headers, body)), 413);
  });

  it('should refuse an apply with more than 20,000 values', async () => {
    const applied = { 'content-type': 'application/apply-patch+yaml' };
    const head = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    const apply = (count: number): Promise<RawAnswer> => {
      const body = JSON.stringify({ ...head, data: keys(count) });
      return raw(url, ...request('PATCH', `${CM}/a?fieldManager=x`, applied, body));
    };

    expectStatus(await apply(20_000), 413);
    expect((await apply(19_900)).code).toBe(201);
  });

  it('should refuse a definition with more than 20,000 values', async () => {
    const schema = { type: 'object', properties: keys(25_000) };
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } };
    const names = { plural: 'widgets', kind: 'Widget' };
    const spec = { group: 'example.com', scope: 'Namespaced', names, versions: [version] };
    const body = JSON.stringify({ metadata: { name: 'widgets.example.com' }, spec });

    expectStatus(await raw(url, ...request('POST', CRD, json, body)), 413);
  });

  it.each([
    ['101 printer columns', Array.from({ length: 101 }, (_, at) => ({ name: `c${at}`, jsonPath: '.spec' }))],
    ['a jsonPath of 1,001 characters', [{ name: 'c', jsonPath: `.${'a'.repeat(1_000)}` }]],
  ])('should refuse a definition with %s', async (_, columns) => {
    const additionalPrinterColumns = columns.map((column) => ({ ...column, type: 'string' }));
    const schema = { openAPIV3Schema: { type: 'object' } };
    const version = { name: 'v1', served: true, storage: true, schema, additionalPrinterColumns };
    const names = { plural: 'widgets', kind: 'Widget' };
    const spec = { group: 'example.com', scope: 'Namespaced', names, versions: [version] };
    const body = JSON.stringify({ metadata: { name: 'widgets.example.com' }, spec });

    expectStatus(await raw(url, ...request('POST', CRD, json, body)), 413);
  });

  it.each<[string, readonly string[], object]>([
    ['33 keys', Array.from({ length: 33 }, (_, at) => `k${at}`), {}],
    ['keys of 1,001 characters', ['k'.repeat(1_001)], {}],
    ['a key whose default has 1,000 characters', ['k'], { default: 'd'.repeat(1_000) }],
  ])('should refuse a definition with a list of %s', async (_, all, key) => {
    const properties = Object.fromEntries(all.map((name) => [name, { type: 'string', ...key }]));
    const items = { type: 'object', properties, required: all };
    const listMap = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': all };
    const list = { type: 'array', ...listMap, items };
    const schema = { openAPIV3Schema: { type: 'object', properties: { list } } };
    const version = { name: 'v1', served: true, storage: true, schema };
    const names = { plural: 'widgets', kind: 'Widget' };
    const spec = { group: 'example.com', scope: 'Namespaced', names, versions: [version] };
    const body = JSON.stringify({ metadata: { name: 'widgets.example.com' }, spec });
    const apply = { 'content-type': 'application/apply-patch+yaml' };
    const kind = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
    const applied = JSON.stringify({ ...kind, ...(JSON.parse(body) as object) });

    expectStatus(await raw(url, ...request('POST', CRD, json, body)), 413);
    expectStatus(
      await raw(url, ...request('PATCH', `${CRD}/widgets.example.com?fieldManager=x`, apply, applied)),
      413,
    );
  });

  it('should refuse an object that patches make larger and larger', async () => {
    const type = { 'content-type': 'application/merge-patch+json' };
    const codes: number[] = [];
    for (let from = 0; from < 4; from++) {
      const body = JSON.stringify({ data: keys(19_900, from * 19_900) });
      codes.push((await raw(url, ...request('PATCH', `${CM}/c?fieldManager=m${from}`, type, body))).code);
    }

    expect(codes[0]).toBe(200);
    expect(codes.at(-1)).toBe(413);
  });

  it('should report at most a hundred duplicate or unknown fields, and 200 errors', async () => {
    const twice = `{"metadata":{"name":"x"},"data":{${'"a":"",'.repeat(5_000)}"b":""}}`;
    const names = Array.from({ length: 5_000 }, (_, nth): [string, string] => [`k ${nth}`, '']);
    const bad = JSON.stringify({ metadata: { name: 'x', annotations: Object.fromEntries(names) } });

    const strict = await raw(url, ...request('POST', `${CM}?fieldValidation=Strict`, json, twice));
    const invalid = await raw(url, ...request('POST', CM, json, bad));

    expectStatus(strict, 400);
    expect(strict.text.match(/duplicate field/g)).toHaveLength(100);
    expectStatus(invalid, 422);
    expect((JSON.parse(invalid.text) as { details: { causes: unknown[] } }).details.causes).toHaveLength(200);
    expect(invalid.text).toContain('and 4800 more]');
  });

  it('should refuse a YAML bomb', async () => {
    const lines = Array.from(
      { length: 12 },
      (__, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(at === 0 ? 0 : 10).slice(0, -1) || 'x'}]`,
    );

    expectStatus(await raw(url, ...request('POST', CM, yaml, lines.join('\n'))), 400);
  });

  it.each([
    ['bytes that are not UTF-8', json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['half a text', json, '{"metadata":{"name":"x"'],
    ['no object', json, '"x"'],
    ['broken YAML', yaml, 'a: [b\nc: "'],
  ])('should refuse %s', async (_, headers, body) => {
    expectStatus(await raw(url, ...request('POST', CM, headers, body)), 400);
  });

  it.each([
    ...['..', '.', '%2e%2e', '%2f', 'a%2fb', '%00', 'a%00b', '%', '%zz', '%c0%af'].map(
      (name) => `${CM}/${name}`,
    ),
    `${CM}/../secrets`,
    `${CM}//c`,
    `//api/v1/configmaps`,
    `/api/v1/namespaces/default%2fconfigmaps`,
    '/api/v1/__proto__',
    '/apis/__proto__/constructor/hasOwnProperty',
    '/openapi/v3/__proto__',
    '/__proto__',
    `/${'x/'.repeat(10_000)}`,
  ])('should find nothing by a trick in the path (%s)', async (path) => {
    expectStatus(await raw(url, ...request('GET', path)), 404);
  });

  it.each([
    `labelSelector=${'('.repeat(100_000)}`,
    `labelSelector=${'a'.repeat(500_000)}`,
    `labelSelector=a+in+(${'b,'.repeat(100_000)}`,
    `fieldSelector=${'metadata.name=c,'.repeat(20_000)}x`,
    `labelSelector=${'a,'.repeat(40_000)}a`,
    `labelSelector=a+in+(${'b,'.repeat(40_000)}b)`,
    `fieldSelector=${'type!=c,'.repeat(40_000)}metadata.name=c`,
    `watch=1&labelSelector=${'a,'.repeat(1_000)}a`,
    `watch=1&fieldSelector=${'metadata.name!=c,'.repeat(1_000)}metadata.name=c`,
    `fieldSelector=__proto__=x`,
    '%FF&'.repeat(100_000),
    `limit=1&continue=${'A'.repeat(100_000)}`,
    `limit=-1e9`,
    `resourceVersion=${'9'.repeat(10_000)}x`,
  ])('should refuse an excessive query (%.40s)', async (query) => {
    expectStatus(await raw(url, ...request('GET', `${CM}?${query}`)), 400);
  });

  it('should count the parameters of a URL, and refuse more than 1,000, with or without credentials', async () => {
    await server.close();
    await serve({ tokens: { t: 'admin' } });
    const ask = (count: number, headers = {}): Promise<RawAnswer> =>
      raw(url, ...request('GET', `${CM}?${'a=b&'.repeat(count - 1)}a=b`, headers));
    const credentials = { authorization: 'Bearer t' };

    expect((await ask(1_000, credentials)).code).toBe(200);
    expect((await ask(1_000)).code).toBe(401);
    for (const headers of [{}, credentials]) {
      const refused = await ask(1_001, headers);
      expectStatus(refused, 400);
      expect(refused.text).toContain('the URL has 1001 parameters, and may have 1000: send fewer');
    }
    await server.close();
    await serve();
  });

  it.each([
    ['types', 'application/json,'.repeat(30_000)],
    ['parameters behind an open quote', `application/json;v="${';v=1'.repeat(100_000)}`],
    ['spaces', `application/json;${' '.repeat(400_000)}x`],
  ])('should refuse an Accept of very many %s', async (_, accept) => {
    const refused = await raw(url, ...request('GET', CM, { accept }));

    expectStatus(refused, 431);
    expect(refused.text).toContain('and may have 8192: name fewer types');
  });

  it('should accept a long valid selector', async () => {
    const values = Array.from({ length: 20_000 }, (_, at) => `v${at}`).join();

    const { code } = await raw(url, ...request('GET', `${CM}?labelSelector=k+in+(${values})`));

    expect(code).toBe(200);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a bad header', 'GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
      400,
    ],
    ['endless headers', `GET / HTTP/1.1\r\nhost: localhost\r\na: ${'x'.repeat(2 * mebibyte)}`, 431],
  ])('should refuse %s', async (_, text, code) => {
    expectStatus(await raw(url, text), code);
  });

  it('should refuse a request that arrives too slowly', async () => {
    await server.close();
    await serve({ requestTimeout: 100 });

    expectStatus(
      await raw(url, `POST ${CM} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{`),
      408,
    );
    expectStatus(await raw(url, `GET ${CM} HTTP/1.1\r\nhost`), 408);
  });

  it.each([
    ['JSON', 'POST', CM, json],
    ['YAML', 'POST', CM, yaml],
    ...patchTypes.map((type) => [type, 'PATCH', `${CM}/c?fieldManager=x`, { 'content-type': type }] as const),
    ['delete options', 'DELETE', `${CM}/x`, json],
    ['a custom resource definition', 'POST', CRD, json],
  ])('should not confuse inherited names with fields (%s)', async (_, method, path, headers) => {
    const evil = '{"polluted":"yes"}';
    const meta = `{"name":"c","labels":${evil},"__proto__":${evil},"constructor":{"prototype":${evil}}}`;
    const body =
      headers['content-type'] === 'application/json-patch+json'
        ? `[{"op":"add","path":"/__proto__/polluted","value":"yes"},
            {"op":"add","path":"/constructor/prototype/polluted","value":"yes"}]`
        : `{"apiVersion":"v1","kind":"ConfigMap","__proto__":${evil},"constructor":{"prototype":${evil}},
            "metadata":${meta},"data":{"__proto__":"x","constructor":"y","toString":"z"},"spec":{"__proto__":${evil}}}`;

    const { code, text } = await raw(url, ...request(method, path, headers, body));

    expect(code).toBeGreaterThanOrEqual(200);
    // A real server also answers 500 to an apply with a field that is in no schema.
    if (!text.includes('field not declared in schema')) expect([code < 500, text]).toEqual([true, text]);
  });

  it('should store a key with an inherited name like any other', async () => {
    const body = '{"metadata":{"name":"p"},"data":{"__proto__":"x","constructor":"y"}}';
    await raw(url, ...request('POST', CM, json, body));

    const { text } = await raw(url, ...request('GET', `${CM}/p`));

    expect(text).toContain('"__proto__":"x"');
    expect(text).toContain('"constructor":"y"');
  });

  it('should answer any request, and survive', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'api',
        'apis',
        'v1',
        'namespaces',
        'default',
        'configmaps',
        'c',
        'status',
        'scale',
        'watch',
      ),
      fc.constantFrom(
        'apps',
        'deployments',
        '..',
        '%2f',
        '%00',
        '__proto__',
        '',
        'openapi',
        'v3',
        'token',
        'pods',
      ),
      fc.string({ maxLength: 6 }).map(encodeURIComponent),
    );
    const path = fc.array(word, { maxLength: 8 }).map((words) => `/${words.join('/')}`);
    const parameter = fc.tuple(
      fc.constantFrom(
        'limit',
        'continue',
        'labelSelector',
        'fieldSelector',
        'dryRun',
        'fieldManager',
        'force',
      ),
      fc.oneof(fc.constantFrom('All', '1', 'a=b', 'true'), fc.string({ maxLength: 8 })),
    );
    const query = fc
      .array(parameter, { maxLength: 3 })
      .map((all) => all.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'));
    const value = fc.jsonValue({ maxDepth: 4 });
    const object = fc.record(
      {
        kind: fc.constantFrom('ConfigMap', 'Deployment', 'DeleteOptions'),
        apiVersion: fc.constantFrom('v1', 'apps/v1'),
        metadata: fc.oneof(
          value,
          fc.record({
            name: fc.oneof(fc.constant('c'), value),
            labels: value,
            finalizers: value,
            ownerReferences: value,
            managedFields: value,
          }),
        ),
        data: value,
        spec: value,
      },
      { requiredKeys: [] },
    );
    const operation = fc.record({
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'test'),
      path: fc.string(),
      from: fc.string(),
      value,
    });
    const body = fc.oneof(
      object.map((one) => JSON.stringify(one)),
      fc.array(operation, { maxLength: 3 }).map((one) => JSON.stringify(one)),
      fc.string(),
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes])),
    );
    const type = fc.constantFrom(
      'application/json',
      'application/yaml',
      'application/vnd.kubernetes.protobuf',
      'text/plain',
      ...patchTypes,
    );
    const target = fc.oneof(
      path,
      fc.constantFrom(CM, `${CM}/c`, `${CM}/c`, '/apis/apps/v1/namespaces/default/deployments'),
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS');
    const asked = fc.tuple(method, target, query, type, body).filter(([, to]) => to !== `${CM}/c`);
    await fc.assert(
      fc.asyncProperty(asked, async ([how, to, parameters, contentType, content]) => {
        const sent = request(how, `${to}?${parameters}`, { 'content-type': contentType }, content);

        const { code, text } = await raw(url, ...sent);

        expect([code, text]).not.toEqual([0, '']);
        expect([code, code < 500 ? '' : text]).toEqual([code, '']);
        if (code >= 400 && how !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ kind: 'Status', code });
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  it('should listen on other addresses only with tokens', async () => {
    await expect(server.listen({ host: '0.0.0.0' })).rejects.toThrow(/listen: host/);
    await expect(server.listen({ host: 'example.com' })).rejects.toThrow(/unless the server has tokens/);
    await expect(server.listen({ host: '::' })).rejects.toThrow(/listen: host/);
    await expect(server.listen({ host: '127.0.0.2' })).resolves.toMatchObject({ url: expect.any(String) });
  });
});
