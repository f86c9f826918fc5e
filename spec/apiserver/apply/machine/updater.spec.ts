import { describe, expect, it } from '@jest/globals';
import { deducedAtom } from '../../../../src/apiserver/apply/machine/atom-of.ts';
import { fieldSet, isSameSet } from '../../../../src/apiserver/apply/machine/field-set.ts';
import type { Managers, Ownership } from '../../../../src/apiserver/apply/machine/managers.ts';
import { applied, updated } from '../../../../src/apiserver/apply/machine/updater.ts';
import type { Versions } from '../../../../src/apiserver/apply/machine/versions.ts';
import { countMapWrites } from '../support/count-map-writes.ts';

const versions: Versions = { atomOf: () => deducedAtom, resetFields: () => undefined };
const apiVersion = 'v1';

const owning = (...names: readonly string[]): Ownership => ({
  set: fieldSet(...names.map((name) => [`f:data`, `f:${name}`])),
  apiVersion,
  applied: true,
});
const named = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const dataOf = (names: readonly string[], value: string): object => ({
  data: Object.fromEntries(names.map((name) => [name, value])),
});

describe.each([100, 400])('with %i managers', (count) => {
  const fields = named(2_000, 'k');
  const others = named(count, 'own');
  const all = [...fields, ...others];
  const managers: Managers = new Map(others.map((name) => [name, owning(name)]));

  it('should update thousands of fields without copying them for each manager', () => {
    const live = dataOf(all, '');
    const next = { data: { ...Object.fromEntries(all.map((name) => [name, ''])), added: '' } };
    for (const name of fields) Object.assign(next.data, { [name]: 'new' });
    let after: Managers = managers;

    const writes = countMapWrites(() => {
      after = updated(versions, live, next, managers, { id: 'writer', apiVersion });
    });

    expect(isSameSet(after.get('writer')?.set ?? new Map(), owning(...fields, 'added').set)).toBe(true);
    expect(after.size).toBe(count + 1);
    expect(writes / all.length).toBeLessThan(40);
  });

  it('should apply next to a manager of thousands of fields without copying them for each manager', () => {
    const known: Managers = new Map([['large', owning(...fields)], ['z', owning('gone')], ...managers]);
    const configuration = dataOf(['added'], '1');
    let result: unknown;

    const writes = countMapWrites(() => {
      const live = dataOf([...all, 'gone'], '');
      result = applied(versions, live, configuration, known, { id: 'z', apiVersion }, true).object;
    });

    expect(result).toEqual({ data: { ...Object.fromEntries(all.map((name) => [name, ''])), added: '1' } });
    expect(writes / all.length).toBeLessThan(40);
  });
});

describe('with managers of many versions', () => {
  const names = named(100, 'k');
  const managers: Managers = new Map(
    names.map((name, at) => [name, { ...owning(name), apiVersion: `v${at + 1}` }]),
  );
  const ofLast = { id: 'writer', apiVersion: 'v100' };

  /** Returns an object. `looks` returns how often the keys of its data were read. */
  function liveData(): { readonly live: object; readonly looks: () => number } {
    let looks = 0;
    const data = new Proxy(Object.fromEntries(names.map((name) => [name, ''])), {
      ownKeys: (target) => {
        looks++;
        return Reflect.ownKeys(target);
      },
    });
    return { live: { data }, looks: () => looks };
  }

  it('should update with the schemas of eight versions, including that of the write', () => {
    const { live, looks } = liveData();

    const after = updated(versions, live, dataOf([...names, 'added'], ''), managers, ofLast);

    expect([...after.keys()]).toEqual([...names.slice(0, 7), 'k99', 'writer']);
    expect(looks()).toBeLessThan(8 * 5);
  });

  it('should apply with the schemas of eight versions, including that of the write', () => {
    const { live, looks } = liveData();
    const known = new Map(managers).set('writer', { ...owning('k0'), apiVersion: 'v100' });

    const { managers: after } = applied(versions, live, dataOf(['added'], '1'), known, ofLast, true);

    expect([...after.keys()].sort()).toEqual([...names.slice(0, 7), 'k99', 'writer'].sort());
    expect(looks()).toBeLessThan(8 * 10);
  });
});
