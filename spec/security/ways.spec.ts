import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import process from 'node:process';
import { catchError, lastValueFrom, map, of, take, toArray } from 'rxjs';
import { informer, listWatch, type Transport } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { recordListerWatcher } from 'rx-informer/recording';
import { configFrom } from '../client-node/support/config-text.ts';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../client-node/support/proxies.ts';
import { startSecureServer, type SecureServer } from '../client-node/support/secure-server.ts';
import { base64 } from '../contract/support/kube-config.ts';
import { selfSigned } from '../contract/support/self-signed.ts';
import { startServer, type TestServer } from '../contract/support/http-server.ts';
import { canariesIn, canary } from './canary.ts';

const pods = { group: '', version: 'v1', resource: 'pods' } as const;
const options = { reflect: { backoff: { initial: 1, max: 1 }, isFatal: () => false } } as const;

/** Returns the first statuses of an informer, and the lines of the recording of its source. */
async function received(transport: Transport): Promise<readonly unknown[]> {
  const lines: string[] = [];
  const source = recordListerWatcher(listWatch(transport, pods), (line) => void lines.push(line));
  const watched = informer(source, options);
  const running = watched.start();
  const statuses = await lastValueFrom(watched.status$.pipe(take(4), toArray())).finally(() =>
    running.unsubscribe(),
  );
  const thrown = await lastValueFrom(
    transport.open({ path: '/api' }).pipe(
      map(() => undefined),
      catchError((error: unknown) => of(error)),
    ),
    { defaultValue: undefined },
  );
  expect(lines.length).toBeGreaterThan(1);
  expect(statuses.some(({ phase }) => phase === 'waiting')).toBe(true);
  return [statuses, lines, thrown];
}

describe('the credentials of a request', () => {
  const proxies: TestProxy[] = [];
  let secure: SecureServer;
  let echo: TestServer;
  beforeAll(async () => {
    secure = await startSecureServer();
    echo = await startServer((request, response) =>
      response.writeHead(500).end(request.rawHeaders.join(' ')),
    );
    proxies.push(
      await startHttpProxy({ password: 'alice:another' }),
      await startSocksProxy({ password: 'alice:another' }),
    );
  });
  afterAll(async () => {
    await Promise.all([secure, echo, ...proxies].map((one) => one.close()));
  });

  const { cert, key } = selfSigned('alice');
  const overKubeConfig = (cluster: object, user: object): Transport =>
    kubeConfigTransport(configFrom(KubeConfig, cluster, user));

  it('should not be in the error of an untrusted server, nor the key of the client', async () => {
    const certificate = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
    const all = await received(
      overKubeConfig({ server: secure.address }, { token: canary.token, ...certificate }),
    );

    expect(canariesIn(all)).toEqual([]);
    const text = JSON.stringify(all);
    expect(text).not.toContain(base64(key).slice(100, 140));
    expect(text).not.toContain(key.split('\n')[2]);
  });

  it.each([
    ['http', 0],
    ['socks5', 1],
  ])(
    'should not be in the error of a proxy that refuses, nor the password of the proxy: %s',
    async (scheme, nth) => {
      const proxyUrl = `${scheme}://alice:${canary.proxy}@${proxies[nth]?.host ?? ''}`;
      const all = await received(
        overKubeConfig({ server: secure.address, 'proxy-url': proxyUrl }, { token: canary.token }),
      );

      expect(canariesIn(all)).toEqual([]);
    },
  );

  it.each([
    ['fails', `console.error('${canary.plugin}'); process.exit(1)`],
    ['prints no JSON', `console.log('token: ${canary.plugin}')`],
    ['prints a token of no user', `console.log(JSON.stringify({ status: { token: '${canary.plugin}' } }))`],
    [
      'prints a token that is refused',
      `console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token: '${canary.plugin}' } }))`,
    ],
  ])('should not be in the error of a plugin that %s', async (_, program) => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: ['-e', program],
      interactiveMode: 'Never',
    };
    const all = await received(
      overKubeConfig({ server: echo.address, 'insecure-skip-tls-verify': true }, { exec }),
    );

    expect(canariesIn(all)).toEqual([]);
  });

  it('should keep the error of a custom token() as the cause', async () => {
    const error = new Error('no session');
    const transport = fetchTransport({ server: echo.address, token: () => Promise.reject(error) });

    const [statuses] = (await received(transport)) as [readonly { readonly error?: Error }[]];

    expect(statuses.find((status) => status.error !== undefined)?.error?.cause).toBe(error);
  });

  it('should not be in the error of a server that does not answer', async () => {
    const closed = await startServer(() => undefined);
    await closed.close();
    for (const transport of [
      fetchTransport({ server: closed.address, token: () => canary.token }),
      overKubeConfig({ server: closed.address, 'insecure-skip-tls-verify': true }, { token: canary.token }),
    ]) {
      expect(canariesIn(await received(transport))).toEqual([]);
    }
  });
});
