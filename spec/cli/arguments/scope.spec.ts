import { describe, expect, it } from '@jest/globals';
import { checkNamespace, scopeOf } from '../../../src/cli/arguments/scope.ts';
import { CommandError } from '../../../src/cli/command-error.ts';

describe('scopeOf', () => {
  it('should take the namespace default where nothing is said', () => {
    expect(scopeOf({ allNamespaces: false }, true)).toEqual({ namespace: 'default' });
    expect(scopeOf({ allNamespaces: false, namespace: 'shop' }, true)).toEqual({ namespace: 'shop' });
  });

  it('should take no namespace for all of them, nor for a collection of the cluster', () => {
    expect(scopeOf({ allNamespaces: true }, true)).toEqual({});
    expect(scopeOf({ allNamespaces: false, namespace: 'shop' }, false)).toEqual({});
  });

  it('should take the selectors as they are', () => {
    expect(scopeOf({ allNamespaces: true, selector: 'a=b', fieldSelector: 'c=d' }, true)).toEqual({
      labelSelector: 'a=b',
      fieldSelector: 'c=d',
    });
  });
});

describe('checkNamespace', () => {
  it.each([undefined, 'shop', 'a', 'kube-system', '0', 'a'.repeat(63)])('should take %s', (namespace) => {
    expect(() => checkNamespace(namespace)).not.toThrow();
  });

  it.each(['', 'Shop', 'a/b', '../a', '-a', 'a-', 'a.b', 'a'.repeat(64), 'a\n'])(
    'should refuse %j',
    (namespace) => {
      expect(() => checkNamespace(namespace)).toThrow(CommandError);
    },
  );
});
