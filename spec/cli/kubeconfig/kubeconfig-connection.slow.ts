import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { lastValueFrom } from 'rxjs';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { Connection } from '../../../src/cli/connection/connection.ts';
import { kubeconfigConnection } from '../../../src/cli/kubeconfig/kubeconfig-connection.ts';
import { type ClientNode } from '../../../src/cli/kubeconfig/load-client-node.ts';
import { type Temporary, temporary } from '../temporary.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Returns the `user` entry of a kubeconfig with an exec plugin. The plugin runs the given shell script. */
const program = (script: string, rest: Entry = {}): Entry => ({
  exec: {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', script],
    ...rest,
  },
});
const credential = (token: string): string =>
  JSON.stringify({ kind: 'ExecCredential', status: { token, expirationTimestamp: '2999-01-01T00:00:00Z' } });

it('should report a slow login program', async () => {
  const home = temporary();
  const config = {
    'current-context': 'one',
    contexts: [{ name: 'one', context: { cluster: 'kube', user: 'anna' } }],
    clusters: [{ name: 'kube', cluster: { server: 'https://a' } }],
    users: [{ name: 'anna', user: { exec: { command: 'slow-login' } } }],
  };
  const messages: string[] = [];
  let release = (): void => undefined;
  /**
   * A fake KubeConfig. The command prints a message while it waits for the login. The login succeeds only after the
   * test has seen this message.
   */
  class KubeConfig {
    readonly loadFromString = (): void => undefined;
    getCurrentCluster(): { server: string } {
      return { server: 'https://a' };
    }
    applyToHTTPSOptions(): Promise<void> {
      return new Promise((resolve) => (release = resolve));
    }
  }
  const report = (text: string): void => {
    messages.push(text);
    release();
  };
  const files = { files: [home.write('config', JSON.stringify(config))], name: 'F' };
  const load = (): Promise<ClientNode> => Promise.resolve({ KubeConfig });

  await lastValueFrom(kubeconfigConnection(files, undefined, { report, load }));

  expect(messages).toEqual(['waiting for slow-login, which the kubeconfig logs in with']);
  home.remove();
});

describe.each([
  ['client-node 2', () => import('@kubernetes/client-node')],
  ['client-node 1.4', () => import('@kubernetes/client-node-1')],
])('kubeconfigConnection by %s', (_, load: () => Promise<ClientNode>) => {
  let home: Temporary;
  let server: Server;
  let url = '';
  let seen: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    server = createServer(({ headers }, response) => {
      seen.push(headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    home = temporary();
    seen = [];
  });
  afterEach(() => home.remove());

  const connected = (user: Entry, cluster: Entry = {}, namespace = ''): Promise<Connection> => {
    const config = {
      contexts: [
        { name: 'other', context: { cluster: 'broken' } },
        { name: 'one', context: { cluster: 'kube', user: 'anna', namespace } },
      ],
      clusters: [{ name: 'broken' }, { name: 'kube', cluster: { server: `${url}/`, ...cluster } }],
      users: [{ name: 'anna', user }],
    };
    const file = home.write('config', JSON.stringify(config));
    return lastValueFrom(kubeconfigConnection({ files: [file], name: 'F' }, 'one', { load }));
  };
  const headersOf = async (user: Entry): Promise<IncomingHttpHeaders> => {
    const { transport } = await connected(user);
    await lastValueFrom(transport.open({ path: '/version' }));
    return seen.at(-1) ?? {};
  };
  const refusal = async (user: Entry, cluster: Entry = {}): Promise<string> => {
    const error: unknown = await connected(user, cluster).catch((reason: unknown) => reason);
    if (!(error instanceof CommandError)) throw error;
    expect(error.exitCode).toBe(1);
    return error.message;
  };

  it('should have the server, the namespace and the hints', async () => {
    expect(await connected({ token: 't' }, {}, 'shop')).toMatchObject({
      server: url,
      namespace: 'shop',
      loginHint: 'Is the login right and not expired? It is that of the user “anna” in F.',
      authorityHint: 'Its certificate-authority comes from the cluster “kube” in F.',
    });
    expect(await connected({})).not.toHaveProperty('namespace');
  });

  it('should log in with a token, with a token file, and with a name and a password', async () => {
    home.write('secrets/token', 'from-file\n');

    expect(await headersOf({ token: 'abc' })).toMatchObject({ authorization: 'Bearer abc' });
    expect(await headersOf({ token: 'abc', tokenFile: 'secrets/token' })).toMatchObject({
      authorization: 'Bearer from-file',
    });
    expect(await headersOf({ username: 'anna', password: 'pw' })).toMatchObject({
      authorization: `Basic ${Buffer.from('anna:pw').toString('base64')}`,
    });
    expect(await headersOf({})).not.toHaveProperty('authorization');
  });

  it('should impersonate another user, with groups', async () => {
    const headers = await headersOf({
      token: 'abc',
      as: 'bob',
      'as-uid': '7',
      'as-groups': ['a', 'b'],
      'as-user-extra': { 'example.com/scope': ['x', 'y'] },
    });

    expect(headers).toMatchObject({
      authorization: 'Bearer abc',
      'impersonate-user': 'bob',
      'impersonate-uid': '7',
      'impersonate-group': 'a, b',
      'impersonate-extra-example.com%2fscope': 'x, y',
    });
  });

  it('should log in with a program, which receives the request', async () => {
    const script = `
      const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      const token = [apiVersion.split('/')[1], spec.interactive, spec.cluster.server, process.env.REGION].join('|');
      console.log(JSON.stringify({ status: { token } }));`;
    const user = program(script, { provideClusterInfo: true, env: [{ name: 'REGION', value: 'north' }] });

    expect(await headersOf(user)).toMatchObject({ authorization: `Bearer v1|false|${url}/|north` });
  });

  it('should run a program once while its credentials are valid', async () => {
    const file = home.path('runs');
    const script = `require('node:fs').appendFileSync(${JSON.stringify(file)}, 'x'); console.log('${credential('t')}')`;
    const { transport } = await connected(program(script));
    for (let i = 0; i < 3; i++) await lastValueFrom(transport.open({ path: '/version' }));

    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it('should explain in one line, without a secret, why a program does not log in', async () => {
    const secret = 'eyJhbGciOiJSUzI1NiJ9.s3cret-s3cret-s3cret';
    const messages = {
      missing: await refusal({ exec: { command: 'no-such-program-anywhere' } }),
      hinted: await refusal({ exec: { command: 'no-such-program', installHint: 'Get it\nfrom there.\n' } }),
      failing: await refusal(
        program(`console.error('the session is over\\nlog in again ${secret}'); process.exit(3)`),
      ),
      silent: await refusal(program('process.exit(1)')),
      talking: await refusal(program(`console.log('your token is ${secret}')`)),
      strange: await refusal(program(`console.log('{"token":"${secret}"}')`)),
      nameless: await refusal({ exec: {} }),
      interactive: await refusal(program('', { interactiveMode: 'Always' })),
    };

    expect(messages.missing).toBe(
      'cannot run no-such-program-anywhere, which the kubeconfig logs in with: it is not installed, or not in the PATH',
    );
    expect(messages.hinted).toMatch(/: it is not installed, or not in the PATH\. Get it from there$/);
    expect(messages.failing).toMatch(
      /node, which .* logs in with, failed: the session is over log in again \(not shown\)$/,
    );
    expect(messages.silent).toMatch(/node, which the kubeconfig logs in with, failed$/);
    expect(messages.talking).toMatch(/answered with no ExecCredential$/);
    expect(messages.strange).toMatch(/answered with no ExecCredential$/);
    expect(messages.nameless).toBe('the user “anna” of the kubeconfig has an exec without a command');
    expect(messages.interactive).toContain('wants a terminal');
    for (const message of Object.values(messages)) {
      expect(message).not.toContain('s3cret');
      expect(message).not.toContain('\n');
    }
  });

  it('should name a missing file of the kubeconfig', async () => {
    expect(await refusal({ tokenFile: 'no' })).toBe(
      `cannot read ${home.path('no')}, which the kubeconfig names: there is no such file`,
    );
    expect(await refusal({}, { 'certificate-authority': 'ca.crt' })).toContain(
      'ca.crt, which the kubeconfig names',
    );
    expect(await refusal({ 'client-certificate': 'u.crt', 'client-key': 'u.key' })).toContain('u.crt');
  });

  it('should prefer data in the kubeconfig to a file, as kubectl does', async () => {
    const data = { 'certificate-authority': 'no', 'certificate-authority-data': 'YQ==' };

    await expect(connected({}, data)).resolves.toMatchObject({ server: url });
  });

  it.each(['', 'localhost:8080', 'ftp://a', 'https://anna:pw@a', 'https://'])(
    'should refuse the server %j',
    async (given) => {
      expect(await refusal({}, { server: given })).toBe(
        'the cluster “kube” of the kubeconfig has no server with an https:// or http:// URL',
      );
    },
  );
});
