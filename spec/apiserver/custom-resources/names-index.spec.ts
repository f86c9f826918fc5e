import { describe, expect, it } from '@jest/globals';
import { NamesIndex } from '../../../src/apiserver/custom-resources/names-index.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const id = 'definitions';

/** Creates CRDs by name. Each CRD has its own short names. */
function definitions(historySize: number) {
  const storage = new Storage(historySize);
  const put = (name: string, ...shortNames: readonly string[]): unknown =>
    storage.write(id, name, (revision): StoredObject => {
      const [plural = '', ...group] = name.split('.');
      const names = { plural, kind: plural.toUpperCase(), shortNames };
      return {
        kind: 'CustomResourceDefinition',
        apiVersion: 'apiextensions.k8s.io/v1',
        metadata: { name, uid: name, resourceVersion: String(revision) },
        spec: { group: group.join('.'), names },
        status: { acceptedNames: names },
      };
    });
  const index = new NamesIndex(storage.collection(id), []);
  const isTaken = (group: string, name: string): boolean =>
    index.read(`none.${group}`).beside('').resources.has(name);
  return { put, remove: (name: string) => storage.remove(id, name), isTaken, size: () => index.size };
}

describe('NamesIndex', () => {
  it('should return the current names of definitions', () => {
    const { put, remove, isTaken } = definitions(100);
    put('as.ex.com', 'x');
    expect([isTaken('ex.com', 'x'), isTaken('ex.com', 'y'), isTaken('other.com', 'x')]).toEqual([
      true,
      false,
      false,
    ]);

    put('as.ex.com', 'y');
    expect([isTaken('ex.com', 'x'), isTaken('ex.com', 'y')]).toEqual([false, true]);
    remove('as.ex.com');
    expect([isTaken('ex.com', 'y'), isTaken('ex.com', 'as')]).toEqual([false, false]);
  });

  it('should read all definitions if the history has been dropped in the meantime', () => {
    const { put, remove, isTaken } = definitions(1);
    put('as.ex.com', 'x');
    put('bs.ex.com', 'z');
    expect(isTaken('ex.com', 'x')).toBe(true);

    put('as.ex.com', 'y');
    remove('bs.ex.com');
    put('cs.ex.com', 'w');

    const names = ['x', 'y', 'z', 'w'];
    expect(names.map((name) => isTaken('ex.com', name))).toEqual([false, true, false, true]);
  });

  it('should return a group again after all its definitions were removed', () => {
    const { put, remove, isTaken } = definitions(100);
    put('as.ex.com', 'x');
    expect(isTaken('ex.com', 'x')).toBe(true);
    remove('as.ex.com');
    expect(isTaken('ex.com', 'x')).toBe(false);

    put('bs.ex.com', 'x');
    expect(isTaken('ex.com', 'x')).toBe(true);
  });

  it('should keep no group without definitions, also after it was read', () => {
    const { put, remove, isTaken, size } = definitions(100);
    put('as.ex.com', 'x');
    put('bs.other.com', 'x');
    expect([isTaken('ex.com', 'x'), isTaken('other.com', 'x'), isTaken('none.com', 'x')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(size()).toBe(2);

    remove('as.ex.com');
    expect([isTaken('ex.com', 'x'), isTaken('other.com', 'x')]).toEqual([false, true]);
    expect(size()).toBe(1);
  });
});
