import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

  it('should leave out token-file, which kubectl does not know and client-node would read', () => {
    expect(userOf({ 'token-file': '/dev/zero', username: 'anna' })).toEqual({
      username: 'anna',
      password: '',
    });
  });

  it('should give a user without a password an empty one, for client-node would send another', () => {
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
  ])('should refuse a %s that is no name of a file', (member, user) => {
    expect(() => clientNodeConfig(chosen(user))).toThrow(
      `${member} in the kubeconfig is not a text: give the name of a regular file`,
    );
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
