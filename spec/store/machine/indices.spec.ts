import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { Indices, ValueIndex } from '../../../src/store/machine/indices.ts';
import { thing } from '../../support/things.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';
import { fc } from '../../support/properties.ts';

/** An index by the version, whose function returns the same array for each object. */
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
  it('should ask its functions about objects only, about each that came or went once', () => {
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

  it('should see each change of a function that returns the same array again and again', () => {
    const indices = withReusedArray();
    indices.update('a', undefined, thing('a@1'));
    indices.update('a', thing('a@1'), thing('a@2'));

    expect(indices.get('version')?.values()).toEqual(['2']);
  });

  it('should keep prepared updates apart where a function returns the same array for each object', () => {
    const indices = withReusedArray();
    const writes = ['1', '2'].map((version) => indices.prepare(version, undefined, thing(`a@${version}`)));
    for (const write of writes) write();

    expect(indices.get('version')?.keys('1')).toEqual(['1']);
  });

  it('should write a prepared update into an index that was added since, too', () => {
    const indices = new Indices<KubeObject>();
    const write = indices.prepare('a', undefined, thing('a@1'));
    indices.add('version', ({ metadata }) => [metadata.resourceVersion], new Map());
    write();

    expect(indices.get('version')?.keys('1')).toEqual(['a']);
  });

  it('should say what a function threw in a prepared update once that is written', () => {
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

  it('should give what its functions threw once', () => {
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

  it('should open what is kept once for all functions, and not at all without one', () => {
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
  it('should find a lone key, then several, in the order in which they came', () => {
    const index = new ValueIndex();

    index.move('b', [], ['red']);
    expect(index.keys('red')).toEqual(['b']);
    index.move('a', [], ['red']);
    expect(index.keys('red')).toEqual(['b', 'a']);
  });

  it('should leave a key in its place under a value that stays (PF14)', () => {
    const index = new ValueIndex();
    index.move('b', [], ['red', 'round']);
    index.move('a', [], ['red']);

    index.move('b', ['red', 'round'], ['red', 'flat']);

    expect(index.keys('red')).toEqual(['b', 'a']);
    expect(index.keys('round')).toEqual([]);
    expect(index.keys('flat')).toEqual(['b']);
  });

  it('should forget a value when its last key goes, and only then (B183)', () => {
    const index = new ValueIndex();
    index.move('a', [], ['red']);
    index.move('b', [], ['red']);

    index.move('a', ['red'], []);
    expect(index.values()).toEqual(['red']);
    index.move('b', ['red'], []);
    expect(index.values()).toEqual([]);
  });

  it('should count a value that is named twice once, and take the empty one', () => {
    const index = new ValueIndex();

    index.move('a', [], ['x', 'x', '']);

    expect(index.keys('x')).toEqual(['a']);
    expect(index.keys('')).toEqual(['a']);
    index.move('a', ['x', 'x', ''], []);
    expect(index.values()).toEqual([]);
  });

  it('should answer as a search through everything does (B182)', () => {
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
