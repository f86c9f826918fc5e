import { describe, expect, it } from '@jest/globals';
import { Turns } from '../../../src/delivery/machine/turns.ts';
import { SliceClock } from '../../../src/scheduling/machine/slice-clock.ts';

/** Turns by hand: what was wanted of the schedulers, and some work of 1 ms an item. */
function byHand() {
  const wanted: string[] = [];
  const told: string[] = [];
  let now = 0;
  const turns = new Turns(new SliceClock(() => now), (isOver) => {
    wanted.push(isOver ? 'event loop' : 'task');
    return { unsubscribe: () => wanted.push('no more') };
  });
  const work = (name: string, items: number, ms = 1, clock = turns.enter()) => {
    return (): void => {
      for (let item = 1; item <= items; item++) {
        told.push(name);
        now += ms;
        if (!clock.step()) continue;
        if (item < items) turns.ask(work(name, items - item, ms, clock));
        return;
      }
    };
  };
  return { turns, wanted, told, work };
}

describe('Turns', () => {
  it('should let all go on in the order in which they asked, also who asks meanwhile', () => {
    const { turns, wanted, told } = byHand();

    turns.ask(() => {
      told.push('a');
      turns.ask(() => told.push('a again'));
    });
    turns.ask(() => told.push('b'));
    expect(told).toEqual([]);
    turns.turn();

    expect(told).toEqual(['a', 'b', 'a again']);
    expect(wanted).toEqual(['task']);
  });

  it('should be awake once at a time', () => {
    const { turns, wanted } = byHand();

    turns.awake();
    turns.awake();
    turns.turn();
    turns.awake();

    expect(wanted).toEqual(['task', 'task']);
  });

  it('should have another turn when somebody wants one meanwhile', () => {
    const { turns, wanted } = byHand();

    turns.ask(() => {
      turns.awake();
    });
    turns.turn();

    expect(wanted).toEqual(['task', 'task']);
  });

  it('should let all share one slice, and then leave the event loop free (PF9)', () => {
    const { turns, wanted, told, work } = byHand();

    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) turns.ask(work(name, 1));
    turns.turn();
    expect(told).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(wanted).toEqual(['task', 'event loop']);
    turns.ask(work('h', 1));
    turns.turn();

    expect(told).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(wanted).toEqual(['task', 'event loop']);
  });

  it('should let who waited go first, and who has more go on behind them', () => {
    const { turns, told, work } = byHand();

    turns.ask(work('a', 12));
    turns.ask(work('b', 2));
    turns.turn();
    turns.turn();
    turns.turn();

    expect(told.join('')).toBe('aaaaabbaaaaaaa');
  });

  it('should begin no slice that is over, however it came to that', () => {
    const { turns, wanted, told, work } = byHand();

    turns.ask(work('a', 5));
    turns.turn();
    turns.ask(work('b', 1));
    turns.turn();
    expect(told.join('')).toBe('aaaaa');
    expect(wanted).toEqual(['task', 'task', 'event loop']);
    turns.turn();

    expect(told.join('')).toBe('aaaaab');
  });

  it('should know of each how slow it is, however quick the others are (PF9)', () => {
    const { turns, told, work } = byHand();
    const [quick, slow] = [work('q', 40, 0), work('s', 40, 20)];

    for (let turn = 1; turn <= 3; turn++) {
      turns.ask(quick);
      turns.turn();
    }
    expect(told).toHaveLength(120);
    turns.ask(quick);
    turns.ask(slow);
    turns.turn();

    expect(told.filter((name) => name === 's')).toHaveLength(1);
  });

  it('should end a slice soon where a quick member has become slow (PF9)', () => {
    const { turns, told, work } = byHand();
    const clock = turns.enter();
    const goesOn = (items: number, ms: number): void => {
      turns.ask(() => {
        clock.begin();
        work('x', items, ms, clock)();
      });
      turns.turn();
    };
    goesOn(1_000, 0);
    const before = told.length;

    goesOn(40, 20);

    expect(told.length - before).toBeLessThanOrEqual(4);
  });

  it('should look at the clock however many go on who do little each (PF9)', () => {
    const { turns, told, work } = byHand();
    const many = Array.from({ length: 1_000 }, () => work('m', 1, 0.5));

    for (const one of many) turns.ask(one);
    turns.turn();

    expect(told.length).toBeLessThan(50);
  });

  it('should take back the turn that would come when the last leaves, and have one for who comes then (G15)', () => {
    const { turns, wanted, told } = byHand();
    turns.enter();
    turns.enter();

    turns.ask(() => told.push('gone'));
    turns.leave();
    expect(wanted).toEqual(['task']);
    turns.leave();
    expect(wanted).toEqual(['task', 'no more']);
    turns.enter();
    turns.ask(() => told.push('new'));
    turns.turn();

    expect(told).toEqual(['new']);
    expect(wanted).toEqual(['task', 'no more', 'task']);
  });

  it('should have a turn for who comes in a turn in which all have left', () => {
    const { turns, wanted, told } = byHand();
    turns.enter();

    turns.ask(() => {
      turns.leave();
      turns.enter();
      turns.ask(() => told.push('new'));
    });
    turns.turn();
    expect([told, wanted]).toEqual([[], ['task', 'event loop']]);
    turns.turn();

    expect(told).toEqual(['new']);
  });

  it('should throw what one of them throws, and let the others go on after that (G13)', () => {
    const { turns, wanted, told } = byHand();

    turns.ask(() => {
      throw new Error('its own');
    });
    turns.ask(() => told.push('behind'));

    expect(() => {
      turns.turn();
    }).toThrow('its own');
    expect(wanted).toEqual(['task', 'event loop']);
    turns.turn();
    expect(told).toEqual(['behind']);
  });
});
