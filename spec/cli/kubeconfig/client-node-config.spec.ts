import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { ChosenContext } from '../../../src/cli/kubeconfig/choose-context.ts';
import { clientNodeConfig } from '../../../src/cli/kubeconfig/client-node-config.ts';
import { type Temporary, temporary } from '../temporary.ts';

type Entry = ChosenContext['user'];

const chosen = (user: Entry, cluster: Entry = {}): ChosenContext => ({
  name: 'c',
  namespace: '',
  clusterName: 'k',
  cluster: { server: 'https://a:6443', ...cluster },
  userName: 'u',
  user,
});

interface Loaded {
  readonly users: readonly [{ readonly user: Entry }];
}

const userOf = (user: Entry): Entry => (JSON.parse(clientNodeConfig(chosen(user))) as Loaded).users[0].user;

describe('clientNodeConfig', () => {
  let home: Temporary;
  beforeAll(() => {
    home = temporary();
  });
  afterAll(() => home.remove());

  it('should remove token-file, which kubectl ignores and client-node would read', () => {
    expect(userOf({ 'token-file': '/dev/zero', username: 'anna' })).toEqual({
      username: 'anna',
      password: '',
    });
  });

  it('should set an empty password for a user without one, because client-node would send another', () => {
    expect(userOf({ username: 'anna' })).toEqual({ username: 'anna', password: '' });
    expect(userOf({ username: 'anna', password: null })).toHaveProperty('password', '');
    expect(userOf({ username: 'anna', password: 'pw' })).toHaveProperty('password', 'pw');
    expect(userOf({})).not.toHaveProperty('password');
  });

  it.each([
    ['tokenFile', { tokenFile: '/dev/zero' }],
    ['a client certificate', { 'client-certificate': '/dev/zero' }],
    ['the token file of an auth-provider', authProvider('tokenFile', '/dev/zero')],
    ['the token file of an auth-provider of another name', authProvider('oidc', '/dev/zero')],
    ['the token file of an auth-provider beside a program', { ...authProvider('x', '/dev/zero'), exec: {} }],
  ])('should refuse a device as %s', (_, user) => {
    expect(() => clientNodeConfig(chosen(user))).toThrow(
      'cannot read /dev/zero, which the kubeconfig names: it is a pipe or a device, and a regular file is needed here',
    );
  });

  it('should refuse a device as the certificate of an authority', () => {
    expect(() => clientNodeConfig(chosen({}, { 'certificate-authority': '/dev/zero' }))).toThrow(
      'it is a pipe or a device',
    );
  });

  it.each([
    ['client-certificate', { 'client-certificate': 1 }],
    ['client-key', { 'client-key': ['key'] }],
    ['tokenFile', { tokenFile: { a: 1 } }],
    ['tokenFile', authProvider('tokenFile', 1)],
  ])('should refuse a %s that is not a file name', (member, user) => {
    expect(() => clientNodeConfig(chosen(user))).toThrow(
      `${member} in the kubeconfig is not a text: give the name of a regular file`,
    );
  });

  it('should be a kubeconfig of one context, with a user even if the context has none', () => {
    const whole = { ...chosen({ token: 't' }), namespace: 'shop' };

    expect(JSON.parse(clientNodeConfig(whole))).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      clusters: [{ name: 'k', cluster: { server: 'https://a:6443' } }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u', namespace: 'shop' } }],
    });
    expect(JSON.parse(clientNodeConfig({ ...whole, userName: '' }))).toMatchObject({
      users: [{ name: '(anonymous)' }],
      contexts: [{ context: { user: '(anonymous)' } }],
    });
  });

  it('should prefer values in the kubeconfig to the files that it names', () => {
    const user = {
      'client-certificate': '/no/cert',
      'client-certificate-data': 'YQ==',
      'client-key': '/no/key',
      'client-key-data': 'Yg==',
    };
    const cluster = { 'certificate-authority': '/no/ca', 'certificate-authority-data': 'Yw==' };
    const text = clientNodeConfig(chosen(user, cluster));

    expect(text).not.toContain('/no/');
    expect(userOf(user)).toEqual({ 'client-certificate-data': 'YQ==', 'client-key-data': 'Yg==' });
  });

  it('should name the missing authority file of a program, and leave other files to client-node', () => {
    const exec = { command: 'login', provideClusterInfo: true };
    expect(() => clientNodeConfig(chosen({ exec }, { 'certificate-authority': '/no/ca' }))).toThrow(
      /^cannot read \/no\/ca, which the kubeconfig names: \S/,
    );
    expect(userOf({ 'client-key': '/no/key' })).toEqual({ 'client-key': '/no/key' });
    expect(userOf({ 'client-key': '' })).toEqual({ 'client-key': '' });
  });

  it('should read a tokenFile at each request, and remove the token next to it', () => {
    const tokenFile = home.write('token', 'abc');

    expect(userOf({ tokenFile, token: 'old' })).toEqual({
      'auth-provider': { name: 'tokenFile', config: { tokenFile } },
    });
    expect(userOf({ tokenFile: '', token: 'own' })).toEqual({ token: 'own' });
    expect(userOf({ tokenFile, exec: { command: 'login' } })).not.toHaveProperty('auth-provider');
  });

  describe('with a login program', () => {
    const requestOf = (exec: Entry, cluster?: Entry): unknown => {
      const [{ user }] = (JSON.parse(clientNodeConfig(chosen({ exec }, cluster))) as Loaded).users;
      const { env } = user['exec'] as { readonly env: readonly { name: string; value: string }[] };
      const { name, value } = env.at(-1) ?? { name: '', value: '""' };
      return [name, JSON.parse(value)];
    };
    const exec = { command: 'login', apiVersion: 'client.authentication.k8s.io/v1' };

    it('should put KUBERNETES_EXEC_INFO after the variables of the program', () => {
      const env = [{ name: 'A', value: 'b' }];

      expect(requestOf({ ...exec, env })).toEqual([
        'KUBERNETES_EXEC_INFO',
        { kind: 'ExecCredential', apiVersion: exec.apiVersion, spec: { interactive: false } },
      ]);
      expect(userOf({ exec: { ...exec, env } })).toMatchObject({
        exec: { command: 'login', env: [...env, { name: 'KUBERNETES_EXEC_INFO' }] },
      });
    });

    it('should describe the cluster to a program with provideClusterInfo', () => {
      const file = home.write('ca', 'abc');
      const cluster = { 'tls-server-name': 'k', 'insecure-skip-tls-verify': false, 'proxy-url': null };
      const specOf = (more: Entry): unknown =>
        (
          requestOf({ ...exec, provideClusterInfo: true }, { ...cluster, ...more }) as [
            string,
            { spec: object },
          ]
        )[1].spec;

      expect(specOf({ 'certificate-authority': file })).toEqual({
        interactive: false,
        cluster: {
          server: 'https://a:6443',
          'tls-server-name': 'k',
          'insecure-skip-tls-verify': false,
          'certificate-authority-data': 'YWJj',
        },
      });
      expect(specOf({ 'certificate-authority': file, 'certificate-authority-data': 'eA==' })).toMatchObject({
        cluster: { 'certificate-authority-data': 'eA==' },
      });
      expect(specOf({ 'proxy-url': 'http://p' })).toMatchObject({ cluster: { 'proxy-url': 'http://p' } });
    });

    it.each([
      [{}, 'the user “u” of the kubeconfig has an exec without a command'],
      [{ ...exec, interactiveMode: 'Always' }, 'login, with which the user “u” logs in, wants a terminal'],
    ])('should refuse an impossible entry: %j', (given, message) => {
      expect(() => clientNodeConfig(chosen({ exec: given }))).toThrow(message);
      expect(() => clientNodeConfig(chosen({ exec: given }))).toThrow(CommandError);
    });
  });

  it('should keep an auth-provider with a regular file, and one without', () => {
    const withFile = authProvider('tokenFile', home.write('token', 'abc'));
    const without = { 'auth-provider': { name: 'oidc', config: { 'id-token': 'x', tokenFile: null } } };

    expect(userOf(withFile)).toEqual(withFile);
    expect(userOf(without)).toEqual(without);
    expect(userOf({ 'auth-provider': 'odd', 'client-key': null })).toMatchObject({ 'auth-provider': 'odd' });
  });
});

function authProvider(name: string, tokenFile: unknown): Entry {
  return { 'auth-provider': { name, config: { tokenFile } } };
}
