import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { FakeTarget, BufferedDispatcher, settled } from './buffered-dispatcher.ts';

describe('CallbackDispatcher', () => {
  it('should dispatch each change to all targets before the next', () => {
    const all = new BufferedDispatcher();
    const order: string[] = [];
    const [one, other] = [new FakeTarget(), new FakeTarget()];
    one.onCall = () => void order.push('one');
    other.onCall = () => void order.push('other');
    all.dispatcher.add(one);
    all.dispatcher.add(other);

    all.push('added a@1 watch', 'added b@2 watch');
    all.dispatch();

    expect(order).toEqual(['one', 'other', 'one', 'other']);
  });

  it('should dispatch no change that was received before the target was added, also across a pause', () => {
    const all = new BufferedDispatcher();
    const [first, late] = [new FakeTarget(), new FakeTarget()];
    all.dispatcher.add(first);
    all.push('added a@1 watch');
    all.dispatcher.add(late);
    all.push('updated a@1 a@2 watch', 'updated a@2 a@3 watch');

    all.pause();
    all.resume();
    all.dispatch();

    expect(first.calls).toEqual(['added a@1 watch', 'updated a@1 a@3 watch']);
    expect(late.calls).toEqual(['updated a@1 a@3 watch']);
    all.push('updated a@3 a@4 watch');
    all.dispatch();
    expect(late.calls).toEqual(['updated a@1 a@3 watch', 'updated a@3 a@4 watch']);
  });

  it('should not conflate changes that have different targets', () => {
    const all = new BufferedDispatcher();
    const [one, two] = [new FakeTarget(), new FakeTarget()];
    all.dispatcher.add(one);
    const remove = all.dispatcher.add(two);
    one.onCall = () => {
      remove();
      all.pause();
    };
    all.push('added a@1 watch', 'updated a@1 a@2 watch');
    all.dispatch();
    one.onCall = () => undefined;
    all.resume();
    all.dispatch();

    expect([one.calls, two.calls]).toEqual([['added a@1 watch', 'updated a@1 a@2 watch'], []]);
  });

  it('should dispatch the current change to the other targets after one of them has paused', () => {
    const all = new BufferedDispatcher();
    const [one, two, three] = [new FakeTarget(), new FakeTarget(), new FakeTarget()];
    for (const each of [one, two, three]) all.dispatcher.add(each);
    two.onCall = () => all.pause();
    all.push('added a@1 watch', 'updated a@1 a@2 watch', 'updated a@2 a@3 watch');
    all.dispatch();
    expect([one.calls.length, two.calls.length, three.calls.length]).toEqual([1, 1, 0]);

    two.onCall = () => undefined;
    all.resume();
    all.dispatch();

    expect(one.calls).toEqual(['added a@1 watch', 'updated a@1 a@3 watch']);
    expect(two.calls).toEqual(one.calls);
    expect(three.calls).toEqual(one.calls);
  });

  it('should not dispatch the current change to a target that is added during it, also after a pause', () => {
    const all = new BufferedDispatcher();
    const [one, two, added] = [new FakeTarget(), new FakeTarget(), new FakeTarget()];
    one.onCall = () => {
      one.onCall = () => undefined;
      all.dispatcher.add(added);
      all.push('added b@2 watch');
      all.pause();
    };
    all.dispatcher.add(one);
    all.dispatcher.add(two);
    all.push('added a@1 watch');
    all.dispatch();
    all.resume();
    all.dispatch();

    expect(one.calls).toEqual(['added a@1 watch', 'added b@2 watch']);
    expect(two.calls).toEqual(one.calls);
    expect(added.calls).toEqual(['added b@2 watch']);
  });

  it('should queue changes of an object while its callbacks run, and dispatch other objects', async () => {
    const all = new BufferedDispatcher();
    const [quick, slow] = [new FakeTarget(), new FakeTarget(true)];
    all.dispatcher.add(quick);
    all.dispatcher.add(slow);

    all.push('added a@1 watch', 'updated a@1 a@2 watch', 'deleted a@3 watch', 'added b@4 watch');
    all.dispatch();
    expect(quick.calls).toEqual(['added a@1 watch', 'added b@4 watch']);
    await slow.finish();
    expect(quick.calls.slice(2)).toEqual(['updated a@1 a@2 watch']);
    await slow.finish();

    expect(quick.calls.slice(3)).toEqual(['deleted a@3 watch']);
    expect(slow.calls).toEqual(quick.calls);
  });

  it('should not wait for the callbacks of a removed target', async () => {
    const all = new BufferedDispatcher();
    const [quick, stuck] = [new FakeTarget(), new FakeTarget(true)];
    all.dispatcher.add(quick);
    const leave = all.dispatcher.add(stuck);
    all.push('added a@1 watch', 'deleted a@2 watch');
    all.dispatch();

    leave();
    await settled();

    expect(quick.calls).toEqual(['added a@1 watch', 'deleted a@2 watch']);
    expect(stuck.calls).toEqual(['added a@1 watch']);
  });

  it('should conflate queued changes in a pause, and start no callback in parallel to a running one', async () => {
    const all = new BufferedDispatcher();
    const slow = new FakeTarget(true);
    all.dispatcher.add(slow);
    all.push('added a@1 watch', 'updated a@1 a@2 watch');
    all.dispatch();
    all.push('updated a@2 a@3 watch');

    all.pause();
    all.resume();
    all.dispatch();
    expect(slow.calls).toEqual(['added a@1 watch']);
    await slow.finish();

    expect(slow.calls).toEqual(['added a@1 watch', 'updated a@1 a@3 watch']);
  });

  it('should dispatch nothing in a pause when a callback completes', async () => {
    const all = new BufferedDispatcher();
    const slow = new FakeTarget(true);
    all.dispatcher.add(slow);
    all.push('added a@1 watch', 'deleted a@2 watch');
    all.dispatch();

    all.pause();
    await slow.finish();
    expect(slow.calls).toEqual(['added a@1 watch']);
    all.resume();
    all.dispatch();

    expect(slow.calls).toEqual(['added a@1 watch', 'deleted a@2 watch']);
  });

  it('should equal a naive reference: consecutive states for each target, one callback at a time for each object, and the last state at the end', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('write' as const),
        key: fc.constantFrom('a', 'b', 'c'),
        gone: fc.boolean(),
      }),
      fc.record({
        kind: fc.constantFrom('dispatch' as const, 'finish' as const),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('add' as const), slow: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const, 'pauseInCall' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const all = new BufferedDispatcher();
        const state = new Map<string, string>();
        const users: { fake: FakeTarget; since: ReadonlyMap<string, string> }[] = [];
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
          if (one.kind === 'dispatch' && !now.paused) all.dispatch(one.count);
          if (one.kind === 'finish') for (const { fake } of users) await fake.finish(one.count);
          if (one.kind === 'add') {
            const fake = new FakeTarget(one.slow);
            users.push({ fake, since: new Map(state) });
            all.dispatcher.add(fake);
          }
          if (one.kind === 'pause') pause();
          if (one.kind === 'resume') resume();
          const [user] = users;
          if (one.kind === 'pauseInCall' && user !== undefined) {
            user.fake.onCall = () => {
              user.fake.onCall = () => undefined;
              pause();
            };
          }
          noteOverlaps();
        }
        users.forEach(({ fake }) => (fake.onCall = () => undefined));
        resume();
        all.dispatch();
        while (users.some(({ fake }) => fake.running.length > 0)) {
          for (const { fake } of users) await fake.finish();
        }

        expect(both).toEqual([]);
        for (const { fake, since } of users) expect(replay(since, fake.calls)).toEqual(state);
      }),
      { numRuns: 500 },
    );
  });
});

/** Applies the calls of callbacks to the given objects. Throws an error if a call contradicts these objects. */
function replay(known: ReadonlyMap<string, string>, calls: readonly string[]): Map<string, string> {
  const state = new Map(known);
  for (const text of calls) {
    const [type, first = '', second = ''] = text.split(' ');
    const key = first.slice(0, 1);
    const has = state.has(key);
    if (has !== (type !== 'added')) throw new Error(`${text}, but it is ${has ? '' : 'not '}there`);
    if (type === 'deleted') state.delete(key);
    else state.set(key, type === 'added' ? first : second);
  }
  return state;
}
