import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { checkUser } from '../../../src/cli/kubeconfig/check-user.ts';

const check = (user: Readonly<Record<string, unknown>>): void => checkUser({ user, userName: 'u' });

describe('checkUser', () => {
  it.each(['token', 'username', 'password', 'as', 'as-uid'])(
    'should refuse a %s that is not a string, without its value',
    (member) => {
      for (const value of [4711, { a: 4711 }, [4711], true])
        expect(() => check({ [member]: value })).toThrow(
          new CommandError(`${member} of the user “u” of the kubeconfig is not a text`),
        );
      expect(() => check({ [member]: null })).not.toThrow();
    },
  );

  it('should refuse an auth-provider unknown to client-node, which would send no credentials', () => {
    expect(() => check({ 'auth-provider': { name: 'weird', config: { x: 'y' } } })).toThrow(
      'the auth-provider “weird” of the user “u” of the kubeconfig is not known',
    );
    expect(() => check({ 'auth-provider': 'odd' })).toThrow('the auth-provider of the user “u”');
  });

  it.each([
    [{}],
    [{ token: 't', as: 'bob', 'auth-provider': null }],
    [{ 'auth-provider': { name: 'oidc' } }],
    [{ 'auth-provider': { name: 'weird', config: { tokenFile: '/token' } } }],
    [{ 'auth-provider': { name: 'weird' }, tokenFile: '/token' }],
    [{ 'auth-provider': { name: 'weird' }, exec: { command: 'login' } }],
  ])('should accept %j', (user) => {
    expect(() => check(user)).not.toThrow();
  });
});
