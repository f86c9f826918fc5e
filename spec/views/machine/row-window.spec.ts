import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { added, type Change, deleted, updated } from '../../../src/store/index.ts';
import { QueryResult } from '../../../src/views/machine/query-result.ts';
import { type RowPatch, rowPatches, RowWindow } from '../../../src/views/machine/row-window.ts';
import type { Row } from '../../../src/views/machine/sorted-rows.ts';
import { seededRandom } from '../../../src/testing/faults/chaos/seeded-random.ts';
import { fc } from '../../support/properties.ts';
import { textOf, thing } from '../../support/things.ts';
import { withPatches } from '../with-patches.ts';

/** Returns the old rows, their objects, and the new rows. A capital letter is a row with a new object. */
function rowsOf(before: string, after: string): [Row<string>[], string[], Row<string>[]] {
  const rows = new Map(
    Array.from(`${before}${after}`.toLowerCase(), (name, sequence): [string, Row<string>] => [
      name,
      { object: name, sequence, chunk: undefined },
    ]),
  );
  const named = (text: string): Row<string>[] =>
    text
      .toLowerCase()
      .split('')
      .flatMap((name) => rows.get(name) ?? []);
  for (const name of after) {
    const row = rows.get(name.toLowerCase());
    if (row !== undefined) row.object = name;
  }
  return [named(before), before.split(''), named(after)];
}
const patchesOf = (before: string, after: string): readonly RowPatch<string>[] =>
  rowPatches(...rowsOf(before, after));

/** Returns the smallest possible number of patches, with a table of all pairs of prefixes. */
function fewestPatches(before: string, after: string): number {
  const table: number[][] = Array.from({ length: before.length + 1 }, (_, i) =>
    Array.from({ length: after.length + 1 }, (__, j) => i + j),
  );
  const cost = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= before.length; i += 1) {
    for (let j = 1; j <= after.length; j += 1) {
      const [one, other] = [before[i - 1], after[j - 1]];
      const kept = one === other?.toLowerCase() ? cost(i - 1, j - 1) + Number(one !== other) : Infinity;
      (table[i] ?? [])[j] = Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, kept);
    }
  }
  return cost(before.length, after.length);
}

describe('rowPatches', () => {
  it.each([
    ['abc', 'abc', []],
    ['', 'ab', ['insert 0 a', 'insert 1 b']],
    ['abc', '', ['remove 2', 'remove 1', 'remove 0']],
    ['abc', 'aBc', ['update 1 B']],
    ['abc', 'bcd', ['remove 0', 'insert 2 d']],
    ['abcd', 'bCdA', ['remove 0', 'update 1 C', 'insert 3 A']],
    ['ab', 'Ba', ['remove 1', 'insert 0 B']],
    ['ab', 'bA', ['remove 0', 'insert 1 A']],
  ])('should turn %j into %j', (before, after, expected) => {
    const shown = patchesOf(before, after).map((patch) => Object.values(patch).join(' '));

    expect(shown).toEqual(expected);
  });

  it('should turn any rows into any other rows, with the fewest patches', () => {
    const letters = 'abcdefghij'.split('');
    const aText = fc.shuffledSubarray(letters).map((chosen) => chosen.join(''));
    const aNewText = fc
      .tuple(fc.shuffledSubarray(letters), fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }))
      .map(([chosen, isNew]) => chosen.map((name, at) => (isNew[at] ? name.toUpperCase() : name)).join(''));
    fc.assert(
      fc.property(aText, aNewText, (before, after) => {
        const patches = patchesOf(before, after);

        expect(withPatches(before.split(''), patches).join('')).toBe(after);
        expect(patches).toHaveLength(fewestPatches(before, after));
      }),
      { numRuns: 1_000 },
    );
  });
});

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((row, at) => row === other[at]);

describe('RowWindow', () => {
  const version = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);
  const sort = (a: KubeObject, b: KubeObject): number => version(a) - version(b);

  it('should return the same window while nothing has changed', () => {
    const result = new QueryResult<KubeObject>({ where: (object) => version(object) < 50, sort });
    const rows = new RowWindow(result);
    expect(rows.read()).toBeUndefined();
    rows.move({ from: 0, to: 2 });
    const empty = rows.read();
    result.apply(['a@1', 'b@2', 'c@3', 'd@4'].map((text) => added(text.slice(0, 1), thing(text), 'initial')));
    const first = rows.read();
    result.apply([updated('d', thing('d@4'), thing('d@5'), 'watch')]);
    result.apply([added('e', thing('e@90'), 'watch')]);
    rows.move({ from: 0, to: 2 });
    const second = rows.read();
    result.apply([deleted('d', thing('d@5'), true, 'watch')]);
    const third = rows.read();

    expect(empty).toEqual({ rows: [], total: 0, from: 0, patches: [] });
    expect([first?.rows.map(textOf), first?.total]).toEqual([['a@1', 'b@2'], 4]);
    expect(second).toBe(first);
    expect(third).toEqual({ ...first, total: 3, patches: [] });
    expect(third?.rows).toBe(first?.rows);
    expect([third, third?.rows, third?.patches].every(Object.isFrozen)).toBe(true);
  });

  it('should equal sort and slice of a long random history, at any window (PF10)', () => {
    const known = new Map<string, KubeObject>();
    const result = new QueryResult<KubeObject>({ where: (object) => version(object) % 5 !== 0, sort });
    const rows = new RowWindow(result);
    const next01 = seededRandom(7);
    const random = (limit: number): number => Math.floor(next01() * limit);
    let shown: readonly KubeObject[] = [];
    let length = 0;

    for (let step = 0; step < 4_000; step += 1) {
      const key = `t${random(2_500)}`;
      const old = known.get(key);
      const next = thing(`${key}@${random(10_000)}`);
      let change: Change<KubeObject>;
      if (old === undefined) change = added(key, next, 'watch');
      else if (random(8) === 0) change = deleted(key, old, true, 'watch');
      else change = updated(key, old, next, 'watch');
      if (change.type === 'deleted') known.delete(key);
      else known.set(key, next);
      result.apply([change]);
      if (random(20) === 0) {
        const from = random(1_800);
        length = random(60);
        rows.move({ from, to: from + length });
      }
      if (random(12) > 0) continue;

      const window = rows.read();
      if (window === undefined) continue;
      const all = [...known.values()].filter((object) => version(object) % 5 !== 0);
      expect(window.total).toBe(all.length);
      expect(isSame(window.rows, all.sort(sort).slice(window.from, window.from + length))).toBe(true);
      if (window.rows !== shown) expect(isSame(withPatches(shown, window.patches), window.rows)).toBe(true);
      shown = window.rows;
    }
    expect(known.size).toBeGreaterThan(1_000);
  });
});
