import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { raw, request } from './raw-request.ts';

const CM = '/api/v1/namespaces/default/configmaps';
const evil = 'http://evil.example';
const upgrade = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const configMap = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'written' } });

const servers: ApiServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function serve(options: ApiServerOptions = {}, host?: string) {
  const server = createApiServer(options);
  servers.push(server);
  const { url } = await server.listen(host === undefined ? {} : { host });
  const ask = (...given: Parameters<typeof request>) => raw(url, ...request(...given));
  return { server, url, ask };
}

describe('the page of another site', () => {
  it('should get no watch by WebSocket, with or without a token', async () => {
    for (const options of [{}, { tokens: { t: 'admin' } }]) {
      const { ask } = await serve(options);
      const headers = { ...upgrade, origin: evil, authorization: 'Bearer t' };

      const { code, text } = await ask('GET', `${CM}?watch=1`, headers);

      expect([code, JSON.parse(text)]).toEqual([
        403,
        expect.objectContaining({
          reason: 'Forbidden',
          message: `forbidden: pages of "${evil}" may not write here, nor open a WebSocket: cors.origins, or --cors-allowed-origins, allows them`,
        }),
      ]);
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('should not write by %s', async (method) => {
    const { server, ask } = await serve({ cors: { origins: ['http://app.example'] } });
    server.objects.create(core.v1.configmaps, { metadata: { name: 'there', namespace: 'default' } });
    const before = server.resourceVersion;
    const target = method === 'POST' ? CM : `${CM}/there`;
    const body = method === 'DELETE' ? '' : configMap;

    for (const origin of [evil, 'null', 'http://localhost:4200']) {
      expect(await ask(method, target, { origin }, body)).toMatchObject({
        code: 403,
        text: expect.stringContaining('cors.origins'),
      });
    }

    expect(server.resourceVersion).toBe(before);
    expect(server.requests.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('should write if its origin is allowed, or is the server itself', async () => {
    const { url, ask } = await serve({ cors: { origins: ['http://app.example'] } });
    const { host } = new URL(url);
    const generated = configMap.replace('"name"', '"generateName"');

    for (const headers of [
      { origin: 'http://app.example' },
      { origin: `http://${host}`, host },
      { origin: 'https://localhost', host: 'localhost:443' }, // a proxy in front of the server handles TLS
      {},
    ])
      expect(await ask('POST', CM, headers, generated)).toMatchObject({ code: 201 });
  });

  it('should get an answer to a read, which the browser hides from the page', async () => {
    const { ask } = await serve();

    expect((await ask('GET', CM, { origin: evil })).code).toBe(200);
  });
});

describe('a DNS name that was rebound to this machine', () => {
  it.each([
    'evil.example',
    'evil.example:80',
    '10.0.0.1',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#.localhost',
    'evil.example/.localhost',
    'evil.example?.localhost',
    'evil.example\\.localhost',
    'localhost@evil.example.localhost',
    'evil.example%2f.localhost',
  ])('should be refused without configured tokens (%s)', async (host) => {
    const { ask } = await serve();

    expect(await ask('GET', CM, { host })).toMatchObject({
      code: 403,
      text: expect.stringContaining('start it with tokens'),
    });
  });

  it.each([
    'localhost',
    'LOCALHOST:1',
    'shop.localhost',
    'localhost.',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]:80',
  ])('should be accepted if it is not a DNS name (%s)', async (host) => {
    const { ask } = await serve();

    expect((await ask('GET', CM, { host })).code).toBe(200);
  });

  it('should be accepted if a token is required', async () => {
    const { ask } = await serve({ tokens: { t: 'admin' } });

    expect((await ask('GET', CM, { host: 'api.example', authorization: 'Bearer t' })).code).toBe(200);
  });

  it('should not be required, as in HTTP/1.0', async () => {
    const { url } = await serve();

    const { text } = await raw(url, `GET ${CM} HTTP/1.0\r\n\r\n`);

    expect(text).toContain('ConfigMapList');
  });
});
