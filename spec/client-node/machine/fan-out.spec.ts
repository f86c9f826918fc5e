import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { Fake, Line, settled } from './fan-out-line.ts';

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
    all.push('updated a@3 a@4 watch');
    all.deal();
    expect(late.told).toEqual(['updated a@1 a@3 watch', 'updated a@3 a@4 watch']);
  });

  it('should not merge what one has heard into what only another, who has gone, has not', () => {
    const all = new Line();
    const [one, two] = [new Fake(), new Fake()];
    all.fanOut.add(one);
    const remove = all.fanOut.add(two);
    one.onTold = () => {
      remove();
      all.pause();
    };
    all.push('added a@1 watch', 'updated a@1 a@2 watch');
    all.deal();
    one.onTold = () => undefined;
    all.resume();
    all.deal();

    expect([one.told, two.told]).toEqual([['added a@1 watch', 'updated a@1 a@2 watch'], []]);
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

  it('should tell nobody more of an object before all are done with it, and others meanwhile', async () => {
    const all = new Line();
    const [quick, slow] = [new Fake(), new Fake(true)];
    all.fanOut.add(quick);
    all.fanOut.add(slow);

    all.push('added a@1 watch', 'updated a@1 a@2 watch', 'deleted a@3 watch', 'added b@4 watch');
    all.deal();
    expect(quick.told).toEqual(['added a@1 watch', 'added b@4 watch']);
    await slow.finish();
    expect(quick.told.slice(2)).toEqual(['updated a@1 a@2 watch']);
    await slow.finish();

    expect(quick.told.slice(3)).toEqual(['deleted a@3 watch']);
    expect(slow.told).toEqual(quick.told);
  });

  it('should wait no longer for one that is taken out', async () => {
    const all = new Line();
    const [quick, stuck] = [new Fake(), new Fake(true)];
    all.fanOut.add(quick);
    const leave = all.fanOut.add(stuck);
    all.push('added a@1 watch', 'deleted a@2 watch');
    all.deal();

    leave();
    await settled();

    expect(quick.told).toEqual(['added a@1 watch', 'deleted a@2 watch']);
    expect(stuck.told).toEqual(['added a@1 watch']);
  });

  it('should merge, in a pause, what waits behind a slow one, and begin no call beside one that runs', async () => {
    const all = new Line();
    const slow = new Fake(true);
    all.fanOut.add(slow);
    all.push('added a@1 watch', 'updated a@1 a@2 watch');
    all.deal();
    all.push('updated a@2 a@3 watch');

    all.pause();
    all.resume();
    all.deal();
    expect(slow.told).toEqual(['added a@1 watch']);
    await slow.finish();

    expect(slow.told).toEqual(['added a@1 watch', 'updated a@1 a@3 watch']);
  });

  it('should tell nothing in a pause when a call that ran ends', async () => {
    const all = new Line();
    const slow = new Fake(true);
    all.fanOut.add(slow);
    all.push('added a@1 watch', 'deleted a@2 watch');
    all.deal();

    all.pause();
    await slow.finish();
    expect(slow.told).toEqual(['added a@1 watch']);
    all.resume();
    all.deal();

    expect(slow.told).toEqual(['added a@1 watch', 'deleted a@2 watch']);
  });

  it('should hold up to a naive reference: each hears consecutive states, no object twice at once, and in the end the last', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('write' as const),
        key: fc.constantFrom('a', 'b', 'c'),
        gone: fc.boolean(),
      }),
      fc.record({
        kind: fc.constantFrom('deal' as const, 'finish' as const),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('add' as const), slow: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'pauseWhenTold' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const all = new Line();
        const state = new Map<string, string>();
        const users: { fake: Fake; since: ReadonlyMap<string, string> }[] = [];
        const both: string[] = [];
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
        const noteOverlaps = (): void => {
          for (const { fake } of users) {
            if (new Set(fake.running).size < fake.running.length) both.push(fake.running.join(' '));
          }
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
          if (one.kind === 'finish') for (const { fake } of users) await fake.finish(one.count);
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
          noteOverlaps();
        }
        users.forEach(({ fake }) => (fake.onTold = () => undefined));
        resume();
        all.deal();
        while (users.some(({ fake }) => fake.running.length > 0)) {
          for (const { fake } of users) await fake.finish();
        }

        expect(both).toEqual([]);
        for (const { fake, since } of users) expect(replay(since, fake.told)).toEqual(state);
      }),
      { numRuns: 500 },
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
