import { describe, expect, it } from '@jest/globals';
import type { Change, KubeObject } from 'rx-informer';
import { Drain } from '../../../src/delivery/machine/drain.ts';
import { TurnTaker } from '../../../src/delivery/machine/turn-taker.ts';
import { UnboundedBuffer } from '../../../src/delivery/machine/unbounded-buffer.ts';
import { change } from '../../support/things.ts';

/** One who takes turns that are given by hand; it waits at `w`, throws at `t`, and its slice is over after `s`. */
function one() {
  const told: string[] = [];
  const asked: (() => void)[] = [];
  let [isOver, closed] = [false, false];
  const outlet = {
    get closed() {
      return closed;
    },
    next: ({ key }: Change<KubeObject>) => {
      if (key === 't') throw new Error('at t');
      told.push(key);
    },
    error: (error: unknown) => {
      closed = true;
      told.push(String(error));
    },
  };
  const drain = new Drain<KubeObject, string>({
    buffer: new UnboundedBuffer(),
    clock: { begin: () => undefined, step: () => isOver, end: () => undefined },
    handle: ({ key }) => {
      isOver = key === 's';
      return key === 'w' ? 'the handler' : undefined;
    },
    onInitial: undefined,
    onSlice: () => undefined,
  });
  const taker = new TurnTaker<KubeObject, string>({
    drain,
    ask: (goOn) => {
      drain.allow(Infinity);
      asked.push(goOn);
    },
    outlet,
    isUnheard: undefined,
    await: (wait) => told.push(`waits for ${wait}`),
  });
  const push = (...keys: string[]): void => {
    taker.push(
      keys.map((key) => change(`added ${key}@1 watch`)),
      0,
    );
  };
  const leave = (): void => void (closed = true);
  return { taker, told, asked, push, leave, turn: () => asked.shift()?.() };
}

describe('TurnTaker', () => {
  it('should ask once for all that comes before its turn, and hand it out then', () => {
    const { told, asked, push, turn } = one();

    push('a');
    push('b');
    expect([told, asked.length]).toEqual([[], 1]);
    turn();

    expect([told, asked.length]).toEqual([['a', 'b'], 0]);
    push('c');
    expect(asked).toHaveLength(1);
  });

  it('should ask for nothing where nothing came', () => {
    const { asked, push } = one();

    push();

    expect(asked).toEqual([]);
  });

  it('should ask again for what is left when the slice is over', () => {
    const { told, asked, push, turn } = one();

    push('s', 'a');
    turn();
    expect([told, asked.length]).toEqual([['s'], 1]);
    push('b');
    turn();

    expect([told, asked.length]).toEqual([['s', 'a', 'b'], 0]);
  });

  it('should hand out nothing while it waits, and go on in its turn', () => {
    const { taker, told, asked, push, turn } = one();

    push('w', 'a');
    turn();
    push('b');
    expect([told, asked.length]).toEqual([['waits for the handler'], 0]);
    taker.ask();
    turn();

    expect(told).toEqual(['waits for the handler', 'w', 'a', 'b']);
  });

  it('should tell its end at once when nothing waits', () => {
    const { taker, told } = one();

    taker.end(() => told.push('end'));

    expect(told).toEqual(['end']);
  });

  it('should tell its end after all that waits, and after what is in hand', () => {
    const { taker, told, push, turn } = one();

    push('a', 'w');
    taker.end(() => told.push('end'));
    expect(told).toEqual([]);
    turn();
    expect(told).toEqual(['a', 'waits for the handler']);
    taker.ask();
    turn();

    expect(told).toEqual(['a', 'waits for the handler', 'w', 'end']);
  });

  it('should take in nothing after its end', () => {
    const { taker, told, push, turn } = one();

    push('a');
    taker.end(() => told.push('end'));
    push('b');
    turn();

    expect(told).toEqual(['a', 'end']);
  });

  it('should end by what its outlet throws', () => {
    const { told, push, turn } = one();

    push('a', 't', 'b');
    turn();

    expect(told).toEqual(['a', 'Error: at t']);
  });

  it('should take no turn once its outlet has closed', () => {
    const { told, push, leave, turn } = one();

    push('a');
    leave();
    turn();

    expect(told).toEqual([]);
  });
});
