import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { kubeConfigTransport } from '../../src/client-node/index.ts';
import { failed, read } from '../contract/support/harness.ts';
import { startServer, until } from '../contract/support/http-server.ts';
import { base64, clientNodes } from '../contract/support/kube-config.ts';
import { type Identity, selfSigned } from '../contract/support/self-signed.ts';
import { frontIdentity } from '../contract/support/tls-front.ts';
import { clusterOf, configFrom } from './support/config-text.ts';
import { later } from './support/later.ts';
import { startSecureServer } from './support/secure-server.ts';
import { closedAfterEach, foldersForEach } from './support/temporary.ts';

const folder = foldersForEach();
const opened = closedAfterEach();
afterEach(() => {
  jest.restoreAllMocks();
});

let alice: Identity;
let bob: Identity;
beforeAll(() => {
  alice = selfSigned('alice');
  bob = selfSigned('bob');
});

describe.each(clientNodes)('the credentials of a kubeconfig, %s', (_, KubeConfig) => {
  it('should present a client certificate, from data or from files', async () => {
    const server = await opened(startSecureServer({ client: alice }));
    const { write } = folder();
    const files = {
      'client-certificate': write('crt', alice.cert),
      'client-key': write('key', alice.key),
    };
    const data = {
      'client-certificate-data': base64(alice.cert),
      'client-key-data': base64(alice.key),
    };

    for (const user of [files, data]) {
      await read(kubeConfigTransport(configFrom(KubeConfig, clusterOf(server), user)));
    }

    expect(server.callers.map(({ name }) => name)).toEqual(['alice', 'alice']);
    expect(await failed(kubeConfigTransport(configFrom(KubeConfig, clusterOf(server))))).toMatchObject({
      name: 'ConnectionError',
    });
  });

  it('should use a certificate that was renewed on disk, and close the old connection', async () => {
    const server = await opened(startSecureServer());
    const { write } = folder();
    const user = { 'client-certificate': write('crt', alice.cert), 'client-key': write('key', alice.key) };
    const transport = kubeConfigTransport(configFrom(KubeConfig, clusterOf(server), user));

    await read(transport);
    write('crt', bob.cert);
    write('key', bob.key);
    await read(transport);
    await until(() => server.open() === 1);

    expect(server.callers.map(({ name }) => name)).toEqual(['alice', 'bob']);
  });

  it('should trust the configured CA, from data or from a file, and no other', async () => {
    const server = await opened(startSecureServer());
    const { write } = folder();
    const file = write('ca', server.identity.cert);
    const reach = (cluster: object): ReturnType<typeof kubeConfigTransport> =>
      kubeConfigTransport(configFrom(KubeConfig, { server: server.address, ...cluster }));

    expect(await read(reach({ 'certificate-authority-data': base64(server.identity.cert) }))).toBe('{}');
    expect(await read(reach({ 'certificate-authority': file }))).toBe('{}');
    expect(await read(reach({ 'insecure-skip-tls-verify': true }))).toBe('{}');
    for (const cluster of [{}, { 'certificate-authority-data': base64(alice.cert) }]) {
      expect(await failed(reach(cluster))).toMatchObject({
        message: expect.stringMatching(/SELF_SIGNED.*its certificate is self-signed/),
      });
    }
  });

  it('should request the TLS server name, and check the certificate against it', async () => {
    const server = await opened(startSecureServer({ identity: selfSigned('server', 'kube.example') }));
    const named = (name: string): ReturnType<typeof kubeConfigTransport> =>
      kubeConfigTransport(configFrom(KubeConfig, { ...clusterOf(server), 'tls-server-name': name }));

    await read(named('kube.example'));

    expect(server.callers).toMatchObject([{ servername: 'kube.example' }]);
    expect(await failed(named('other.example'))).toMatchObject({
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
  });

  it('should work without a user, and still apply the CA and skipTLSVerify', async () => {
    const server = await opened(startSecureServer({ identity: selfSigned('server', 'kube.example') }));
    const { write } = folder();
    const without = (cluster: object): ReturnType<typeof kubeConfigTransport> => {
      const config = configFrom(KubeConfig, { server: server.address, ...cluster });
      config.contexts = [{ name: 'x', cluster: 'c' } as (typeof config.contexts)[number]];
      return kubeConfigTransport(config);
    };
    const name = { 'tls-server-name': 'kube.example' };

    for (const cluster of [
      { ...name, 'certificate-authority-data': base64(server.identity.cert) },
      { ...name, 'certificate-authority': write('ca', server.identity.cert) },
      { 'insecure-skip-tls-verify': true },
    ]) {
      expect(await read(without(cluster))).toBe('{}');
    }
    expect(await failed(without({}))).toMatchObject({ message: expect.stringContaining('SELF_SIGNED') });
  });

  it('should send a token, a password, and impersonation headers', async () => {
    const server = await opened(startSecureServer());
    const users = [
      { token: 'a-token' },
      { 'token-file': folder().write('token', 'from-a-file\n') },
      { username: 'alice', password: 'pass:word' },
      { token: 'a-token', as: 'bob' },
    ];

    for (const user of users) {
      await read(kubeConfigTransport(configFrom(KubeConfig, clusterOf(server), user)));
    }

    expect(server.callers.map(({ headers }) => [headers.authorization, headers['impersonate-user']])).toEqual(
      [
        ['Bearer a-token', undefined],
        ['Bearer from-a-file', undefined],
        [`Basic ${base64('alice:pass:word')}`, undefined],
        ['Bearer a-token', 'bob'],
      ],
    );
  });

  it.each([
    ['the token', { token: 'secret\u20ac' }],
    ["the value of the header 'impersonate-user'", { token: 'secret', as: 'al\nice' }],
  ])('should not send %s with characters that HTTP does not allow, and explain it', async (named, user) => {
    const server = await opened(startServer((_request, response) => void response.end('{}')));
    const transport = kubeConfigTransport(configFrom(KubeConfig, { server: server.address }, user));

    const error = await failed(transport);

    expect(error).toMatchObject({
      failure: 'unauthorized',
      message: expect.stringContaining(`${named} holds a character that HTTP does not allow`),
    });
    expect((error as Error).message).not.toContain('secret');
    expect(server.seen).toEqual([]);
  });

  it('should remove a token or a password that the server repeats', async () => {
    const server = await opened(
      startSecureServer({
        answer: ({ headers }, response) => {
          const [kind = '', given = ''] = headers.authorization?.split(' ') ?? [];
          const plain = kind === 'Basic' ? Buffer.from(given, 'base64').toString() : given;
          const message = `no: ${given} ${plain}`;
          response.writeHead(403).end(JSON.stringify({ kind: 'Status', code: 403, message }));
        },
      }),
    );
    const users = [{ token: 'a-token-of-some-length' }, { username: 'alice', password: 'quoted "hunter2"' }];

    for (const user of users) {
      const error = (await failed(
        kubeConfigTransport(configFrom(KubeConfig, clusterOf(server), user)),
      )) as Error;

      expect(error.message).toMatch(/^no: \(not shown\) /);
      expect(error.message).not.toMatch(/hunter2|of-some-length/);
    }
  });

  it('should use one handshake for 50 lists, and leave no listeners on the connection', async () => {
    const server = await opened(startSecureServer());
    const transport = kubeConfigTransport(configFrom(KubeConfig, clusterOf(server), { token: 't' }));
    const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const listeners = (): number => {
      const socket = setKeepAlive.mock.contexts.at(-1) as Socket;
      return socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0);
    };

    for (let i = 0; i < 5; i++) await read(transport);
    const before = listeners();
    for (let i = 0; i < 45; i++) await read(transport);

    expect(server.handshakes()).toBe(1);
    expect(server.callers).toHaveLength(50);
    expect(listeners()).toBe(before);
    expect(setKeepAlive.mock.calls.every(([on, after]) => on === true && after === 30_000)).toBe(true);
  });

  it('should use TCP probes after 30 s for a watch, while lists share other connections', async () => {
    const server = await opened(
      startSecureServer({
        answer: ({ url }, response) => {
          if (url?.startsWith('/watch') === true) response.flushHeaders();
          else response.end('{}');
        },
      }),
    );
    const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const transport = kubeConfigTransport(configFrom(KubeConfig, clusterOf(server)));

    const watching = transport.open({ path: '/watch' }).subscribe();
    await until(() => server.callers.length === 1);
    expect(setKeepAlive).toHaveBeenLastCalledWith(true, 30_000);
    for (let i = 0; i < 10; i++) await read(transport);
    watching.unsubscribe();
    await until(() => server.open() === 1);

    expect(server.handshakes()).toBe(2);
  });

  it('should use the service account in a pod, and read an old token again', async () => {
    const server = await opened(startServer((_, response) => response.end('{}'), 'https'));
    const { path } = folder();
    const mount = join(path, 'var/run/secrets/kubernetes.io/serviceaccount');
    mkdirSync(mount, { recursive: true });
    writeFileSync(join(mount, 'ca.crt'), frontIdentity.cert);
    writeFileSync(join(mount, 'token'), 'one\n');
    const { hostname, port } = new URL(server.address);
    Object.assign(process.env, { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port });
    const config = new KubeConfig();
    config.loadFromCluster(path);
    const transport = kubeConfigTransport(config);

    await read(transport);
    writeFileSync(join(mount, 'token'), 'two\n');
    await read(transport);
    await later(61_000, () => read(transport));

    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer one',
      'Bearer one',
      'Bearer two',
    ]);
  });

  it('should not follow a redirect, with a token or with a certificate', async () => {
    const elsewhere = await opened(startSecureServer());
    const server = await opened(
      startSecureServer({
        answer: (_request, response) => response.writeHead(307, { location: elsewhere.address }).end(),
      }),
    );

    const error = await failed(
      kubeConfigTransport(configFrom(KubeConfig, { ...clusterOf(server) }, { token: 'a-token' })),
    );

    expect(error).toMatchObject({ code: 307 });
    expect(elsewhere.handshakes()).toBe(0);
  });
});
