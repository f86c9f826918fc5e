import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { fc } from '../../support/properties.ts';
import { Round } from '../../../src/delivery/machine/round.ts';
import { change } from '../../support/things.ts';

type Batch = readonly Change<KubeObject>[];

const batchOf = (length: number, cause: string, first = 1): Batch =>
  Array.from({ length }, (_, at) => change(`added a@${first + at} ${cause}`));

/** A round, what one listener was handed, and how often it wanted to go on. */
function one() {
  const handed: Batch[] = [];
  const wakes: string[] = [];
  const since: (number | undefined)[] = [];
  let now = 0;
  const round = new Round<KubeObject>(
    () => wakes.push('wake'),
    () => now,
  );
  const leave = round.join((batch, from) => {
    handed.push(batch);
    since.push(from);
  });
  return { round, leave, handed, wakes, since, wait: (ms: number) => void (now += ms) };
}

describe('Round', () => {
  it('should hand on once what one task brought, to all the very same (P16)', () => {
    const { round, handed, wakes } = one();
    const others: Batch[] = [];
    round.join((batch) => others.push(batch));
    const [first, second] = [batchOf(1, 'watch'), batchOf(2, 'watch', 2)];

    round.push(first);
    round.push(second);
    expect(handed).toEqual([]);
    expect(wakes).toEqual(['wake', 'wake']);
    round.flush();

    expect(handed).toEqual([[...first, ...second]]);
    expect(others[0]).toBe(handed[0]);
  });

  it('should hand on at once what tells of a first list, after what came before it (B174)', () => {
    const { round, handed } = one();

    const list = batchOf(1, 'initial');
    round.push(batchOf(1, 'watch'));
    round.push(list);

    expect(handed.flat()).toHaveLength(2);
    expect(handed[1]).toBe(list);
  });

  it('should hold back less than 32 changes, and hand on a long batch as it is (P16)', () => {
    const { round, handed } = one();
    const relist = batchOf(33, 'relist');

    round.push(batchOf(31, 'watch'));
    expect(handed).toEqual([]);
    round.push(batchOf(1, 'watch'));
    round.push(relist);

    expect(handed.flat()).toHaveLength(65);
    expect(handed.at(-1)).toBe(relist);
  });

  it('should say since when the oldest has waited', () => {
    const { round, since, wait } = one();

    wait(3);
    round.push(batchOf(1, 'watch'));
    wait(4);
    round.push(batchOf(1, 'watch'));
    round.flush();
    wait(5);
    round.push(batchOf(1, 'watch'));
    round.push(batchOf(1, 'initial'));

    expect(since).toEqual([3, 12, undefined]);
  });

  it('should hand on what came before the end, and nothing to those who were there then', () => {
    const { round, handed } = one();
    const others: Batch[] = [];

    round.push(batchOf(1, 'watch'));
    round.end();
    round.join((batch) => others.push(batch));
    round.push(batchOf(40, 'initial'));

    expect([handed.flat(), others.flat()].map(({ length }) => length)).toEqual([1, 40]);
  });

  it('should hand nothing to who has left, round nothing for nobody, and keep nothing for who comes then (G15)', () => {
    const { round, leave, handed, wakes } = one();
    round.push(batchOf(1, 'watch'));

    leave();
    round.push(batchOf(1, 'watch'));
    round.join((batch) => handed.push(batch));
    round.flush();

    expect([handed, wakes]).toEqual([[], ['wake']]);
    round.push(batchOf(1, 'watch'));
    expect(wakes).toEqual(['wake', 'wake']);
  });

  it('should give each listener what came while it was there, in order and once, whoever comes and goes (G12)', () => {
    const step = fc.oneof(
      fc.record({ push: fc.integer({ min: 1, max: 40 }), cause: fc.constantFrom('watch', 'initial') }),
      fc.record({ join: fc.nat(4) }),
      fc.record({ leave: fc.nat(4) }),
      fc.constant({ flush: true as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const round = new Round<KubeObject>(
          () => undefined,
          () => 0,
        );
        const there = new Map<number, { leave: () => void; heard: Change<KubeObject>[]; naive: Batch[] }>();
        let last = 0;
        const agree = (): void => {
          for (const { heard, naive } of there.values()) expect(heard).toEqual(naive.flat());
        };

        for (const one of steps) {
          if ('push' in one) {
            const batch = batchOf(one.push, one.cause, last + 1);
            last += one.push;
            for (const { naive } of there.values()) naive.push(batch);
            round.push(batch);
          } else if ('join' in one) {
            if (there.has(one.join)) continue;
            const heard: Change<KubeObject>[] = [];
            there.set(one.join, {
              heard,
              naive: [],
              leave: round.join((batch) => void heard.push(...batch)),
            });
          } else if ('leave' in one) {
            there.get(one.leave)?.leave();
            there.delete(one.leave);
          } else {
            round.flush();
            agree();
          }
        }
        round.flush();
        agree();
      }),
    );
  });
});
