import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, throwError } from 'rxjs';
import { type KubeConfigLike, kubeConfigTransport } from 'rx-informer/client-node';
import { failed, read } from '../contract/support/harness.ts';
import { startServer, until } from '../contract/support/http-server.ts';
import { base64, clientNodes } from '../contract/support/kube-config.ts';
import { configFrom } from './support/config-text.ts';
import { configLike, type Filled } from './support/config-like.ts';
import { startSecureServer } from './support/secure-server.ts';
import { closedAfterEach } from './support/temporary.ts';

const opened = closedAfterEach();

describe('the credentials that a config gives to kubeConfigTransport', () => {
  it('should be sent as headers of one value or several, without white space around them', async () => {
    const server = await opened(startServer((_, response) => response.end('{}')));
    const headers = { Authorization: ' Bearer t\n', 'X-Group': ['a\n', '\tb'] };

    await read(
      kubeConfigTransport(
        configLike(server.address, { fill: (given) => Object.assign(given.headers, headers) }),
      ),
    );

    expect(server.seen).toMatchObject([{ headers: { authorization: 'Bearer t', 'x-group': 'a, b' } }]);
  });

  it('should not be sent if one of several values contains characters that HTTP does not allow', async () => {
    const server = await opened(startServer((_, response) => response.end('{}')));
    const fill = ({ headers }: Filled): unknown => (headers['Impersonate-Group'] = ['fine', 'not\u20acfine']);

    const error = await failed(kubeConfigTransport(configLike(server.address, { fill })));

    expect(error).toMatchObject({
      failure: 'unauthorized',
      answered: false,
      message: expect.stringContaining("the value of the header 'impersonate-group' holds a character"),
      advice: "correct the token, or its file, or the names in `as` of the kubeconfig's user",
    });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['an error', new Error('no login'), 'no login'],
    ['null', null, 'null'],
  ])('should be missing if the config fails with %s, and no request be sent', async (_, thrown, says) => {
    const server = await opened(startServer((_request, response) => response.end('{}')));
    const config = configLike(server.address, { fill: () => lastValueFrom(throwError(() => thrown)) });

    expect(await failed(kubeConfigTransport(config))).toMatchObject({
      name: 'ConnectionError',
      failure: 'transient',
      answered: false,
      message: 'the credentials are not available, so nothing was sent; see the cause',
      cause: { message: says },
    });
    expect(server.seen).toEqual([]);
  });

  it('should not include the CA of the cluster if the config has a user and fills in no CA', async () => {
    const server = await opened(startSecureServer());
    const cluster = { caData: base64(server.identity.cert) };

    expect(
      await failed(kubeConfigTransport(configLike(server.address, { cluster, user: { name: 'u' } }))),
    ).toMatchObject({ message: expect.stringContaining('SELF_SIGNED') });
  });

  it('should be requested for each request if no plugin has to run', async () => {
    const server = await opened(startServer((_, response) => response.end('{}')));
    let asked = 0;
    const transport = kubeConfigTransport(configLike(server.address, { user: {}, fill: () => asked++ }));

    await Promise.all([read(transport), read(transport), read(transport)]);

    expect(asked).toBe(3);
  });

  it('should be requested again if the context changes while a plugin runs', async () => {
    const server = await opened(startServer((_, response) => response.end('{}')));
    const [one, other] = [{ server: `${server.address}/a` }, { server: `${server.address}/b` }];
    const [alice, bob] = ['alice', 'bob'].map((name) => ({ name, exec: { command: name } }));
    let [cluster, user] = [one, alice];
    const asked: (() => void)[] = [];
    const config: KubeConfigLike = {
      getCurrentCluster: () => cluster,
      getCurrentUser: () => user ?? null,
      async applyToHTTPSOptions(options) {
        const token = `token-of-${user?.name}`;
        await new Promise<void>((resolve) => asked.push(resolve));
        (options as Filled).headers['Authorization'] = `Bearer ${token}`;
      },
    };
    const transport = kubeConfigTransport(config);
    const answers = [read(transport)];
    cluster = other;
    answers.push(read(transport));
    user = bob;
    answers.push(read(transport));
    expect(asked).toHaveLength(3);

    // The response for the first context does not end the pending authentication for the current context.
    asked[0]?.();
    await answers[0];
    answers.push(read(transport));
    expect(asked).toHaveLength(3);
    asked.forEach((answer) => answer());
    await Promise.all(answers);

    expect(
      server.seen.map(({ url, headers }) => `${url?.slice(0, 2)} ${headers.authorization}`).sort(),
    ).toEqual([
      '/a Bearer token-of-alice',
      '/b Bearer token-of-alice',
      '/b Bearer token-of-bob',
      '/b Bearer token-of-bob',
    ]);
  });

  it.each([403, 404, 500])('should be kept after a %d', async (code) => {
    const server = await opened(startServer((_, response) => response.writeHead(code).end('no')));
    const status = { token: 'a-token', expirationTimestamp: '2100-01-01T00:00:00Z' };
    const tokenCache: Record<string, unknown> = { u: { status } };
    const config = configLike(server.address, {
      user: { name: 'u', exec: { command: 'x' } },
      fill: ({ headers }) => (headers['Authorization'] = 'Bearer a-token'),
    });
    const transport = kubeConfigTransport(Object.assign(config, { authenticators: [{ tokenCache }] }));

    for (let i = 0; i < 2; i++) expect(await failed(transport)).toMatchObject({ code });

    expect(tokenCache).toEqual({ u: { status } });
  });
});

describe.each(clientNodes)('a custom authenticator with an issuer, %s', (_, KubeConfig) => {
  it('should receive the issuer as a URL during its call', async () => {
    const server = await opened(startServer((_request, response) => response.end('{}')));
    const config = configFrom(
      KubeConfig,
      { server: server.address },
      { 'auth-provider': { name: 'mine', config: { 'idp-issuer-url': 'https://issuer.example' } } },
    );
    const settings = (config.getCurrentUser() as unknown as { authProvider: { config: object } }).authProvider
      .config as Record<string, unknown>;
    const seen: unknown[] = [];
    config.addAuthenticator({
      isAuthProvider: () => true,
      applyAuthentication: () => {
        seen.push(settings['idp-issuer-url']);
        return Promise.resolve();
      },
    });

    await read(kubeConfigTransport(config));
    await until(() => seen.length > 0);

    expect(seen).toEqual([new URL('https://issuer.example')]);
    expect(settings).toEqual({ 'idp-issuer-url': 'https://issuer.example' });
  });
});
