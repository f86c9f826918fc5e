import { describe, expect, it } from '@jest/globals';
import type { Deltas, KubeObject } from 'rx-informer';
import type { KeyDelta, KeyDeltas } from 'rx-informer/client-go';
import { LoopState } from '../../../../src/client-go/informer/machine/loop-state.ts';
import { event, replace, thing } from '../../../support/things.ts';

const bookmark: Deltas<KubeObject> = [{ type: 'Bookmark', resourceVersion: '5' }];
const byKey = (isInInitialList: boolean, hasSynced?: boolean): KeyDeltas<KubeObject> => {
  const deltas: KeyDelta<KubeObject>[] = [{ type: 'Added', key: 'a', object: thing('a@1') }];
  return Object.assign(deltas, { isInInitialList, ...(hasSynced === undefined ? {} : { hasSynced }) });
};

describe('LoopState', () => {
  it('should have synced when the first list has been processed, not when it was popped (B101)', () => {
    const state = new LoopState<KubeObject, Deltas<KubeObject>>();
    const list = replace('9', 'a@1');
    state.asked();
    state.listed();
    state.popped(list);

    expect(state.isInInitialList(list)).toBe(true);
    expect(state.hasSynced).toBe(false);
    state.processed(list);
    expect(state.hasSynced).toBe(true);
    expect(state.isInInitialList(list)).toBe(false);
  });

  it('should not take a bookmark for a list', () => {
    const state = new LoopState<KubeObject, Deltas<KubeObject>>();
    state.popped(bookmark);
    state.processed(bookmark);

    expect(state.hasSynced).toBe(false);
  });

  it('should believe a queue that deals the list out by key (B84, B90)', () => {
    const state = new LoopState<KubeObject, KeyDeltas<KubeObject>>();
    state.processed(byKey(true, false));
    expect(state.hasSynced).toBe(false);
    state.processed(byKey(true, true));
    expect(state.hasSynced).toBe(true);
  });

  it('should have synced with an empty list, of which nothing is popped (B84)', () => {
    const state = new LoopState<KubeObject, KeyDeltas<KubeObject>>();
    state.asked();
    expect(state.hasSynced).toBe(false);
    state.listed();
    expect(state.hasSynced).toBe(true);
  });

  it('should not take a list that a stop kept from it for one that it has (B84, B101)', () => {
    const state = new LoopState<KubeObject, Deltas<KubeObject>>();
    state.listed();
    state.popped(replace('9', 'a@1'));
    state.restart();
    state.asked();

    expect(state.hasSynced).toBe(false);
    state.listed();
    expect(state.hasSynced).toBe(true);
  });

  it('should let what is newer of a key take the place of what was refused', () => {
    const state = new LoopState<KubeObject, Deltas<KubeObject>>();
    const refuse = () => state.refuse({ deltas: event('Added', 'a@1'), attempt: 0 }, 'a');

    const first = refuse();
    expect(first.attempt).toBe(1);
    expect([state.take(first), state.take(first)]).toEqual([true, false]);
    const second = refuse();
    state.popped(event('Updated', 'b@2'));
    expect(state.take(second)).toBe(true);
    const third = refuse();
    state.popped(event('Updated', 'a@3'));
    expect(state.take(third)).toBe(false);
    const fourth = refuse();
    state.restart();
    expect(state.take(fourth)).toBe(false);
  });

  it('should believe a queue that says only what belongs to the first list', () => {
    const state = new LoopState<KubeObject, KeyDeltas<KubeObject>>();
    state.processed(byKey(true));
    expect(state.hasSynced).toBe(false);
    state.processed(byKey(false));
    expect(state.hasSynced).toBe(true);
  });

  it('should have synced with what stands beside a bookmark', () => {
    const state = new LoopState<KubeObject, Deltas<KubeObject>>();
    state.processed([...bookmark, ...event('Added', 'a@1')]);

    expect(state.hasSynced).toBe(true);
  });

  it('should let only the newest of what was refused of a key be tried again, and nothing that has none', () => {
    const state = new LoopState<KubeObject, Deltas<KubeObject>>();
    const [first, second] = [1, 2].map((version) =>
      state.refuse({ deltas: event('Added', `a@${version}`), attempt: 0 }, 'a'),
    );

    expect([first, second].map((again) => again && state.take(again))).toEqual([false, true]);
    expect(state.take({ deltas: bookmark, attempt: 1 })).toBe(false);
  });
});
