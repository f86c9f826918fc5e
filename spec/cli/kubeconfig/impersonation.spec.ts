import { describe, expect, it } from '@jest/globals';
import { validateHeaderName } from 'node:http';
import { CommandError } from '../../../src/cli/command-error.ts';
import { impersonationHeaders } from '../../../src/cli/kubeconfig/impersonation.ts';

const headersOf = (user: Readonly<Record<string, unknown>>): unknown =>
  impersonationHeaders({ user, userName: 'u' });

describe('impersonationHeaders', () => {
  it('should contain the uid, the groups and the extra fields of the user', () => {
    expect(
      headersOf({
        as: 'bob',
        'as-uid': '7',
        'as-groups': ['a', 'b'],
        'as-user-extra': { 'x/y': ['z'], n: null },
      }),
    ).toEqual({
      'Impersonate-Uid': '7',
      'Impersonate-Group': ['a', 'b'],
      'Impersonate-Extra-x%2Fy': ['z'],
      'Impersonate-Extra-n': [],
    });
    for (const none of [{}, { as: 'bob' }, { 'as-groups': null, 'as-user-extra': {} }, { 'as-groups': [] }])
      expect(headersOf(none)).toEqual({});
  });

  it('should join the values of extra names that differ only in case, as client-go does', () => {
    const extra = { scopes: ['a'], Scopes: ['b'], É: ['c'], é: ['d'], other: ['e'] };

    expect(headersOf({ as: 'bob', 'as-user-extra': extra })).toEqual({
      'Impersonate-Extra-scopes': ['a', 'b'],
      'Impersonate-Extra-%C3%89': ['c'],
      'Impersonate-Extra-%C3%A9': ['d'],
      'Impersonate-Extra-other': ['e'],
    });
  });

  it('should encode characters that a header name cannot contain', () => {
    const keys = Array.from({ length: 300 }, (_, at) => `x${String.fromCodePoint(at)}`);
    const headers = headersOf({
      as: 'bob',
      'as-user-extra': Object.fromEntries(keys.map((key) => [key, ['v']])),
    });

    for (const name of Object.keys(headers as object)) expect(() => validateHeaderName(name)).not.toThrow();
    expect(headersOf({ as: 'bob', 'as-user-extra': { 'a(b)': ['v'] } })).toEqual({
      'Impersonate-Extra-a%28b%29': ['v'],
    });
  });

  it.each([
    { 'as-groups': ['a'] },
    { 'as-uid': '7' },
    { 'as-user-extra': { a: ['b'] } },
    { as: '', 'as-uid': '7' },
  ])('should refuse %j without a name, because the requests would have all rights of the user', (user) => {
    expect(() => headersOf(user)).toThrow(CommandError);
    expect(() => headersOf(user)).toThrow(
      'requesting uid, groups or user-extra for “u” without impersonating a user',
    );
  });

  it.each([
    [{ 'as-groups': [1234, 'x'] }, 'as-groups of the user “u” of the kubeconfig is not a list of texts'],
    [{ 'as-groups': 'x' }, 'as-groups of the user “u” of the kubeconfig is not a list of texts'],
    [
      { 'as-user-extra': { k: 'v' } },
      '“k” in as-user-extra of the user “u” of the kubeconfig is not a list of texts',
    ],
    [
      { 'as-user-extra': ['a'] },
      'as-user-extra of the user “u” of the kubeconfig does not consist of lists with names',
    ],
    [
      { 'as-user-extra': { '\ud800': ['v'] } },
      'as-user-extra of the user “u” of the kubeconfig has a name with half a character',
    ],
  ])('should refuse %j, of which a part would not be sent', (user, message) => {
    expect(() => headersOf({ as: 'bob', ...user })).toThrow(new CommandError(message));
  });
});
