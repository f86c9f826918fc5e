import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { base64 } from '../contract/support/kube-config.ts';
import { type Identity, selfSigned } from '../contract/support/self-signed.ts';
import { startHttpProxy, type TestProxy } from './support/proxies.ts';
import { type SecureServer, startSecureServer } from './support/secure-server.ts';
import { closedAfterEach, foldersForAll } from './support/temporary.ts';

const opened = closedAfterEach();
const lasting = foldersForAll();

const moduleOf = (name: string): string =>
  new URL(`../../node_modules/@kubernetes/${name}/dist/index.js`, import.meta.url).href;

let room: string;
beforeAll(() => {
  room = join(lasting().path, 'room.mjs');
  execFileSync(
    fileURLToPath(new URL('../../node_modules/.bin/esbuild', import.meta.url)),
    ['src/client-node/index.ts', '--bundle', '--platform=node', '--format=esm'].concat(`--outfile=${room}`),
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: 'ignore' },
  );
});

/** Each test case runs in a separate process, because Node reads NODE_EXTRA_CA_CERTS only at its start. */
describe.each(['client-node-1', 'client-node'])('NODE_EXTRA_CA_CERTS, %s', (name) => {
  let identity: Identity;
  let script: string;
  let extra: string;
  beforeAll(() => {
    const { write } = lasting();
    identity = selfSigned('server');
    extra = write('extra.crt', identity.cert);
    script = write(
      'ask.mjs',
      `import { kubeConfigTransport } from ${JSON.stringify(room)};
       import { KubeConfig } from ${JSON.stringify(moduleOf(name))};
       const config = new KubeConfig();
       config.loadFromString(process.argv[2]);
       const transport = kubeConfigTransport(config);
       for (let i = 0; i < Number(process.argv[3]); i++)
         await new Promise((resolve) => transport.open({ path: '/' }).subscribe({
           next: (bytes) => console.log(String(bytes)),
           error: (error) => resolve(console.log(error.message)),
           complete: resolve,
         }));`,
    );
  });

  const serve = (): Promise<SecureServer> => opened(startSecureServer({ identity }));
  const withExtra = (): object => ({ NODE_EXTRA_CA_CERTS: extra });

  async function ask(env: object, cluster: object, user: object = {}, times = 1): Promise<string> {
    const config = JSON.stringify({
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    });
    const { stdout } = await promisify(execFile)(process.execPath, [script, config, String(times)], {
      env: { ...process.env, ...env },
    });
    return stdout.trim();
  }

  it('should be trusted only if the kubeconfig names no CA', async () => {
    const { address } = await serve();
    const other = { 'certificate-authority-data': base64(selfSigned('other').cert) };

    const [trusted, unknown, named] = await Promise.all([
      ask(withExtra(), { server: address }),
      ask({}, { server: address }),
      ask(withExtra(), { server: address, ...other }),
    ]);

    expect(trusted).toBe('{}');
    expect(unknown).toContain('SELF_SIGNED');
    expect(named).toContain('SELF_SIGNED');
  });

  it('should be trusted for a proxy over TLS, with any CA of the cluster', async () => {
    const server = await opened(startSecureServer());
    const proxy = await opened(startHttpProxy({ identity, password: 'alice:pw' }));
    const cluster = {
      server: server.address,
      'certificate-authority-data': base64(server.identity.cert),
      'proxy-url': `https://alice:pw@${proxy.host}`,
    };

    const [trusted, unknown] = await Promise.all([ask(withExtra(), cluster, {}, 3), ask({}, cluster)]);

    expect(trusted).toBe('{}\n{}\n{}');
    expect(unknown).toContain('SELF_SIGNED');
    expect(proxy.asked).toHaveLength(1);
    expect(server.handshakes()).toBe(1);
  });

  it('should check the certificate of a proxy against the name of the proxy, not of the server', async () => {
    const server = await opened(startSecureServer({ identity: selfSigned('server', 'kube.example') }));
    const behind = (proxy: TestProxy): object => ({
      server: `https://kube.example:${new URL(server.address).port}`,
      'certificate-authority-data': base64(server.identity.cert),
      'proxy-url': `https://${proxy.host}`,
    });
    const claimsServer = selfSigned('proxy', 'kube.example');
    const { write } = lasting();
    const claimed = { NODE_EXTRA_CA_CERTS: write('claimed.crt', claimsServer.cert) };

    const [honest, other] = await Promise.all([
      opened(startHttpProxy({ identity })),
      opened(startHttpProxy({ identity: claimsServer })),
    ]);

    expect(await ask(withExtra(), behind(honest))).toBe('{}');
    expect(await ask(claimed, behind(other))).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('should work for the issuer of an oidc user, also after a 401', async () => {
    const asked: string[] = [];
    const issuer = await opened(
      startSecureServer({
        identity,
        answer: (request, response) => {
          response.setHeader('content-type', 'application/json');
          const base = issuer.address;
          if (request.url === '/.well-known/openid-configuration') {
            response.end(JSON.stringify({ issuer: base, token_endpoint: `${base}/token` }));
            return;
          }
          void text(request).then((body) => {
            asked.push(new URLSearchParams(body).get('refresh_token') ?? '');
            const id = jwt({ iss: base, aud: 'me', sub: 'alice', jti: String(asked.length) });
            response.end(
              JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: id, expires_in: 3_600 }),
            );
          });
        },
      }),
    );
    const server = await opened(
      startSecureServer({
        identity,
        answer: ({ headers }, response) => {
          const [, payload = ''] = headers.authorization?.split('.') ?? [];
          const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { jti: string };
          response.writeHead(jti === '1' ? 401 : 200).end(jti);
        },
      }),
    );
    const config = {
      'id-token': jwt({ exp: 1, jti: '0' }),
      'refresh-token': 'refresh',
      'client-id': 'me',
      'idp-issuer-url': issuer.address,
    };

    const said = await ask(
      withExtra(),
      { server: server.address },
      { 'auth-provider': { name: 'oidc', config } },
      4,
    );

    expect(said).toBe(
      'the API server answered 401 to GET / (1): the token or certificate is missing, wrong or expired\n2\n2\n2',
    );
    expect(asked).toEqual(['refresh', 'refresh']);
  });
});

/** Returns an ID token that is valid for one hour by default. The test server does not check its signature. */
function jwt(claims: object): string {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part({ iat: now, exp: now + 3_600, ...claims })}.c2ln`;
}
