import { describe, expect, it } from '@jest/globals';
import { checkNamespace, scopeOf } from '../../../src/cli/arguments/scope.ts';
import { CommandError } from '../../../src/cli/command-error.ts';

describe('scopeOf', () => {
  it('should use the namespace default if no namespace is given', () => {
    expect(scopeOf({ allNamespaces: false }, { namespaced: true })).toStrictEqual({ namespace: 'default' });
    expect(scopeOf({ allNamespaces: false, namespace: 'shop' }, { namespaced: true })).toEqual({
      namespace: 'shop',
    });
  });

  it('should use the context’s namespace, or the requested one', () => {
    const asked = { namespaced: true, namespace: 'staging' };

    expect(scopeOf({ allNamespaces: false }, asked)).toEqual({ namespace: 'staging' });
    expect(scopeOf({ allNamespaces: false, namespace: 'shop' }, asked)).toEqual({ namespace: 'shop' });
  });

  it('should report the source of an invalid namespace, if it is used', () => {
    const asked = { namespaced: true, namespace: '../a', namespaceOwner: 'the context a of F' };

    expect(() => scopeOf({ allNamespaces: false }, asked)).toThrow(
      'the context a of F has the namespace "../a", which cannot be the name of one',
    );
    const unowned = { namespaced: true, namespace: `A${'b'.repeat(100)}` };
    expect(() => scopeOf({ allNamespaces: false }, unowned)).toThrow(
      `the context has the namespace "A${'b'.repeat(79)}", which cannot be the name of one`,
    );
    expect(scopeOf({ allNamespaces: true }, asked)).toStrictEqual({});
    expect(scopeOf({ allNamespaces: false, namespace: 'shop' }, asked)).toEqual({ namespace: 'shop' });
  });

  it('should select one object by its name, in addition to the other selectors', () => {
    const asked = { namespaced: false, object: 'system:node' };

    expect(scopeOf({ allNamespaces: false }, asked)).toEqual({ fieldSelector: 'metadata.name=system:node' });
    expect(scopeOf({ allNamespaces: false, fieldSelector: 'c=d' }, { ...asked, object: 'a,b' })).toEqual({
      fieldSelector: 'metadata.name=a\\,b,c=d',
    });
  });

  it('should use no namespace with --all-namespaces, or for a cluster-scoped collection', () => {
    expect(scopeOf({ allNamespaces: true }, { namespaced: true, namespace: 'shop' })).toEqual({});
    expect(scopeOf({ allNamespaces: false, namespace: 'shop' }, { namespaced: false })).toEqual({});
  });

  it('should use the selectors unchanged', () => {
    expect(
      scopeOf({ allNamespaces: true, selector: 'a=b', fieldSelector: 'c=d' }, { namespaced: true }),
    ).toEqual({
      labelSelector: 'a=b',
      fieldSelector: 'c=d',
    });
  });
});

describe('checkNamespace', () => {
  it.each([undefined, 'shop', 'a', 'kube-system', '0', 'a'.repeat(63)])('should accept %s', (namespace) => {
    expect(() => checkNamespace(namespace)).not.toThrow();
  });

  it.each(['', 'Shop', 'a/b', '../a', '-a', 'a-', 'a.b', 'a'.repeat(64), 'a\n'])(
    'should refuse %j',
    (namespace) => {
      expect(() => checkNamespace(namespace)).toThrow(CommandError);
      expect(() => checkNamespace(namespace)).toThrow(
        expect.objectContaining({
          message: `--namespace takes the name of a namespace, not ${JSON.stringify(namespace)}`,
          hints: ['Lower-case letters, digits and -, at most 63. All of them: --all-namespaces'],
        }),
      );
      expect(() => checkNamespace(`A${'b'.repeat(100)}`)).toThrow(/not "Ab{79}"$/);
    },
  );
});
