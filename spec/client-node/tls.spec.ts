import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { lastValueFrom } from 'rxjs';
import { kubeConfigTransport } from '../../src/client-node/index.ts';
import type { Transport } from '../../src/source/index.ts';
import { until } from '../contract/support/http-server.ts';
import { type Identity, selfSigned } from '../contract/support/self-signed.ts';

describe('kubeConfigTransport over TLS', () => {
  let identity: Identity;
  let alice: Identity;
  let bob: Identity;
  const servers: Server[] = [];
  beforeAll(() => {
    identity = selfSigned('server');
    alice = selfSigned('alice');
    bob = selfSigned('bob');
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }
  });

  /** Starts a server whose response is the common name in the client's certificate. */
  async function serve() {
    const open = new Set<Socket>();
    const names = new WeakMap<Socket, string | undefined>();
    let handshakes = 0;
    const server = createServer(
      { ...identity, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const answer = (): unknown => response.end(names.get(request.socket) ?? 'nobody');
        if (request.url === '/slow') setTimeout(answer, 50);
        else answer();
      },
    );
    server.on('secureConnection', (socket) => {
      const { subject } = socket.getPeerCertificate() as { subject?: { CN?: string } };
      names.set(socket, subject?.CN);
      handshakes++;
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    server.on('tlsClientError', () => undefined);
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { address, open, handshakes: () => handshakes };
  }

  const transportTo = (server: string, material: () => object): Transport =>
    kubeConfigTransport({
      getCurrentCluster: () => ({ server }),
      applyToHTTPSOptions: (options) => Promise.resolve(void Object.assign(options, material())),
    });
  const read = async (transport: Transport, path = '/a'): Promise<string> =>
    Buffer.from(await lastValueFrom(transport.open({ path }))).toString();

  it.each([{ tlsServerName: 12 }, { tlsServerName: true }, { skipTLSVerify: 'false' }, { skipTLSVerify: 1 }])(
    'should refuse a cluster with %j before a socket is opened',
    async (members) => {
      const { address, handshakes } = await serve();
      const transport = kubeConfigTransport({
        getCurrentCluster: () => ({ server: address, ...members }),
        applyToHTTPSOptions: () => Promise.resolve(),
      });

      await expect(lastValueFrom(transport.open({ path: '/' }))).rejects.toMatchObject({
        name: 'OptionsError',
        message: expect.stringMatching(
          /^kubeConfigTransport: the cluster's (tls-server-name|insecure-skip-tls-verify) /,
        ),
      });
      expect(handshakes()).toBe(0);
    },
  );

  it('should trust the given ca, and present the given certificate', async () => {
    const { address } = await serve();

    expect(await read(transportTo(address, () => ({ ca: identity.cert })))).toBe('nobody');
    expect(await read(transportTo(address, () => ({ ca: identity.cert, ...alice })))).toBe('alice');
    expect(await read(transportTo(address, () => ({ rejectUnauthorized: false })))).toBe('nobody');
  });

  it('should not trust an unknown server', async () => {
    const { address } = await serve();

    const failed = read(transportTo(address, () => ({ ca: alice.cert })));

    await expect(failed).rejects.toMatchObject({ name: 'ConnectionError', failure: 'transient' });
    await expect(failed).rejects.toThrow(/no answer from .*SELF_SIGNED.*its certificate is self-signed/);
  });

  it('should check the certificate against the given server name', async () => {
    const { address } = await serve();

    const failed = read(transportTo(address, () => ({ ca: identity.cert, servername: 'kube.example' })));

    await expect(failed).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('should keep its connection while the TLS material is equal, although it is read again', async () => {
    const { address, handshakes } = await serve();
    const transport = transportTo(address, () => ({
      ca: Buffer.from(identity.cert),
      cert: alice.cert,
      key: alice.key,
    }));

    for (let i = 0; i < 50; i++) await read(transport);

    expect(handshakes()).toBe(1);
  });

  it('should reconnect when the TLS material changes, and leave no idle connection with the old material', async () => {
    const { address, open, handshakes } = await serve();
    let user = alice;
    const transport = transportTo(address, () => ({ ca: identity.cert, ...user }));

    expect(await read(transport)).toBe('alice');
    user = bob;
    expect(await read(transport)).toBe('bob');
    await until(() => open.size === 1);

    expect(handshakes()).toBe(2);
  });

  it('should let a request finish on the old connection, and then close it', async () => {
    const { address, open } = await serve();
    let user = alice;
    const transport = transportTo(address, () => ({ ca: identity.cert, ...user }));

    const slow = read(transport, '/slow');
    await until(() => open.size === 1);
    user = bob;

    expect(await read(transport)).toBe('bob');
    expect(await slow).toBe('alice');
    await until(() => open.size === 1);
  });
});
