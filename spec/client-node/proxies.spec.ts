import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type AddressInfo, createServer, Socket } from 'node:net';
import process from 'node:process';
import { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { kubeConfigTransport } from '../../src/client-node/index.ts';
import type { Transport } from '../../src/source/index.ts';
import { failed, get, openSockets, read } from '../contract/support/harness.ts';
import { startServer, until } from '../contract/support/http-server.ts';
import { base64, clientNodes } from '../contract/support/kube-config.ts';
import { selfSigned } from '../contract/support/self-signed.ts';
import { configFrom } from './support/config-text.ts';
import { startHttpProxy, startSocksProxy, type TestProxy } from './support/proxies.ts';
import { type SecureServer, startSecureServer } from './support/secure-server.ts';
import { closedAfterEach, foldersForEach } from './support/temporary.ts';

const folder = foldersForEach();
const opened = closedAfterEach();
afterEach(() => {
  jest.restoreAllMocks();
});

const schemes = [
  ['http', startHttpProxy],
  ['socks5', startSocksProxy],
  ['socks5h', startSocksProxy],
  ['socks4', startSocksProxy],
  ['socks4a', startSocksProxy],
] as const;

/** Starts a server whose certificate is for `kube.example`. Only the proxy resolves this host name. */
const secureServer = (): Promise<SecureServer> =>
  opened(startSecureServer({ identity: selfSigned('server', 'kube.example') }));
const clusterBehind = ({ address, identity }: SecureServer, proxyUrl: string): object => ({
  server: `https://kube.example:${new URL(address).port}`,
  'certificate-authority-data': base64(identity.cert),
  'proxy-url': proxyUrl,
});

describe.each(clientNodes)('a cluster behind a proxy, %s', (_, KubeConfig) => {
  const transportTo = (cluster: object, user: object = { token: 'the-token-of-alice' }): Transport =>
    kubeConfigTransport(configFrom(KubeConfig, cluster, user));

  it('should read bytes that a proxy sends in one packet with its answer to CONNECT', async () => {
    const sockets: Socket[] = [];
    const proxy = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
      );
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const cluster = { server: 'http://127.0.0.1:1', 'proxy-url': `http://127.0.0.1:${port}` };

    expect(await read(transportTo(cluster))).toBe('{}');
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  describe.each(schemes)('%s', (scheme, startProxy) => {
    it('should be reached through one tunnel and one handshake by 50 lists', async () => {
      const server = await secureServer();
      const proxy = await opened(startProxy());
      const transport = transportTo(clusterBehind(server, `${scheme}://${proxy.host}`));

      for (let i = 0; i < 50; i++) await read(transport);

      expect(proxy.asked.map(({ target }) => target)).toEqual([
        `kube.example:${new URL(server.address).port}`,
      ]);
      expect(server.handshakes()).toBe(1);
      expect(server.callers).toHaveLength(50);
      expect(server.callers[0]).toMatchObject({
        servername: 'kube.example',
        headers: { authorization: 'Bearer the-token-of-alice' },
      });
    });

    it('should be reached over plain http, without the token being sent to the proxy', async () => {
      const server = await opened(startServer((_request, response) => response.end('{}')));
      const proxy = await opened(startProxy());
      const transport = transportTo({ server: server.address, 'proxy-url': `${scheme}://${proxy.host}` });

      for (let i = 0; i < 5; i++) await read(transport);

      expect(proxy.asked).toHaveLength(1);
      expect(server.seen[0]?.headers.authorization).toBe('Bearer the-token-of-alice');
      expect(inspect(proxy.asked, { depth: null })).not.toContain('the-token-of-alice');
    });

    it('should get a new tunnel when the certificate changes, and the old tunnel be closed', async () => {
      const server = await secureServer();
      const proxy = await opened(startProxy());
      const { write } = folder();
      const show = (name: string): object => {
        const { cert, key } = selfSigned(name);
        return { 'client-certificate': write('crt', cert), 'client-key': write('key', key) };
      };
      const transport = transportTo(clusterBehind(server, `${scheme}://${proxy.host}`), show('alice'));

      await read(transport);
      show('bob');
      await read(transport);
      await until(() => proxy.open() === 1 && server.open() === 1);

      expect(server.callers.map(({ name }) => name)).toEqual(['alice', 'bob']);
    });

    it('should probe the tunnel after 30 s', async () => {
      const server = await secureServer();
      const proxy = await opened(startProxy());
      const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');

      await read(transportTo(clusterBehind(server, `${scheme}://${proxy.host}`)));

      // The keep-alive call has an effect only on the TCP socket, and not on the TLS socket inside the tunnel.
      const probed = setKeepAlive.mock.contexts.filter((socket) => !(socket instanceof TLSSocket));
      expect(probed).toHaveLength(1);
      expect(setKeepAlive).toHaveBeenCalledWith(true, 30_000);
    });

    it('should time out with a silent proxy', async () => {
      const before = openSockets();
      const proxy = await opened(startProxy({ isSilent: true }));
      const messages: unknown[] = [];

      const subscription = transportTo({
        server: 'https://kube.example',
        'proxy-url': `${scheme}://${proxy.host}`,
      })
        .open(get)
        .subscribe({ error: (error: unknown) => messages.push(error) });
      await until(() => proxy.open() === 1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      subscription.unsubscribe();
      await until(() => proxy.open() === 0 && openSockets() <= before);

      expect(messages).toEqual([]);
    });

    it('should leave no tunnel open after an unsubscribe at any moment', async () => {
      const before = openSockets();
      const server = await secureServer();
      const proxy = await opened(startProxy());
      const transport = transportTo(clusterBehind(server, `${scheme}://${proxy.host}`));

      for (let i = 0; i < 40; i++) {
        const subscription = transport.open(get).subscribe();
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
        subscription.unsubscribe();
      }
      // One connection may stay open, if its response came in time. More than one connection cannot stay open, because
      // the requests run one after the other.
      await until(() => proxy.open() <= 1 && server.open() <= 1 && openSockets() <= before + 4);
    });

    it('should report that the proxy is not reachable', async () => {
      const proxy: TestProxy = await startProxy();
      await proxy.close();

      const error = await failed(
        transportTo({ server: 'https://kube.example', 'proxy-url': `${scheme}://${proxy.host}` }),
      );

      expect(error).toMatchObject({
        name: 'ConnectionError',
        message: expect.stringContaining('ECONNREFUSED'),
      });
    });
  });

  it.each([
    ['http', startHttpProxy],
    ['socks5', startSocksProxy],
  ] as const)('should send the password in proxy-url, %s', async (scheme, startProxy) => {
    const server = await secureServer();
    const proxy = await opened(startProxy({ password: 'alice:hunter2 with: blanks' }));
    const url = `${scheme}://alice:hunter2%20with%3A%20blanks@${proxy.host}`;

    expect(await read(transportTo(clusterBehind(server, url)))).toBe('{}');
    expect(inspect(server.callers, { depth: null })).not.toContain('hunter2');
  });

  it.each([
    ['http', startHttpProxy, 'answered 407'],
    ['socks5', startSocksProxy, 'Authentication failed'],
  ] as const)('should not repeat a wrong password, %s', async (scheme, startProxy, text) => {
    const server = await secureServer();
    const proxy = await opened(startProxy({ password: 'alice:other' }));

    const error = await failed(transportTo(clusterBehind(server, `${scheme}://alice:hunter2@${proxy.host}`)));

    expect(error).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining(text) });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2');
  });

  it('should report that a SOCKS proxy requires a password, and that it cannot connect', async () => {
    const strict = await opened(startSocksProxy({ password: 'alice:other' }));
    const open = await opened(startSocksProxy());
    const fail = (proxy: TestProxy): Promise<unknown> =>
      failed(transportTo({ server: 'https://kube.example:1', 'proxy-url': `socks5://${proxy.host}` }));

    expect(await fail(strict)).toMatchObject({
      message: expect.stringContaining('no accepted authentication type'),
    });
    expect(await fail(open)).toMatchObject({ message: expect.stringContaining('ConnectionRefused') });
  });

  it.each(['http', 'https', 'socks5'])('should name the unreachable proxy, %s', async (scheme) => {
    const gone = await opened(startSocksProxy());
    await gone.close();

    const error = await failed(
      transportTo({
        server: 'https://kube.example:1',
        'proxy-url': `${scheme}://alice:hunter2@${gone.host}`,
      }),
    );

    expect(error).toMatchObject({
      name: 'ConnectionError',
      answered: false,
      message: expect.stringContaining(`${gone.host} was not reached (ECONNREFUSED)`),
    });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2');
  });

  it('should fail if a SOCKS proxy answers and resets the connection in one step', async () => {
    const answers = '\u0005\u0000\u0005\u0000\u0005\u0000\u0000\u0001\u007f\u0000\u0000\u0001\u0000\u0050';
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(answers, 'latin1', () => socket.resetAndDestroy()));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    await opened(
      Promise.resolve({ close: () => new Promise<void>((resolve) => proxy.close(() => resolve())) }),
    );
    const { port } = proxy.address() as AddressInfo;
    const cluster = { server: 'https://127.0.0.1:1', 'proxy-url': `socks5://127.0.0.1:${port}` };

    for (let request = 0; request < 20; request++) {
      expect(await failed(transportTo(cluster))).toMatchObject({
        name: 'ConnectionError',
        answered: false,
        message: expect.stringMatching(/opened a tunnel and closed it at once|gave no tunnel/),
      });
    }
  });

  it('should accept a SOCKS proxy that answers one byte at a time', async () => {
    const server = await secureServer();
    const proxy = await opened(startSocksProxy({ drips: true, password: 'a:b' }));

    expect(await read(transportTo(clusterBehind(server, `socks5://a:b@${proxy.host}`)))).toBe('{}');
  });

  it('should send an IPv6 address as such', async () => {
    const proxy = await opened(startSocksProxy());

    await failed(transportTo({ server: 'https://[fd00::ff:1]:1', 'proxy-url': `socks5://${proxy.host}` }));

    expect(proxy.asked.map(({ target }) => target)).toEqual(['fd000000000000000000000000ff0001:1']);
  });

  it('should ignore HTTPS_PROXY', async () => {
    const server = await opened(startServer((_request, response) => response.end('{}')));
    const proxy = await opened(startHttpProxy());
    const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'];
    for (const name of names) process.env[name] = `http://${proxy.host}`;

    try {
      await read(transportTo({ server: server.address }));
    } finally {
      for (const name of names) Reflect.deleteProperty(process.env, name);
    }

    expect(proxy.asked).toEqual([]);
  });

  it.each(['ftp://alice:hunter2@host', 'host:3128', 'http://'])(
    'should fail permanently with a wrong proxy-url value: %p',
    async (proxyUrl) => {
      const error = (await failed(
        transportTo({ server: 'https://kube.example', 'proxy-url': proxyUrl }),
      )) as Error;

      expect(error).toMatchObject({ name: 'OptionsError', failure: 'fatal' });
      expect(error.message).not.toContain('hunter2');
    },
  );
});
