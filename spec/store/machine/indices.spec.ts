import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { Indices, ValueIndex } from '../../../src/store/machine/indices.ts';
import { thing } from '../../support/things.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { fc } from '../../support/properties.ts';

/**
 * Returns an index by resourceVersion. Its index function returns the same array for each object, to test that the
 * index copies the array.
 */
function withReusedArray(): Indices<KubeObject> {
  const values: string[] = [];
  const indices = new Indices<KubeObject>();
  indices.add(
    'version',
    ({ metadata }) => {
      values[0] = metadata.resourceVersion;
      return values;
    },
    new Map(),
  );
  return indices;
}

describe('Indices', () => {
  it('should call its functions only with objects, once for each added or removed object', () => {
    const asked: unknown[] = [];
    const indices = new Indices<KubeObject>();
    const [a1, a2] = [thing('a@1'), thing('a@2')];
    indices.add(
      'all',
      (object) => {
        asked.push(object);
        return ['all'];
      },
      new Map(),
    );
    indices.update('a', undefined, a1);
    indices.update('a', a1, a2);
    indices.update('a', a2, undefined);

    expect(asked).toEqual([a1, a1, a2, a2]);
    expect(indices.takeProblems()).toEqual([]);
  });

  it('should detect each change of a function that always returns the same array', () => {
    const indices = withReusedArray();
    indices.update('a', undefined, thing('a@1'));
    indices.update('a', thing('a@1'), thing('a@2'));

    expect(indices.get('version')?.values()).toEqual(['2']);
  });

  it('should keep prepared updates separate if a function always returns the same array', () => {
    const indices = withReusedArray();
    const writes = ['1', '2'].map((version) => indices.prepare(version, undefined, thing(`a@${version}`)));
    for (const write of writes) write();

    expect(indices.get('version')?.keys('1')).toEqual(['1']);
  });

  it('should write a prepared update also into an index that was added later', () => {
    const indices = new Indices<KubeObject>();
    const write = indices.prepare('a', undefined, thing('a@1'));
    indices.add('version', ({ metadata }) => [metadata.resourceVersion], new Map());
    write();

    expect(indices.get('version')?.keys('1')).toEqual(['a']);
  });

  it('should report an error of a function in a prepared update only when the update is written', () => {
    const indices = new Indices<KubeObject>();
    indices.add(
      'bad',
      () => {
        throw new Error('no');
      },
      new Map(),
    );
    const write = indices.prepare('a', undefined, thing('a@1'));
    expect(indices.takeProblems()).toEqual([]);
    write();

    expect(indices.takeProblems()).toMatchObject([{ where: 'index bad', key: 'a' }]);
  });

  it('should report each error of a function once', () => {
    const indices = new Indices<KubeObject>();
    indices.add(
      'bad',
      () => {
        throw new Error('no');
      },
      new Map([['a', thing('a@1')]]),
    );
    const [first, second] = [indices.takeProblems(), indices.takeProblems()];

    expect(first).toMatchObject([{ where: 'index bad', key: 'a' }]);
    expect(second).toEqual([]);
  });

  it('should decode an object once for all functions, and not at all without a function', () => {
    let opened = 0;
    const indices = new Indices<KubeObject>((held) => {
      opened += 1;
      return { ...held, kind: 'Opened' };
    });
    indices.update('x/a', undefined, thing('x/a@1'));
    expect(opened).toBe(0);

    for (const name of ['one', 'two']) indices.add(name, ({ kind }) => [String(kind)], new Map());
    indices.update('x/a', undefined, thing('x/a@1'));
    expect(opened).toBe(1);
    indices.update('x/a', thing('x/a@1'), thing('x/a@2'));
    expect(opened).toBe(3);
    expect(indices.emptied().names).toEqual(['one', 'two']);
    expect([...(indices.get('two')?.keys('Opened') ?? [])]).toEqual(['x/a']);
  });
});

describe('ValueIndex', () => {
  it('should find one key, then several, in insertion order', () => {
    const index = new ValueIndex();

    index.move('b', [], ['red']);
    expect(index.keys('red')).toEqual(['b']);
    index.move('a', [], ['red']);
    expect(index.keys('red')).toEqual(['b', 'a']);
  });

  it('should keep the position of a key whose value stays (PF14)', () => {
    const index = new ValueIndex();
    index.move('b', [], ['red', 'round']);
    index.move('a', [], ['red']);

    index.move('b', ['red', 'round'], ['red', 'flat']);

    expect(index.keys('red')).toEqual(['b', 'a']);
    expect(index.keys('round')).toEqual([]);
    expect(index.keys('flat')).toEqual(['b']);
  });

  it('should remove a value with its last key, and no earlier (B183)', () => {
    const index = new ValueIndex();
    index.move('a', [], ['red']);
    index.move('b', [], ['red']);

    index.move('a', ['red'], []);
    expect(index.values()).toEqual(['red']);
    index.move('b', ['red'], []);
    expect(index.values()).toEqual([]);
  });

  it('should count a repeated value once, and accept the empty value', () => {
    const index = new ValueIndex();

    index.move('a', [], ['x', 'x', '']);

    expect(index.keys('x')).toEqual(['a']);
    expect(index.keys('')).toEqual(['a']);
    index.move('a', ['x', 'x', ''], []);
    expect(index.values()).toEqual([]);
  });

  it('should return the same keys as a search through all objects (B182)', () => {
    const values = fc.array(fc.constantFrom('x', 'y', 'z', ''), { maxLength: 3 });
    const moves = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), values), { maxLength: 40 });

    fc.assert(
      fc.property(moves, (steps) => {
        const index = new ValueIndex();
        const all = new Map<string, readonly string[]>();
        for (const [key, to] of steps) {
          index.move(key, all.get(key) ?? [], to);
          all.set(key, to);
          for (const value of ['x', 'y', 'z', '']) {
            const found = [...all].filter(([, has]) => has.includes(value)).map(([found]) => found);
            expect([...index.keys(value)].sort()).toEqual(found.sort());
            expect(index.values().includes(value)).toBe(found.length > 0);
          }
        }
      }),
    );
  });

  it('should move a key with many values in time proportional to their number', () => {
    const values = (count: number, from: number) =>
      Array.from({ length: count }, (_, nth) => `v${from + nth}`);
    const growth = growthOfCost(5_000, (count) => {
      const index = new ValueIndex();
      index.move('a', [], values(count, 0));
      index.move('a', values(count, 0), values(count, 1));
    });

    expect(growth).toBeLessThan(9);
  });
});
