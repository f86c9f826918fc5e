import { describe, expect, it } from '@jest/globals';
import { WriteLine } from '../../../src/store/machine/write-line.ts';

describe('WriteLine', () => {
  it('should give a turn at once when nobody has one', () => {
    const line = new WriteLine();
    const turns: string[] = [];

    const leave = line.enter(() => turns.push('a'));

    expect(turns).toEqual(['a']);
    expect(line.isFree).toBe(false);
    leave();
    expect(line.isFree).toBe(true);
  });

  it('should give turns in the order of coming, each when the one before has left (G16)', () => {
    const line = new WriteLine();
    const turns: string[] = [];
    const leaves: (() => void)[] = [];
    const enter = (name: string): void => {
      leaves.push(line.enter(() => turns.push(name)));
    };

    for (const name of ['a', 'b', 'c']) enter(name);
    expect(turns).toEqual(['a']);
    leaves[0]?.();
    expect(turns).toEqual(['a', 'b']);
    leaves[1]?.();
    expect(turns).toEqual(['a', 'b', 'c']);
  });

  it('should let one give up its place, and leave only once', () => {
    const line = new WriteLine();
    const turns: string[] = [];

    const leaveA = line.enter(() => turns.push('a'));
    const leaveB = line.enter(() => turns.push('b'));
    line.enter(() => turns.push('c'));
    leaveB();
    leaveA();
    leaveA();
    leaveB();

    expect(turns).toEqual(['a', 'c']);
    expect(line.isFree).toBe(false);
  });

  it('should not let anybody past those who wait, not even from inside a turn that has left', () => {
    const line = new WriteLine();
    const seen: [string, boolean][] = [];
    line.hold();
    line.enter((leave) => {
      leave();
      seen.push(['a', line.isFree]);
    });
    line.enter((leave) => {
      leave();
      seen.push(['b', line.isFree]);
    });

    line.release();

    expect(seen).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(line.isFree).toBe(true);
  });

  it('should hold everybody until the same number of releases', () => {
    const line = new WriteLine();
    let turns = 0;

    line.hold();
    line.hold();
    line.enter(() => (turns += 1));
    line.release();
    expect(turns).toBe(0);
    line.release();
    expect(turns).toBe(1);
  });

  it('should bear a hundred thousand who wait, each of whom leaves at once', () => {
    const line = new WriteLine();
    let turns = 0;

    line.hold();
    for (let count = 0; count < 100_000; count += 1) {
      line.enter((leave) => {
        turns += 1;
        leave();
      });
    }
    line.release();

    expect(turns).toBe(100_000);
    expect(line.isFree).toBe(true);
  });
});
