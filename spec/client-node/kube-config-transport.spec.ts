import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import * as http from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import process from 'node:process';
import { promisify } from 'node:util';
import { lastValueFrom } from 'rxjs';
import { type KubeConfigLike, kubeConfigTransport } from '../../src/client-node/index.ts';
import { ConnectionError, OptionsError, ProtocolError } from '../../src/objects/index.ts';
import { startServer, type TestServer } from '../contract/support/http-server.ts';
import { sourceFlags } from '../support/source-flags.ts';

/** The request options that a KubeConfig of client-node fills in. */
interface Filled {
  headers?: Record<string, string>;
  agent?: http.Agent;
}

/** Returns a fake KubeConfig for one server. `fill` fills in the request options. */
function configFor(server: string, fill: (options: Filled) => unknown = () => undefined): KubeConfigLike {
  return {
    getCurrentCluster: () => ({ server }),
    async applyToHTTPSOptions(options: Filled) {
      await fill(options);
    },
  };
}

describe('kubeConfigTransport', () => {
  const servers: TestServer[] = [];
  const serve = async (handler: http.RequestListener): Promise<TestServer> => {
    const server = await startServer(handler);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const read = async (config: KubeConfigLike): Promise<string> =>
    Buffer.from(await lastValueFrom(kubeConfigTransport(config).open({ path: '/a' }))).toString();

  describe('with a KubeConfig of client-node', () => {
    const kubeConfig = (server: string, user: object = {}, cluster: object = {}): KubeConfig => {
      const config = new KubeConfig();
      config.loadFromClusterAndUser(
        { name: 'c', server, skipTLSVerify: false, ...cluster },
        { name: 'u', ...user },
      );
      return config;
    };

    it('should send requests over plain http without skipTLSVerify, with impersonation', async () => {
      const server = await serve((_, response) => response.end('x'));

      await read(kubeConfig(server.address, { token: 'abc' }));
      await read(kubeConfig(server.address, { username: 'alice', password: 'pw' }));
      await read(
        kubeConfig(server.address, { token: 'abc', impersonateUser: 'bob' }, { skipTLSVerify: true }),
      );

      expect(server.seen.map(({ headers }) => [headers.authorization, headers['impersonate-user']])).toEqual([
        ['Bearer abc', undefined],
        [`Basic ${Buffer.from('alice:pw').toString('base64')}`, undefined],
        ['Bearer abc', 'bob'],
      ]);
    });

    it('should not repeat the password of the server’s URL', async () => {
      const server = await serve((incoming, response) => {
        const { authorization = '' } = incoming.headers;
        const decoded = Buffer.from(authorization.slice(6), 'base64').toString();
        response.writeHead(403).end(`no rights for ${authorization}, ${decoded}`);
      });
      const address = server.address.replace('//', '//alice:hunter2%20very-secret@');

      const error = await read(kubeConfig(address, {})).catch((thrown: unknown) => thrown);

      expect(error).toMatchObject({ name: 'StatusError', code: 403 });
      expect((error as Error).message).toContain('no rights for Basic (not shown), alice:(not shown)');
    });

    it('should refuse to send a password of a URL over plain http to another machine, with and without a user', async () => {
      for (const credentials of ['alice:hunter2-secret', ':hunter2-secret']) {
        const refused = read(kubeConfig(`http://${credentials}@192.0.2.1:8080`, {}));

        await expect(refused).rejects.toThrow(OptionsError);
      }
    });

    it('should not repeat a password of a URL without a user', async () => {
      const server = await serve((incoming, response) => {
        response.writeHead(403).end(`no rights for ${incoming.headers.authorization ?? ''}`);
      });

      const read$ = read(kubeConfig(server.address.replace('//', '//:hunter2-secret@'), {}));

      await expect(read$).rejects.toThrow('no rights for Basic (not shown)');
    });

    it('should refuse a config that was not loaded, at the call', () => {
      expect(() => kubeConfigTransport(new KubeConfig())).toThrow(OptionsError);
      expect(() => kubeConfigTransport(new KubeConfig())).toThrow('call loadFromDefault()');
    });

    it('should report that an exec plugin is not installed', async () => {
      const server = await serve((_, response) => response.end('x'));
      const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: '/no/such/plugin' };

      const failed = read(kubeConfig(server.address, { exec }));

      await expect(failed).rejects.toBeInstanceOf(ConnectionError);
      await expect(failed).rejects.toThrow('credentials are not available');
      expect(server.seen).toEqual([]);
    });

    it('should use the proxy of the cluster', async () => {
      const server = await serve((_, response) => response.end('x'));
      const tunnels: (string | undefined)[] = [];
      const proxy = http.createServer().on('connect', (request, socket: Socket) => {
        tunnels.push(request.url);
        const onward = connect(Number(new URL(server.address).port), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          onward.pipe(socket).pipe(onward);
        });
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

      const config = kubeConfig('http://kube.invalid', { token: 'abc' }, { proxyUrl, skipTLSVerify: true });
      const transport = kubeConfigTransport(config, { allowInsecureCredentials: true });
      const body = Buffer.from(await lastValueFrom(transport.open({ path: '/a' }))).toString();
      proxy.close();

      expect(body).toBe('x');
      expect(tunnels).toEqual(['kube.invalid:80']);
      expect(server.seen[0]?.headers.authorization).toBe('Bearer abc');
    });
  });

  it('should send no Accept-Encoding, and send its User-Agent', async () => {
    const server = await serve((_, response) => response.end('x'));

    await read(configFor(server.address));

    expect(server.seen[0]?.headers).not.toHaveProperty('accept-encoding');
    expect(server.seen[0]?.headers['user-agent']).toBe('rx-informer');
  });

  it('should refuse a compressed answer that it did not request', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );

    const failed = read(configFor(server.address));

    await expect(failed).rejects.toBeInstanceOf(ProtocolError);
    await expect(failed).rejects.toThrow('came as gzip');
  });

  it('should accept the encoding `identity` in any case', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'Identity' }).end('x'),
    );

    expect(await read(configFor(server.address))).toBe('x');
  });

  it('should probe idle connections after 30 s', async () => {
    const server = await serve((_, response) => response.end('x'));
    const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');

    await read(configFor(server.address));

    expect(setKeepAlive).toHaveBeenCalledWith(true, 30_000);
  });

  it('should use one connection for sequential requests', async () => {
    const server = await serve((_, response) => response.end('x'));
    const config = configFor(server.address);
    const transport = kubeConfigTransport(config);

    for (let i = 0; i < 10; i++) await lastValueFrom(transport.open({ path: '/a' }));

    expect(server.connections()).toBe(1);
  });

  it('should use no agent of the config', async () => {
    const server = await serve((_, response) => response.end('x'));
    const agent = new http.Agent();
    const createConnection = jest.spyOn(
      agent as unknown as { createConnection: () => unknown },
      'createConnection',
    );

    await read(configFor(server.address, (options) => (options.agent = agent)));

    expect(createConnection).not.toHaveBeenCalled();
  });

  describe('when the server has closed an idle connection', () => {
    /**
     * Starts a server that answers the first request of a connection and resets the connection at the second request.
     */
    const closing = (): Promise<TestServer> => {
      const answered = new WeakSet<Socket>();
      return serve((request, response) => {
        if (answered.has(request.socket)) request.socket.resetAndDestroy();
        else response.end('x');
        answered.add(request.socket);
      });
    };

    it('should send a GET once more on another connection', async () => {
      const server = await closing();
      const transport = kubeConfigTransport(configFor(server.address));

      for (let i = 0; i < 3; i++) await lastValueFrom(transport.open({ path: '/a' }));

      expect(server.connections()).toBe(3);
    });

    it('should not send a POST once more', async () => {
      const server = await closing();
      const transport = kubeConfigTransport(configFor(server.address));
      const post = { path: '/a', method: 'POST', body: '{}' } as const;

      await lastValueFrom(transport.open(post));

      await expect(lastValueFrom(transport.open(post))).rejects.toBeInstanceOf(ConnectionError);
    });
  });

  it('should let the process exit when no request is open', async () => {
    const server = await serve((_, response) => response.end('x'));
    const index = new URL('../../src/client-node/index.ts', import.meta.url).href;
    const script = `
      import { kubeConfigTransport } from ${JSON.stringify(index)};
      const config = {
        getCurrentCluster: () => ({ server: ${JSON.stringify(server.address)} }),
        applyToHTTPSOptions: () => Promise.resolve(),
      };
      kubeConfigTransport(config).open({ path: '/a' }).subscribe((chunk) => console.log(String(chunk)));
    `;

    const { stdout } = await promisify(execFile)(process.execPath, [
      ...sourceFlags,
      '--input-type=module',
      '--eval',
      script,
    ]);

    expect(stdout).toBe('x\n');
  });

  it.each([
    ['has no current cluster', { ...configFor(''), getCurrentCluster: () => null }],
    ['names a server that is not a URL', configFor('host:6443')],
    ['names a server with another protocol than HTTP', configFor('ftp://host')],
  ])('should fail permanently with a config that %s', async (_, config) => {
    const failed = read(config);

    await expect(failed).rejects.toBeInstanceOf(OptionsError);
    await expect(failed).rejects.toMatchObject({ failure: 'fatal' });
  });

  it('should not repeat a password in the server’s address', async () => {
    await expect(read(configFor('ftp://alice:hunter2@host'))).rejects.not.toThrow('hunter2');
  });

  it.each([undefined, {}, { getCurrentCluster: () => null }, 'config'])(
    'should refuse %p in place of a config',
    (config) => {
      expect(() => kubeConfigTransport(config as unknown as KubeConfigLike)).toThrow(OptionsError);
    },
  );
});
