import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Change, KubeObject } from 'rx-informer';
import { Gather } from '../../../src/delivery/machine/gather.ts';
import { change } from '../../support/things.ts';

type Batch = readonly Change<KubeObject>[];

const batchOf = (length: number, cause: string, first = 1): Batch =>
  Array.from({ length }, (_, at) => change(`added a@${first + at} ${cause}`));

/** A gather, what one listener was handed, and how often its turn was wanted. */
function one() {
  const handed: Batch[] = [];
  const wakes: string[] = [];
  const gather = new Gather<KubeObject>(() => wakes.push('wake'));
  const leave = gather.join((batch) => handed.push(batch));
  return { gather, leave, handed, wakes };
}

describe('Gather', () => {
  it('should hand on once what one task brought, to all the very same (P16)', () => {
    const { gather, handed, wakes } = one();
    const others: Batch[] = [];
    gather.join((batch) => others.push(batch));
    const [first, second] = [batchOf(1, 'watch'), batchOf(2, 'watch', 2)];

    gather.push(first);
    gather.push(second);
    expect(handed).toEqual([]);
    expect(wakes).toEqual(['wake']);
    gather.turn();

    expect(handed).toEqual([[...first, ...second]]);
    expect(others[0]).toBe(handed[0]);
  });

  it('should hand on at once what tells of a first list, after what came before it (B174)', () => {
    const { gather, handed } = one();

    gather.push(batchOf(1, 'watch'));
    gather.push(batchOf(1, 'initial'));

    expect(handed.flat()).toHaveLength(2);
  });

  it('should hold back less than 32 changes', () => {
    const { gather, handed } = one();

    gather.push(batchOf(31, 'watch'));
    expect(handed).toEqual([]);
    gather.push(batchOf(1, 'watch'));
    gather.push(batchOf(33, 'relist'));

    expect(handed.map(({ length }) => length)).toEqual([32, 33]);
  });

  it('should let all go on in the order in which they asked, who asks meanwhile the next time', () => {
    const { gather, wakes } = one();
    const turns: string[] = [];

    gather.ask(() => {
      turns.push('a');
      gather.ask(() => turns.push('a again'));
    });
    gather.ask(() => turns.push('b'));
    gather.turn();
    expect(turns).toEqual(['a', 'b']);
    gather.turn();

    expect(turns).toEqual(['a', 'b', 'a again']);
    expect(wakes).toEqual(['wake', 'wake']);
  });

  it('should let all go on, and throw only then what one of them threw (G13)', () => {
    const { gather } = one();
    const turns: string[] = [];

    gather.ask(() => {
      throw new Error('first');
    });
    gather.ask(() => {
      throw new Error('second');
    });
    gather.ask(() => turns.push('behind'));

    expect(() => gather.turn()).toThrow('first');
    expect(turns).toEqual(['behind']);
  });

  it('should hand nothing to who has left, gather nothing for nobody, and keep nothing for who comes then (G15)', () => {
    const { gather, leave, handed, wakes } = one();
    gather.push(batchOf(1, 'watch'));

    leave();
    gather.push(batchOf(1, 'watch'));
    gather.join((batch) => handed.push(batch));
    gather.turn();

    expect([handed, wakes]).toEqual([[], ['wake']]);
    gather.push(batchOf(1, 'watch'));
    expect(wakes).toEqual(['wake', 'wake']);
  });

  it('should give each listener what came while it was there, in order and once, whoever comes and goes (G12)', () => {
    const step = fc.oneof(
      fc.record({ push: fc.integer({ min: 1, max: 40 }), cause: fc.constantFrom('watch', 'initial') }),
      fc.record({ join: fc.nat(4) }),
      fc.record({ leave: fc.nat(4) }),
      fc.constant({ turn: true as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const gather = new Gather<KubeObject>(() => undefined);
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
            gather.push(batch);
          } else if ('join' in one) {
            if (there.has(one.join)) continue;
            const heard: Change<KubeObject>[] = [];
            there.set(one.join, {
              heard,
              naive: [],
              leave: gather.join((batch) => void heard.push(...batch)),
            });
          } else if ('leave' in one) {
            there.get(one.leave)?.leave();
            there.delete(one.leave);
          } else {
            gather.turn();
            agree();
          }
        }
        gather.flush();
        agree();
      }),
    );
  });
});
