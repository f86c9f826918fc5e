import { afterEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom, map } from 'rxjs';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { Connection } from '../../../src/cli/connection/connection.ts';
import { kubeconfigConnection } from '../../../src/cli/kubeconfig/kubeconfig-connection.ts';
import type { ClientNode } from '../../../src/cli/kubeconfig/load-client-node.ts';
import { ConnectionError } from '../../../src/objects/index.ts';
import { advanceUntil, virtualTime } from '../../support/virtual-time.ts';
import { type Temporary, temporary } from '../temporary.ts';

type Entry = Readonly<Record<string, unknown>>;
type Apply = (options: object) => Promise<void>;

/**
 * Returns a fake client-node that reads no files and runs no programs. It records the loaded config and the request
 * options.
 */
function fakeClientNode(apply: Apply) {
  const loaded: string[] = [];
  const headers: (object | undefined)[] = [];
  class KubeConfig {
    loadFromString(text: string): void {
      loaded.push(text);
    }
    getCurrentCluster(): { server: string } {
      return { server: 'https://a.example' };
    }
    applyToHTTPSOptions(options: { headers?: object }): Promise<void> {
      headers.push(options.headers);
      return apply(options);
    }
  }
  return { load: (): Promise<ClientNode> => Promise.resolve({ KubeConfig }), loaded, headers };
}

const atOnce: Apply = () => Promise.resolve();

describe('kubeconfigConnection', () => {
  const homes: Temporary[] = [];
  afterEach(() => {
    for (const home of homes.splice(0)) home.remove();
  });

  /** Connects with a kubeconfig that has one context. */
  async function connect(
    { user = {}, context = {}, cluster = {} }: Partial<Record<'user' | 'context' | 'cluster', Entry>>,
    apply: Apply = atOnce,
    options: { allowInsecureCredentials?: boolean; report?: (text: string) => void } = {},
  ) {
    const home = temporary();
    homes.push(home);
    const config = {
      'current-context': 'one',
      contexts: [{ name: 'one', context: { cluster: 'kube', user: 'anna', ...context } }],
      clusters: [{ name: 'kube', cluster: { server: 'https://a.example', ...cluster } }],
      users: [{ name: 'anna', user }],
    };
    const files = { files: [home.write('config', JSON.stringify(config))], name: 'F' };
    const { load, loaded, headers } = fakeClientNode(apply);
    const connection$ = kubeconfigConnection(files, undefined, { load, ...options });
    const connection = await lastValueFrom(connection$).catch((error: unknown) => error as CommandError);
    return { connection, loaded, headers };
  }

  it('should have the server and the namespace of the context, and hints that name its user and cluster', async () => {
    const { connection, loaded } = await connect({ context: { namespace: 'shop' } });

    expect(connection).toMatchObject({
      server: 'https://a.example',
      namespace: 'shop',
      namespaceOwner: 'the context “one” of F',
      loginHint: 'Is the login right and not expired? It is that of the user “anna” in F.',
      authorityHint: 'Its certificate-authority comes from the cluster “kube” in F.',
    });
    expect(typeof (connection as Connection).transport.open).toBe('function');
    expect(loaded).toHaveLength(1);
    expect(loaded[0]).toContain('https://a.example');
  });

  it('should have no namespace, and a hint to set a user, if the context names neither', async () => {
    const { connection } = await connect({ context: { user: '' } });

    expect(connection).not.toHaveProperty('namespace');
    expect(connection).not.toHaveProperty('namespaceOwner');
    expect(connection).toMatchObject({
      loginHint: 'The context “one” of F names no user: name one that can log in.',
    });
  });

  it('should log in once before it connects, with the impersonation headers', async () => {
    const { headers } = await connect({ user: { as: 'ben', 'as-uid': '7', 'as-groups': ['x'] } });

    expect(headers).toEqual([{ 'Impersonate-Uid': '7', 'Impersonate-Group': ['x'] }]);
  });

  it.each([
    ['a token', { token: 't' }],
    ['a file with a token', { tokenFile: '/t' }],
    ['a name', { username: 'anna' }],
    ['a password', { password: 'p' }],
    ['a program', { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login' } }],
  ])('should refuse to send %s over http: to another machine, unless allowed', async (_name, user) => {
    const cluster = { server: 'http://a.example' };
    const refused = await connect({ user, cluster });
    const allowed = await connect({ user, cluster }, atOnce, { allowInsecureCredentials: true });

    expect(refused.connection).toBeInstanceOf(CommandError);
    expect((refused.connection as CommandError).message).toContain('without encryption');
    expect(refused.loaded).toEqual([]);
    expect(allowed.connection).toMatchObject({ server: 'http://a.example' });
  });

  it('should send a request without credentials over http:', async () => {
    const { connection } = await connect({ cluster: { server: 'http://a.example' } });

    expect(connection).toMatchObject({ server: 'http://a.example' });
  });

  it('should refuse impersonation without a name before it loads client-node', async () => {
    const { connection, loaded } = await connect({ user: { 'as-uid': '7' } });

    expect(connection).toBeInstanceOf(CommandError);
    expect(loaded).toEqual([]);
  });

  const failing =
    (error: Error): Apply =>
    () =>
      Promise.reject(error);

  it('should report unusable credentials without the message of client-node', async () => {
    const { connection } = await connect({ user: { token: 't' } }, failing(new Error('hunter2')));

    expect(connection).toBeInstanceOf(CommandError);
    expect((connection as CommandError).message).toBe('the credentials in the kubeconfig cannot be used');
    const { cause } = connection as CommandError;
    expect(cause).toBeInstanceOf(ConnectionError);
    expect(cause).toMatchObject({ answered: false, failure: 'transient' });
    expect((cause as Error).cause).toBeUndefined();
  });

  it('should name the failed program, and its install hint', async () => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'login',
      installHint: 'Get it from the team.',
    };
    const failed = await connect({ user: { exec } }, failing(new Error('no network')));
    const missing = Object.assign(new Error('spawn login ENOENT'), {
      code: 'ENOENT',
      syscall: 'spawn login',
    });
    const absent = await connect({ user: { exec } }, failing(missing));

    expect((failed.connection as CommandError).message).toBe(
      'login, which the kubeconfig logs in with, failed: no network',
    );
    expect((failed.connection as CommandError).cause).toMatchObject({ failure: 'unauthorized' });
    expect((absent.connection as CommandError).message).toContain('Get it from the team');
  });

  it('should leave an error about the agent to the transport', async () => {
    const { connection } = await connect(
      {},
      failing(new Error('HTTP protocol is not allowed when skipTLSVerify is not set')),
    );

    expect(connection).toMatchObject({ server: 'https://a.example' });
  });

  it('should report an error whose message only ends with the same words as a credential error', async () => {
    const { connection } = await connect({}, failing(new Error('refused: HTTP protocol is not allowed')));

    expect(connection).toBeInstanceOf(CommandError);
  });
});

describe('a login that takes 3 s', () => {
  virtualTime();

  it.each([
    [
      'by a program is reported after 2 s',
      { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'login' } },
      1,
    ],
    ['without a program is not reported', { token: 't' }, 0],
  ])('%s', async (_name, user, count) => {
    const home = temporary();
    const config = {
      'current-context': 'one',
      contexts: [{ name: 'one', context: { cluster: 'kube', user: 'anna' } }],
      clusters: [{ name: 'kube', cluster: { server: 'https://a.example' } }],
      users: [{ name: 'anna', user }],
    };
    const files = { files: [home.write('config', JSON.stringify(config))], name: 'F' };
    const [reports, servers]: [string[], string[]] = [[], []];
    const { load } = fakeClientNode(() => new Promise((resolve) => setTimeout(resolve, 3_000)));

    kubeconfigConnection(files, undefined, { load, report: (text) => reports.push(text) })
      .pipe(map(({ server }) => server))
      .subscribe((server) => servers.push(server));
    await advanceUntil(() => servers.length > 0);

    expect(reports).toEqual(
      Array.from({ length: count }, () => 'waiting for login, which the kubeconfig logs in with'),
    );
    home.remove();
  });
});
