import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { fc } from '../../../support/properties.ts';
import { stepItems } from '../../../../src/cli/live/machine/merge-sort.ts';
import { createRows, markedFor, type Rows } from '../../../../src/cli/live/machine/rows.ts';

const object = (key: string, version = '1'): KubeObject => {
  const [namespace = '', name = ''] = key.split('/');
  return { metadata: { namespace, name, uid: key, resourceVersion: version } };
};
const added = (key: string, cause: Change<KubeObject>['cause'] = 'watch'): Change<KubeObject> => ({
  type: 'added',
  key,
  object: object(key),
  cause,
});
const updated = (key: string, version: string): Change<KubeObject> => ({
  type: 'updated',
  key,
  old: object(key),
  object: object(key, version),
  cause: 'watch',
});
const deleted = (key: string): Change<KubeObject> => ({
  type: 'deleted',
  key,
  object: object(key),
  finalStateKnown: true,
  cause: 'watch',
});
const shown = (rows: Rows): readonly string[] =>
  rows.ordered.map(({ object: { metadata }, mark }) => {
    const key = `${metadata.namespace ?? ''}/${metadata.name}@${metadata.resourceVersion}`;
    return mark === undefined ? key : `${key} ${mark}`;
  });
const seen = (rows: Rows, now: number): readonly string[] => {
  rows.arrange(now, () => false);
  return shown(rows);
};
/** Does one step of the sort. Returns whether all rows are sorted. */
const step = (rows: Rows, now = 0): boolean => rows.arrange(now, () => true);
const steps = (rows: Rows): number => {
  let count = 1;
  while (!step(rows)) count++;
  return count;
};
const many = (length: number): readonly string[] =>
  Array.from({ length }, (_, at) => `a/${(((at + 1) * 2_654_435_761) % 4_294_967_296).toString(36)}`);

describe('createRows', () => {
  it('should be sorted by namespace, then by name', () => {
    const rows = createRows();
    rows.apply(
      ['b/a', 'a-b/x', 'a/z', 'a/b', 'a/b-c'].map((key) => added(key, 'initial')),
      0,
    );

    expect(seen(rows, 0)).toEqual(['a/b@1', 'a/b-c@1', 'a/z@1', 'a-b/x@1', 'b/a@1']);
  });

  it('should mark a changed row for one second, but not the first list', () => {
    const rows = createRows();
    rows.apply([added('a/a', 'initial'), added('a/b', 'initial')], 0);
    expect(rows.nextEnd).toBeUndefined();

    rows.apply([updated('a/b', '2'), added('a/c')], 100);

    expect(seen(rows, 100)).toEqual(['a/a@1', 'a/b@2 updated', 'a/c@1 added']);
    expect(rows.nextEnd).toBe(100 + markedFor);
    expect(seen(rows, 99 + markedFor)).toEqual(['a/a@1', 'a/b@2 updated', 'a/c@1 added']);
    expect(seen(rows, 100 + markedFor)).toEqual(['a/a@1', 'a/b@2', 'a/c@1']);
    expect(rows.nextEnd).toBeUndefined();
  });

  it('should show a deleted row for one second', () => {
    const rows = createRows();
    rows.apply([added('a/a', 'initial'), added('a/b', 'initial')], 0);
    rows.apply([deleted('a/a')], 0);

    expect(seen(rows, 0)).toEqual(['a/a@1 deleted', 'a/b@1']);
    expect(seen(rows, markedFor)).toEqual(['a/b@1']);
  });

  it('should restart the second with each change', () => {
    const rows = createRows();
    rows.apply([added('a/a')], 0);
    rows.apply([updated('a/a', '2')], 600);

    expect(seen(rows, markedFor)).toEqual(['a/a@2 updated']);
    expect(seen(rows, 600 + markedFor)).toEqual(['a/a@2']);
  });

  it('should keep the position of a row that is added again within that second', () => {
    const rows = createRows();
    rows.apply([added('a/a'), deleted('a/a')], 0);
    rows.apply([added('a/a')], 500);

    expect(seen(rows, 500)).toEqual(['a/a@1 added']);
    expect(seen(rows, markedFor)).toEqual(['a/a@1 added']);
    expect(seen(rows, 5 * markedFor)).toEqual(['a/a@1']);
  });

  it.each([
    ['few', 0],
    ['many', 20],
  ])('should remove the deleted one of two rows with the same order, one of %s', (_, others) => {
    const [clusterScoped, namespaced] = ['a\u0000b', 'a/b'];
    for (const [goes, stays] of [
      [clusterScoped, namespaced],
      [namespaced, clusterScoped],
    ] as const) {
      const rows = createRows();
      const more = Array.from({ length: others }, (_other, at) => `z/${at}`);
      const all = [namespaced, clusterScoped, ...more];
      rows.apply(
        all.map((key) => added(key, 'initial')),
        0,
      );
      rows.arrange(0, () => false);
      rows.apply(
        [goes, ...more].map((key) => deleted(key)),
        0,
      );
      rows.arrange(markedFor, () => false);

      expect(rows.ordered.map(({ object: { metadata } }) => metadata.uid)).toEqual([stays]);
    }
  });

  it('should show the same rows as a model that sorts all rows each time', () => {
    const key = fc.constantFrom('a/a', 'a/b', 'a-b/a', 'b/a', 'b/b');
    const event = fc.record({
      key,
      after: fc.nat(1_500),
      wanted: fc.constantFrom('change', 'delete'),
      steps: fc.nat(3), // number of sorting steps before the next event
    });
    fc.assert(
      fc.property(fc.array(event), (story) => {
        const rows = createRows();
        const naive = new Map<string, { version: string; mark?: string; until: number }>();
        let now = 0;
        let version = 1;
        for (const { key: of, after, wanted, steps: some } of story) {
          now += after;
          for (const [name, { mark, until }] of naive) {
            if (mark === 'deleted' && until <= now) naive.delete(name);
          }
          const there = naive.get(of);
          const isThere = there !== undefined && there.mark !== 'deleted';
          const until = now + markedFor;
          if (wanted === 'delete' && isThere) {
            rows.apply([deleted(of)], now);
            naive.set(of, { version: '1', mark: 'deleted', until });
          } else if (wanted === 'change' && isThere) {
            rows.apply([updated(of, `${++version}`)], now);
            naive.set(of, { version: `${version}`, mark: 'updated', until });
          } else if (wanted === 'change') {
            rows.apply([added(of)], now);
            naive.set(of, { version: '1', mark: 'added', until });
          }
          const order = ['a/a', 'a/b', 'a-b/a', 'b/a', 'b/b'];
          const expected = order.flatMap((name) => {
            const one = naive.get(name);
            if (one === undefined) return [];
            return [`${name}@${one.version}${one.until > now ? ` ${one.mark ?? ''}` : ''}`];
          });
          for (let at = 0; at < some; at++) step(rows, now);
          if (some !== 1) expect(seen(rows, now)).toEqual(expected);
        }
      }),
    );
  });

  it('should keep the previous order until many new rows are sorted', () => {
    const rows = createRows();
    const keys = many(20 * stepItems);
    rows.apply([added('a/0', 'initial')], 0);
    expect(seen(rows, 0)).toEqual(['a/0@1']);
    rows.apply(
      keys.map((key) => added(key)),
      0,
    );
    let count = 0;
    for (; !step(rows); count++) if (rows.ordered.length > 1) break;

    expect(count).toBeGreaterThan(100);
    expect(shown(rows)).toHaveLength(keys.length + 1);
    expect(step(rows)).toBe(true);
    expect(rows.ordered.map(({ order }) => order)).toEqual(
      ['a/0', ...keys].map((key) => key.replace('/', '\u0000')).sort(),
    );
  });

  it('should apply a limited number of changes in a step', () => {
    const rows = createRows();
    let read = 0;
    const changes = many(5 * stepItems).map((key) => ({
      ...added(key),
      get key() {
        read++;
        return key;
      },
    }));
    rows.apply(changes, 0);

    expect(read).toBe(0);
    for (let before = 0, isDone = false; !isDone; before = read) {
      isDone = step(rows);
      expect(read - before).toBeLessThanOrEqual(stepItems);
    }
    expect(read).toBe(changes.length);
  });

  it('should show changes of existing rows while it sorts new rows', () => {
    const rows = createRows();
    rows.apply([added('a/0', 'initial'), added('a/1', 'initial')], 0);
    rows.arrange(0, () => false);
    rows.apply(
      many(5 * stepItems).map((key) => added(key)),
      0,
    );
    for (let at = 0; at < 10; at++) step(rows);
    rows.apply([updated('a/0', '2'), deleted('a/1'), added('a/00')], 100);
    step(rows, 100);
    expect(shown(rows)).toEqual(['a/0@2 updated', 'a/1@1 deleted']);

    rows.arrange(100 + markedFor, () => false);
    expect(shown(rows)).toHaveLength(5 * stepItems + 2);
    expect(shown(rows).slice(0, 2)).toEqual(['a/0@2', 'a/00@1']);
  });

  it('should end a limited number of marks in a step, and finally all of them', () => {
    const rows = createRows();
    const marks = (): number => rows.ordered.filter(({ mark }) => mark !== undefined).length;
    rows.apply(
      many(5 * stepItems + 1).map((key) => added(key)),
      0,
    );
    rows.arrange(0, () => false);

    let isDone = false;
    for (let before = marks(); !isDone; before = marks()) {
      isDone = step(rows, markedFor);
      expect(before - marks()).toBeLessThanOrEqual(stepItems);
    }
    expect(marks()).toBe(0);
  });

  it('should sort only new rows', () => {
    const rows = createRows();
    rows.apply(
      many(50 * stepItems).map((key) => added(key, 'initial')),
      0,
    );
    const first = steps(rows);
    rows.apply([added('a/new')], 0);

    expect(steps(rows)).toBeLessThan(first / 5);
  });

  it('should keep nothing of rows that were added and deleted', () => {
    const rows = createRows();
    for (let now = 0; now < 100; now++) rows.apply([added(`a/${now}`), deleted(`a/${now}`)], now);
    expect(seen(rows, 100)).toHaveLength(100);

    expect(seen(rows, 100 + markedFor)).toEqual([]);
    expect(rows.nextEnd).toBeUndefined();
  });

  it('should not keep a deleted row until a clock that was set back has caught up', () => {
    const rows = createRows();
    rows.apply([added('a/a', 'initial'), added('a/b', 'initial')], 3_600_000);
    rows.apply([deleted('a/a')], 3_600_000);
    rows.apply([deleted('a/b')], 1_000);

    expect(seen(rows, 1_500)).toEqual(['a/b@1 deleted']);
    expect(seen(rows, 2_000)).toEqual([]);
  });
});
