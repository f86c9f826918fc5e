import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

const servers: ApiServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

interface Answer {
  readonly code: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

async function setUp(options: ApiServerOptions = {}) {
  const server = createApiServer(options);
  servers.push(server);
  const { url } = await server.listen();
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, { method, headers, agent: false }, (response) => {
        const { statusCode: code, headers: got } = response;
        buffer(response).then((bytes) => resolve({ code, headers: got, bytes }), reject);
      });
      sent.once('error', reject).end();
    });
  const create = (name: string, size: number): unknown =>
    server.objects.create(core.v1.configmaps, {
      metadata: { name, namespace: 'default' },
      data: { k: 'ü'.repeat(size) },
    });
  return { server, ask, create };
}

const CM = '/api/v1/namespaces/default/configmaps';
const gzip = { 'accept-encoding': 'gzip, deflate' };

describe('a compressed body', () => {
  it('should be sent for a large list to clients that accept it (P109)', async () => {
    const { ask, create } = await setUp();
    for (const name of ['a', 'b', 'c', 'd']) create(name, 40_000);

    const plain = await ask(CM);
    const small = await ask(CM, gzip);

    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(small.headers).not.toHaveProperty('content-length');
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 10);
    expect(gunzipSync(small.bytes)).toEqual(plain.bytes);
    expect((await ask(CM, { 'accept-encoding': 'gzip;q=0' })).headers).not.toHaveProperty('content-encoding');
  });

  it('should be sent for a large document, which keeps its ETag', async () => {
    const { ask } = await setUp();

    const { headers, bytes } = await ask('/openapi/v3/api/v1', gzip);

    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding, Accept' });
    expect(JSON.parse(gunzipSync(bytes).toString())).toHaveProperty('openapi', '3.0.0');
    const again = await ask('/openapi/v3/api/v1', { ...gzip, 'if-none-match': String(headers['etag']) });
    expect([again.code, again.bytes.length]).toEqual([304, 0]);
  });

  it('should not be sent for a small answer of known length, or for a watch', async () => {
    const { ask, create } = await setUp();
    create('a', 10);

    const list = await ask(CM, gzip);
    const watch = await ask(`${CM}?watch=true&timeoutSeconds=1`, gzip);

    expect(list.headers['content-length']).toBe(String(list.bytes.length));
    expect(list.headers).not.toHaveProperty('content-encoding');
    expect(watch.headers).not.toHaveProperty('content-encoding');
    expect(watch.bytes.toString()).toContain('ADDED');
  });
});

describe('an indented body', () => {
  const isPretty = ({ bytes }: Answer): boolean => bytes.toString().includes('\n  "kind"');

  it('should be sent on request, and to command-line tools (P125)', async () => {
    const { ask } = await setUp();
    const curl = { 'user-agent': 'curl/8.5.0' };

    expect(isPretty(await ask(CM))).toBe(false);
    expect(isPretty(await ask(`${CM}?pretty=true`))).toBe(true);
    expect(isPretty(await ask(CM, curl))).toBe(true);
    expect(isPretty(await ask(`${CM}?pretty=false`, curl))).toBe(false);
    expect(isPretty(await ask(`${CM}/none`, curl))).toBe(true);
    expect((await ask('/healthz', curl)).bytes.toString()).toBe('ok');
  });

  it('should have the same content, and be compressed if it is large', async () => {
    const { ask, create } = await setUp();
    for (const name of ['a', 'b', 'c', 'd']) create(name, 40_000);

    const plain = await ask(CM);
    const pretty = await ask(`${CM}?pretty=1`, gzip);

    expect(pretty.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(pretty.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
  });

  it('should not be sent for a watch', async () => {
    const { ask, create } = await setUp();
    create('a', 1);

    const { bytes } = await ask(`${CM}?watch=true&timeoutSeconds=1&pretty=true`);

    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a page of another origin', () => {
  // With the flag `g`, a RegExp remembers a position between two calls of `test`. The server must nevertheless match
  // each origin from its start.
  const cors = { origins: ['http://app.example', /^http:\/\/localhost(:\d+)?$/g] };
  const corsHeadersOf = (answer: Answer): readonly string[] =>
    Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));

  it.each(['http://app.example', 'http://localhost:4200'])(
    'should be allowed from %s (P120)',
    async (origin) => {
      const { ask } = await setUp({ cors, tokens: { secret: 'me' } });

      const before = await ask(CM, { origin, 'access-control-request-method': 'GET' }, 'OPTIONS');
      const refused = await ask(CM, { origin });
      const answer = await ask(CM, { origin, authorization: 'Bearer secret' });

      expect([before.code, refused.code, answer.code]).toEqual([204, 401, 200]);
      for (const { headers } of [before, refused, answer]) {
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          vary: expect.stringContaining('Origin'),
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': expect.stringContaining('PATCH'),
        });
      }
    },
  );

  it.each([
    'http://evil.example',
    'http://app.example.evil.example',
    'http://localhost.evil.example',
    'null',
  ])('should receive no CORS headers from %s', async (origin) => {
    const { ask } = await setUp({ cors, tokens: { secret: 'me' } });

    const before = await ask(CM, { origin }, 'OPTIONS');
    const answer = await ask(CM, { origin, authorization: 'Bearer secret' });

    expect([before.code, answer.code]).toEqual([401, 200]);
    expect([...corsHeadersOf(before), ...corsHeadersOf(answer)]).toEqual([]);
  });

  it('should receive no CORS headers without configured origins', async () => {
    const { ask } = await setUp();

    expect(corsHeadersOf(await ask(CM, { origin: 'http://app.example' }))).toEqual([]);
  });
});
