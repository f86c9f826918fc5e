import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { WebSocket } from 'ws';
import { raw, request as rawRequest } from './raw-request.ts';

const path = '/api/v1/namespaces/default/configmaps?watch=true';
const origin = 'http://app.example';

describe('watches by WebSocket', () => {
  const servers: ApiServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  async function serve(options: ApiServerOptions = {}): Promise<{ server: ApiServer; url: string }> {
    const server = createApiServer({ cors: { origins: [origin] }, ...options });
    servers.push(server);
    return { server, url: (await server.listen()).url };
  }

  const create = ({ objects }: ApiServer, name: string): unknown =>
    objects.create(core.v1.configmaps, { metadata: { name, namespace: 'default' } });

  /** Opens a watch over a WebSocket. Returns its messages and the close code after the server has ended the watch. */
  function watch(url: string, protocols: readonly string[] = [], more: object = { origin }) {
    const socket = new WebSocket(url.replace('http', 'ws') + path, [...protocols], more);
    const messages: string[] = [];
    socket.on('message', (data, isBinary) =>
      messages.push(isBinary ? 'binary' : (data as Buffer).toString()),
    );
    const opened = new Promise<void>((resolve) => void socket.once('open', resolve));
    const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
    const refusal = new Promise<number>((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => {
        socket.terminate();
        resolve(statusCode);
      });
    });
    socket.on('error', () => undefined);
    return { socket, messages, opened, closed, refusal };
  }

  it('should send an event as a text message, and close regularly (P126)', async () => {
    const { server, url } = await serve();
    const { messages, opened, closed } = watch(url);
    await opened;

    create(server, 'a');
    create(server, 'b');
    server.endWatches();

    expect(await closed).toBe(1000);
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(message).toMatch(/^\{"type":"ADDED".*\}\n$/);
  });

  it('should return one subprotocol, and refuse two', async () => {
    const { server, url } = await serve();
    const one = watch(url, ['base64.binary.k8s.io']);
    await one.opened;
    server.endWatches();
    await one.closed;

    expect(one.socket.protocol).toBe('base64.binary.k8s.io');
    expect(await watch(url, ['a', 'b']).refusal).toBe(400);
  });

  it('should accept a token in a subprotocol, if there is another one', async () => {
    const { server, url } = await serve({ tokens: { 't/k+n': 'admin' } });
    const encoded = (token: string): string =>
      `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;
    const good = watch(url, [encoded('t/k+n'), 'v']);
    await good.opened;
    server.endWatches();
    await good.closed;

    expect(good.socket.protocol).toBe('v');
    expect(await watch(url, [encoded('wrong'), 'v']).refusal).toBe(401);
    expect(await watch(url, [encoded('t/k+n')]).refusal).toBe(401);
    expect(await watch(url, [encoded('t/k+n'), encoded('other'), 'v']).refusal).toBe(401);
    expect(await watch(url, ['v']).refusal).toBe(401);
  });

  it('should refuse a page without an Origin header', async () => {
    const { url } = await serve();

    expect(await watch(url, [], {}).refusal).toBe(403);
  });

  it('should send at the speed of its reader, and end when the reader leaves', async () => {
    const { server, url } = await serve();
    const { socket, messages, opened } = watch(url);
    await opened;
    const data = { text: 'x'.repeat(100_000) };
    for (let n = 0; n < 100; n++) {
      server.objects.create(core.v1.configmaps, { metadata: { name: `c${n}`, namespace: 'default' }, data });
    }
    while (messages.length < 100) await once(socket, 'message');
    socket.terminate();
    await once(socket, 'close');

    create(server, 'later');

    expect(messages).toHaveLength(100);
  });

  it.each(['websocket', 'h2c'])(
    'should answer other requests as if without an upgrade (%s)',
    async (upgrade) => {
      const { url } = await serve();
      const sent = request(`${url}/version`, { headers: { connection: 'upgrade', upgrade } });
      sent.end();
      const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
      response.resume();

      expect(response.statusCode).toBe(200);
    },
  );

  it('should answer a POST with an upgrade header', async () => {
    const { url } = await serve();
    const socket = connect(Number(new URL(url).port));
    socket.write(
      'POST /api/v1/namespaces HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: h2c\r\ncontent-length: 2\r\n\r\n{}',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();

    expect(answer.toString()).toMatch(/^HTTP\/1.1 4/);
  });

  // kubectl uses SPDY if the server does not support WebSockets.
  it.each(['exec', 'attach', 'portforward'])('should answer %s by SPDY as by POST', async (subresource) => {
    const { server, url } = await serve();
    server.objects.create(core.v1.pods, {
      metadata: { name: 'p', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const target = `/api/v1/namespaces/default/pods/p/${subresource}?command=date`;
    const spdy = { connection: 'close, Upgrade', upgrade: 'SPDY/3.1', 'content-length': '0' };

    const { code, text } = await raw(url, ...rawRequest('POST', target, spdy));

    expect([code, text]).toEqual([400, expect.stringContaining('does not have a host assigned')]);
  });

  it('should leave no socket open after its end', async () => {
    const { server, url } = await serve();
    const { opened, closed } = watch(url);
    await opened;

    await server.close();

    expect(await closed).toBeDefined();
  });
});
