import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { LatestByKey } from '../../../src/views/machine/latest-by-key.ts';
import { countedBatch } from '../../support/counted-batch.ts';
import { change, line } from '../../support/things.ts';

/** Takes all changes from the buffer. Returns the changes as lines of text, and the number of steps. */
const taken = (newest: LatestByKey<KubeObject>): readonly [lines: readonly string[], steps: number] => {
  const gathering = newest.take();
  for (let steps = 1; ; steps += 1) {
    const { done, value } = gathering.next();
    if (done === true) return [[...value.values()].map(line), steps];
  }
};
const received = (...lines: readonly string[]): readonly string[] => {
  const newest = new LatestByKey<KubeObject>();
  for (const text of lines) newest.add([change(text)]);
  return taken(newest)[0];
};
/** Returns the given number of changes. The changes count how often their keys are read. */
const long = (count: number, looks: { count: number }): readonly Change<KubeObject>[] =>
  Array.from({ length: count }, (_, at) => {
    const one = change(`added t${at}@1 initial`);
    return {
      ...one,
      get key() {
        looks.count += 1;
        return one.key;
      },
    };
  });

describe('LatestByKey', () => {
  it('should keep the latest change of each key', () => {
    expect(received('updated a@1 a@2 watch', 'updated b@1 b@3 watch', 'updated a@2 a@4 relist')).toEqual([
      'updated a@2 a@4 relist',
      'updated b@1 b@3 watch',
    ]);
    expect(received('updated a@1 a@2 watch', 'deleted a@3 watch')).toEqual(['deleted a@3 watch']);
  });

  it('should keep an add as an add, at its position, after updates of its object', () => {
    expect(received('added a@1 initial', 'added b@2 initial', 'updated a@1 a@3 watch')).toEqual([
      'added a@3 initial',
      'added b@2 initial',
    ]);
  });

  it('should put a key that was deleted and added again at the end', () => {
    expect(
      received('added a@1 initial', 'added b@2 watch', 'deleted a@3 watch', 'added a@4#2 watch'),
    ).toEqual(['added b@2 watch', 'added a@4#2 watch']);
  });

  it('should return each change once', () => {
    const newest = new LatestByKey<KubeObject>();
    newest.add([change('added a@1 watch')]);
    const [first] = taken(newest);
    newest.add([change('updated a@1 a@2 watch')]);

    expect(first).toEqual(['added a@1 watch']);
    expect(taken(newest)[0]).toEqual(['updated a@1 a@2 watch']);
    expect(taken(newest)[0]).toEqual([]);
  });

  it('should merge a long batch in steps, not when it is added (PF9)', () => {
    const looks = { count: 0 };
    const newest = new LatestByKey<KubeObject>();
    newest.add([change('updated t1@1 t1@2 watch')]);
    newest.add(long(5_000, looks));
    newest.add([change('updated t0@1 t0@2 watch')]);
    expect(looks.count).toBe(0);
    const gathering = newest.take();
    gathering.next();
    newest.add([change('updated t0@2 t0@3 watch'), change('updated t4999@1 t4999@2 watch')]);
    const between = looks.count;
    let steps = 1;
    for (let step = gathering.next(); step.done !== true; step = gathering.next()) steps += 1;

    expect(between).toBeLessThan(100);
    expect(steps).toBeGreaterThan(100);
    expect(taken(newest)[0]).toEqual([]);
  });

  it('should not read a long batch or later batches when they are added (PF9)', () => {
    const first = countedBatch(long(2_000, { count: 0 }));
    const second = countedBatch(long(1_500, { count: 0 }));
    const newest = new LatestByKey<KubeObject>();

    newest.add(first.batch);
    newest.add([]);
    newest.add(second.batch);

    expect([first.reads(), second.reads()]).toEqual([0, 0]);
    expect(taken(newest)[0]).toHaveLength(2_000);
    expect([first.reads(), second.reads()]).toEqual([2_000, 1_500]);
  });

  it('should keep the order of a long batch and later batches, also between steps', () => {
    const newest = new LatestByKey<KubeObject>();
    newest.add(long(2_000, { count: 0 }));
    newest.add([change('deleted t0@2 watch')]);
    const gathering = newest.take();
    gathering.next();
    newest.add([change('updated t1999@1 t1999@2 watch'), change('added t0@3#2 watch')]);
    let step = gathering.next();
    while (step.done !== true) step = gathering.next();

    const lines = [...step.value.values()].map(line);
    expect(lines).toHaveLength(2_000);
    expect([lines[0], ...lines.slice(-2)]).toEqual([
      'added t1@1 initial',
      'added t1999@2 initial',
      'added t0@3#2 watch',
    ]);
  });

  it('should limit the batches that it keeps without a take', () => {
    const looks = { count: 0 };
    const newest = new LatestByKey<KubeObject>();
    newest.add(long(2_000, looks));
    const gathering = newest.take();
    gathering.next();
    for (let version = 2; version < 1_900; version += 1) {
      newest.add([change(`updated t0@${version - 1} t0@${version} watch`)]);
    }
    const before = looks.count;
    newest.add(long(2_000, looks));

    expect(before).toBeLessThan(100);
    expect(looks.count).toBeGreaterThan(4_000 - 100);
    let step = gathering.next();
    while (step.done !== true) step = gathering.next();
    expect(step.value.size).toBe(2_000);
  });
});
