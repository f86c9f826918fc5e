import { describe, expect, it } from '@jest/globals';
import { PopLine } from '../../../../src/client-go/queue/machine/pop-line.ts';

function setUp(waiting = 0): {
  line: PopLine;
  told: string[];
  fill: (count: number) => void;
  enter: (name: string) => () => void;
} {
  const told: string[] = [];
  let left = waiting;
  const line = new PopLine(() => left > 0);
  const fill = (count: number): void => {
    left += count;
    line.wake();
  };
  const enter = (name: string): (() => void) =>
    line.enter(() => {
      left -= 1;
      told.push(name);
    });
  return { line, told, fill, enter };
}

describe('PopLine', () => {
  it('should give a turn at once where there is something', () => {
    const { told, enter } = setUp(1);

    enter('a');

    expect(told).toEqual(['a']);
  });

  it('should let one wait until there is something (B87)', () => {
    const { told, fill, enter } = setUp();
    enter('a');
    expect(told).toEqual([]);

    fill(1);

    expect(told).toEqual(['a']);
  });

  it('should let one have its turn at a time, in the order of coming', () => {
    const { told, fill, enter } = setUp();
    const leave = [enter('a'), enter('b'), enter('c')];
    fill(3);
    expect(told).toEqual(['a']);

    leave[0]?.();
    expect(told).toEqual(['a', 'b']);
    leave[1]?.();

    expect(told).toEqual(['a', 'b', 'c']);
  });

  it('should forget whoever gives up while waiting, from the middle too', () => {
    const { told, fill, enter } = setUp();
    const leaveA = enter('a');
    const leaveB = enter('b');
    enter('c');
    leaveB();
    leaveB();
    fill(2);
    leaveA();

    expect(told).toEqual(['a', 'c']);
  });

  it('should not mind leaving twice', () => {
    const { told, fill, enter } = setUp(1);
    const leave = enter('a');
    leave();
    fill(2);
    enter('b');
    leave();
    enter('c');

    expect(told).toEqual(['a', 'b']);
  });

  it('should not nest, however many have their turn in a row', () => {
    const { line, told, fill } = setUp();
    const leaves: (() => void)[] = [];
    for (let at = 0; at < 50_000; at += 1) {
      leaves.push(
        line.enter(() => {
          told.push('turn');
          leaves[at]?.();
        }),
      );
    }
    fill(1_000_000);

    expect(told).toHaveLength(50_000);
  });
});
