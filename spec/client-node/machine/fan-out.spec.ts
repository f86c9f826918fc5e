import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Change, KubeObject } from 'rx-informer';
import { FanOut, type Recipient } from '../../../src/client-node/machine/fan-out.ts';
import { change, line } from '../../support/things.ts';

type Told = Change<KubeObject>;

/** One that is told at once, or, with a lane, whenever `run` is called. */
class Fake implements Recipient<KubeObject> {
  readonly told: string[] = [];
  lane: Told[] | undefined;
  onTold: () => void = () => undefined;

  constructor(hasLane = false) {
    if (hasLane) this.lane = [];
  }
  take(one: Told): void {
    if (this.lane !== undefined) this.lane.push(one);
    else this.tell(one);
  }
  tell(one: Told): void {
    this.told.push(line(one));
    this.onTold();
  }
  run(count = Infinity): void {
    for (const one of this.lane?.splice(0, count) ?? []) this.tell(one);
  }
  pause(): readonly Told[] | undefined {
    return this.lane?.splice(0);
  }
  resume(kept: readonly Told[]): void {
    this.lane = [...kept];
  }
}

/** A fan-out with the buffer that stands in front of it. */
class Line {
  readonly fanOut = new FanOut<KubeObject>();
  waiting: Told[] = [];

  push(...texts: string[]): void {
    this.waiting.push(...texts.map(change));
    this.fanOut.receive(texts.length);
  }
  deal(count = Infinity): void {
    for (let i = 0; i < count; i++) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      this.fanOut.deal(next);
    }
  }
  pause(): void {
    this.fanOut.pause(this.waiting.splice(0));
  }
  resume(): void {
    this.waiting = [...this.fanOut.resume()];
  }
}

describe('FanOut', () => {
  it('should tell each change to all before the next', () => {
    const all = new Line();
    const order: string[] = [];
    const [one, other] = [new Fake(), new Fake()];
    one.onTold = () => void order.push('one');
    other.onTold = () => void order.push('other');
    all.fanOut.add(one);
    all.fanOut.add(other);

    all.push('added a@1 watch', 'added b@2 watch');
    all.deal();

    expect(order).toEqual(['one', 'other', 'one', 'other']);
  });

  it('should tell nobody what came before him, across a pause too', () => {
    const all = new Line();
    const [first, late] = [new Fake(), new Fake()];
    all.fanOut.add(first);
    all.push('added a@1 watch');
    all.fanOut.add(late);
    all.push('updated a@1 a@2 watch', 'updated a@2 a@3 watch');

    all.pause();
    all.resume();
    all.deal();

    expect(first.told).toEqual(['added a@1 watch', 'updated a@1 a@3 watch']);
    expect(late.told).toEqual(['updated a@1 a@3 watch']);
  });

  it('should give to those who have not heard it what is in hand when one of them pauses it', () => {
    const all = new Line();
    const [one, two, three] = [new Fake(), new Fake(), new Fake()];
    for (const each of [one, two, three]) all.fanOut.add(each);
    two.onTold = () => all.pause();
    all.push('added a@1 watch', 'updated a@1 a@2 watch', 'updated a@2 a@3 watch');
    all.deal();
    expect([one.told.length, two.told.length, three.told.length]).toEqual([1, 1, 0]);

    two.onTold = () => undefined;
    all.resume();
    all.deal();

    expect(one.told).toEqual(['added a@1 watch', 'updated a@1 a@3 watch']);
    expect(two.told).toEqual(one.told);
    expect(three.told).toEqual(one.told);
  });

  it('should not tell one who is added meanwhile of what is in hand, even if it comes again', () => {
    const all = new Line();
    const [one, two, added] = [new Fake(), new Fake(), new Fake()];
    one.onTold = () => {
      one.onTold = () => undefined;
      all.fanOut.add(added);
      all.push('added b@2 watch');
      all.pause();
    };
    all.fanOut.add(one);
    all.fanOut.add(two);
    all.push('added a@1 watch');
    all.deal();
    all.resume();
    all.deal();

    expect(one.told).toEqual(['added a@1 watch', 'added b@2 watch']);
    expect(two.told).toEqual(one.told);
    expect(added.told).toEqual(['added b@2 watch']);
  });

  it('should merge what waited for a slow one with what nobody has heard', () => {
    const all = new Line();
    const [quick, slow] = [new Fake(), new Fake(true)];
    all.fanOut.add(quick);
    all.fanOut.add(slow);
    all.push('added a@1 watch', 'added b@2 watch');
    all.deal();
    all.push('deleted a@3 watch', 'updated b@2 b@4 watch');

    all.pause();
    all.resume();
    all.deal();
    slow.run();

    expect(quick.told).toEqual([
      'added a@1 watch',
      'added b@2 watch',
      'deleted a@3 watch',
      'updated b@2 b@4 watch',
    ]);
    expect(slow.told).toEqual(['added b@4 watch']);
  });

  it('should hold up to a naive reference: each hears consecutive states, and in the end the last', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('write' as const),
        key: fc.constantFrom('a', 'b', 'c'),
        gone: fc.boolean(),
      }),
      fc.record({
        kind: fc.constantFrom('deal' as const, 'run' as const),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('add' as const), slow: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'pauseWhenTold' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const all = new Line();
        const state = new Map<string, string>();
        const users: { fake: Fake; since: ReadonlyMap<string, string> }[] = [];
        let version = 0;
        const now = { paused: false };
        const pause = (): void => {
          if (!now.paused) all.pause();
          now.paused = true;
        };
        const resume = (): void => {
          if (now.paused) all.resume();
          now.paused = false;
        };

        for (const one of steps) {
          if (one.kind === 'write' && !now.paused) {
            const old = state.get(one.key);
            const next = `${one.key}@${++version}`;
            if (old === undefined) all.push(`added ${next} watch`);
            else all.push(one.gone ? `deleted ${next} watch` : `updated ${old} ${next} watch`);
            if (old !== undefined && one.gone) state.delete(one.key);
            else state.set(one.key, next);
          }
          if (one.kind === 'deal' && !now.paused) all.deal(one.count);
          if (one.kind === 'run' && !now.paused) users.forEach(({ fake }) => fake.run(one.count));
          if (one.kind === 'add') {
            const fake = new Fake(one.slow);
            users.push({ fake, since: new Map(state) });
            all.fanOut.add(fake);
          }
          if (one.kind === 'pause') pause();
          if (one.kind === 'resume') resume();
          const [user] = users;
          if (one.kind === 'pauseWhenTold' && user !== undefined) {
            user.fake.onTold = () => {
              user.fake.onTold = () => undefined;
              pause();
            };
          }
        }
        users.forEach(({ fake }) => (fake.onTold = () => undefined));
        resume();
        all.deal();
        users.forEach(({ fake }) => fake.run());

        for (const { fake, since } of users) expect(replay(since, fake.told)).toEqual(state);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** What one knows who knew that, and was told this; throws at what cannot be. */
function replay(known: ReadonlyMap<string, string>, told: readonly string[]): Map<string, string> {
  const state = new Map(known);
  for (const text of told) {
    const [type, first = '', second = ''] = text.split(' ');
    const key = first.slice(0, 1);
    const has = state.has(key);
    if (has !== (type !== 'added')) throw new Error(`${text}, but it is ${has ? '' : 'not '}there`);
    if (type === 'deleted') state.delete(key);
    else state.set(key, type === 'added' ? first : second);
  }
  return state;
}
