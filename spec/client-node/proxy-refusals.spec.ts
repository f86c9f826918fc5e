import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { kubeConfigTransport } from 'rx-informer/client-node';
import type { Transport } from '../../src/source/index.ts';
import { failed, get, read } from '../contract/support/harness.ts';
import { startServer, until } from '../contract/support/http-server.ts';
import { selfSigned } from '../contract/support/self-signed.ts';
import { configLike, type Filled } from './support/config-like.ts';
import { startHttpProxy, startSocksProxy } from './support/proxies.ts';
import { startRawServer } from './support/raw-server.ts';
import { startSecureServer } from './support/secure-server.ts';
import { closedAfterEach } from './support/temporary.ts';

const opened = closedAfterEach();
afterEach(() => {
  jest.restoreAllMocks();
});

const behind = (
  proxyUrl: string,
  server = 'https://kube.example',
  fill: (options: Filled) => unknown = () => undefined,
): Transport => kubeConfigTransport(configLike(server, { cluster: { proxyUrl }, fill }));

describe('a proxy that refuses a tunnel', () => {
  it.each([
    [407, 'the password in proxy-url is missing or wrong'],
    [403, 'may it lead to the server?'],
    [204, 'may it lead to the server?'],
  ])(
    'should be disconnected when it answers %d, and the error should name the answer',
    async (code, says) => {
      const proxy = await opened(startRawServer((socket) => socket.write(`HTTP/1.1 ${code} No\r\n\r\n`)));

      expect(await failed(behind(proxy.address))).toMatchObject({
        name: 'ConnectionError',
        failure: 'transient',
        answered: false,
        message: `the cluster's proxy answered ${code}: ${says}`,
      });
      await until(() => proxy.open() === 0);
    },
  );

  it('should be named by its IPv6 address in brackets', async () => {
    expect(await failed(behind('http://[::1]:1'))).toMatchObject({
      answered: false,
      message: expect.stringMatching(
        /^the cluster's proxy \[::1\]:1 was not reached \(E\w+\): is proxy-url right, the proxy up, its certificate trusted\?$/,
      ),
    });
  });

  it('should get an IPv6 address in brackets', async () => {
    const proxy = await opened(startHttpProxy());

    await failed(behind(`http://${proxy.host}`, 'https://[fd00::ff:1]:1'));

    expect(proxy.asked.map(({ target }) => target)).toEqual(['[fd00::ff:1]:1']);
  });

  it('should be disconnected when it is a SOCKS proxy, and the error should say why', async () => {
    const proxy = await opened(startSocksProxy({ password: 'alice:other' }));

    expect(await failed(behind(`socks5://${proxy.host}`))).toMatchObject({
      name: 'ConnectionError',
      failure: 'transient',
      answered: false,
      message: expect.stringMatching(
        /^the cluster's SOCKS proxy gave no tunnel \(.+\); is proxy-url right, with its password\?$/,
      ),
    });
    await until(() => proxy.open() === 0);
  });
});

describe('a proxy of http', () => {
  it.each([
    ['alice', 'alice:'],
    [':secret', ':secret'],
    ['', undefined],
  ])(
    'should receive the name and password of proxy-url, or an existing header: %p',
    async (given, credentials) => {
      const server = await opened(startServer((_, response) => response.end('{}')));
      const proxy = await opened(startHttpProxy(credentials === undefined ? {} : { password: credentials }));
      const url = `http://${given === '' ? '' : `${given}@`}${proxy.host}`;

      expect(await read(behind(url, server.address))).toBe('{}');
      expect(proxy.asked).toMatchObject([{ credentials }]);
    },
  );

  it('should have a tunnel with TCP probes after 30 s', async () => {
    const server = await opened(startSecureServer());
    const proxy = await opened(startHttpProxy());
    const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');

    await read(
      behind(`http://${proxy.host}`, server.address, (options) => (options['ca'] = server.identity.cert)),
    );

    const ofTunnel = setKeepAlive.mock.calls.filter(
      (__, i) => !(setKeepAlive.mock.contexts[i] instanceof TLSSocket),
    );
    expect(ofTunnel).toEqual([[true, 30_000]]);
  });

  it('should have its tunnel closed when the TLS material is invalid', async () => {
    const server = await opened(startSecureServer());
    const proxy = await opened(startHttpProxy());

    const error = await failed(
      behind(`http://${proxy.host}`, server.address, (options) => (options['cert'] = 'no PEM')),
    );

    expect(error).toMatchObject({ name: 'ConnectionError', answered: false });
    expect(error).toHaveProperty('cause.code', expect.stringMatching(/^ERR_OSSL/));
    expect(proxy.asked).toHaveLength(1);
    await until(() => proxy.open() === 0);
  });
});

describe('a proxy of https', () => {
  it.each([
    ['localhost', ['localhost']],
    ['127.0.0.1', []],
  ])('should be connected over TLS, with a certificate of its name: %s', async (host, names) => {
    const seen: string[] = [];
    const identity = selfSigned('proxy');
    const SNICallback = (name: string, give: (error: null, context: SecureContext) => void): void => {
      seen.push(name);
      give(null, createSecureContext(identity));
    };
    const proxy = createHttpsServer({ ...identity, SNICallback }).on('tlsClientError', () => undefined);
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;

    const error = await failed(behind(`https://${host}:${port}`));
    proxy.close();

    expect(error).toMatchObject({
      message: expect.stringContaining(`${host}:${port} was not reached (DEPTH_ZERO_SELF_SIGNED_CERT)`),
    });
    expect(seen).toEqual(names);
  });
});

describe('a SOCKS proxy', () => {
  it.each([
    ['socks4', 4],
    ['socks4a', 4],
    ['socks5', 5],
    ['socks5h', 5],
    ['socks', 5],
  ])('should be addressed in the protocol of its version: %s', async (scheme, version) => {
    const said: (number | undefined)[] = [];
    const proxy = await opened(
      startRawServer((socket, _, __, data) => {
        said.push(data[0]);
        socket.destroy();
      }),
    );

    await failed(behind(`${scheme}://${proxy.host}`));

    expect(said).toEqual([version]);
  });

  it('should be disconnected when a host name is longer than SOCKS can send', async () => {
    const proxy = await opened(startSocksProxy());

    expect(await failed(behind(`socks5://${proxy.host}`, `https://${'a.'.repeat(128)}b`))).toMatchObject({
      name: 'ConnectionError',
      answered: false,
      message: expect.stringContaining('An invalid destination host was provided'),
    });
    await until(() => proxy.open() === 0);
  });

  it('should have no connection for a request that ended before the connection was ready', async () => {
    const proxy = await opened(startSocksProxy({ isSilent: true }));
    const transport = behind(`socks5://${proxy.host}`);

    for (let turns = 0; turns < 60; turns++) {
      const request = transport.open(get).subscribe();
      for (let i = 0; i < turns; i++) await Promise.resolve();
      request.unsubscribe();
    }
    // Waits for one more connection. All earlier connections have arrived at the proxy before this connection.
    const last = transport.open(get).subscribe();
    await until(() => proxy.open() > 0);
    last.unsubscribe();

    await until(() => proxy.open() === 0);
  });
});
