import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type Change, indexedStore, type KubeObject } from 'rx-informer';
import { fc } from '../../support/properties.ts';
import {
  conflate,
  ConflatingBuffer,
  type PendingChanges,
} from '../../../src/delivery/machine/conflating-buffer.ts';
import { change, event, line, replace, textOf } from '../../support/things.ts';

const shiftAll = (buffer: ConflatingBuffer<KubeObject>): readonly string[] => {
  const all: string[] = [];
  for (let next = buffer.shift(); next !== undefined; next = buffer.shift()) all.push(line(next));
  return all;
};

type Action =
  | { readonly verb: 'put' | 'delete'; readonly key: string; readonly uid: string }
  | { readonly verb: 'resync' }
  | { readonly verb: 'list'; readonly keys: readonly string[]; readonly uid: string }
  | { readonly verb: 'take'; readonly times: number };

describe('ConflatingBuffer', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should keep the position of the first change of each key', () => {
    const buffer = new ConflatingBuffer<KubeObject>();

    buffer.push(['added b@1 watch', 'added a@2 watch', 'updated b@1 b@3 watch'].map(change), 0);

    expect(shiftAll(buffer)).toEqual(['added b@3 watch', 'added a@2 watch']);
  });

  it('should shift both records of a key one after the other (G14)', () => {
    const buffer = new ConflatingBuffer<KubeObject>();
    buffer.push(['deleted a@1 watch', 'added b@2 watch', 'added a@3#new watch'].map(change), 0);

    expect(shiftAll(buffer)).toEqual(['deleted a@1 watch', 'added a@3#new watch', 'added b@2 watch']);
  });

  it('should conflate with the second of two records after the first was shifted', () => {
    const buffer = new ConflatingBuffer<KubeObject>();
    buffer.push(['deleted a@1 watch', 'added a@3#new watch', 'added b@4 watch'].map(change), 0);

    expect(line(buffer.shift() ?? change('added -@1 watch'))).toBe('deleted a@1 watch');
    buffer.push(['deleted a@5#new watch'].map(change), 0);

    expect(shiftAll(buffer)).toEqual(['added b@4 watch']);
    expect(buffer.conflated).toBe(2);
  });

  it('should know the arrival time of the oldest change, and the number of initial changes', () => {
    const buffer = new ConflatingBuffer<KubeObject>();

    buffer.push(['added a@1 initial', 'added b@2 initial'].map(change), 10);
    buffer.push(['updated b@2 b@3 watch', 'deleted a@4 watch'].map(change), 20);

    expect([buffer.oldest, buffer.initial, buffer.pending, buffer.conflated]).toEqual([10, 1, 1, 3]);
    buffer.shift();
    expect([buffer.initial, buffer.pending]).toEqual([0, 0]);
  });

  it('should not revisit shifted entries, for any number of pushes (PF11)', () => {
    const buffer = new ConflatingBuffer<KubeObject>();
    const add = (at: number): void => buffer.push([change(`added k${at}@1 watch`)], at);
    for (let at = 0; at < 1000; at += 1) add(at);
    const walks = (['keys', 'values', 'entries', 'forEach'] as const).map((name) =>
      jest.spyOn(Map.prototype, name),
    );

    const handedOut: unknown[] = [];
    const oldest: number[] = [];
    for (let at = 0; at < 500; at += 1) {
      add(1000 + at);
      oldest.push(buffer.oldest);
      handedOut.push(buffer.shift()?.key);
    }
    const calls = walks.map((walk) => walk.mock.calls.length);

    expect(calls).toEqual([0, 0, 0, 0]);
    expect(handedOut).toEqual(Array.from({ length: 500 }, (_, at) => `k${at}`));
    expect(oldest).toEqual(Array.from({ length: 500 }, (_, at) => at));
    expect(buffer.pending).toBe(1000);
  });

  it('should keep the order of arrival when entries in the middle annihilate', () => {
    const aStep = fc.oneof(
      fc.record({ verb: fc.constant('toggle' as const), key: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
      fc.record({ verb: fc.constant('take' as const), key: fc.constant('') }),
    );

    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 60 }), (steps) => {
        const buffer = new ConflatingBuffer<KubeObject>();
        let naive: readonly { readonly key: string; readonly since: number }[] = [];

        for (const [since, { verb, key }] of steps.entries()) {
          if (verb === 'take') {
            expect(buffer.shift()?.key).toBe(naive[0]?.key);
            naive = naive.slice(1);
          } else if (naive.some((place) => place.key === key)) {
            buffer.push([change(`deleted ${key}@1 watch`)], since);
            naive = naive.filter((place) => place.key !== key);
          } else {
            buffer.push([change(`added ${key}@1 watch`)], since);
            naive = [...naive, { key, since }];
          }
          expect([buffer.pending, buffer.oldest]).toEqual([naive.length, naive[0]?.since ?? 0]);
        }
      }),
    );
  });

  it('should hold at most two records a key, and lose no final state and no delete (G4, G5, G6, G14)', () => {
    const keys = ['a', 'b', 'c'];
    const aUid = fc.constantFrom('1', '2');
    const anAction: fc.Arbitrary<Action> = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          verb: fc.constantFrom('put' as const, 'put' as const, 'delete' as const),
          key: fc.constantFrom(...keys),
          uid: aUid,
        }),
      },
      { weight: 1, arbitrary: fc.record({ verb: fc.constant('resync' as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({ verb: fc.constant('list' as const), keys: fc.subarray(keys), uid: aUid }),
      },
      { weight: 4, arbitrary: fc.record({ verb: fc.constant('take' as const), times: fc.nat(4) }) },
    );

    fc.assert(
      fc.property(fc.array(anAction, { maxLength: 60 }), (actions) => {
        const store = indexedStore<KubeObject>();
        const buffer = new ConflatingBuffer<KubeObject>();
        const seen = new Map<string, KubeObject>();
        let pushed = 0;
        let taken = 0;
        store.batches$.subscribe((batch) => {
          pushed += batch.length;
          buffer.push(batch, 0);
        });
        const take = (): boolean => {
          const next = buffer.shift();
          if (next === undefined) return false;
          taken += 1;
          fits(seen, next);
          return true;
        };

        for (const [at, action] of actions.entries()) {
          const version = at + 1;
          if (action.verb === 'take') for (let times = 0; times < action.times; times += 1) take();
          else if (action.verb === 'resync') store.next([{ type: 'SyncAll' }]);
          else if (action.verb === 'list') {
            const texts = action.keys.map((key) => `${key}@${version}#${action.uid}`);
            store.next(replace(String(version), ...texts));
          } else {
            const type = action.verb === 'put' ? 'Updated' : 'Deleted';
            store.next(event(type, `${action.key}@${version}#${action.uid}`));
          }
          expect(taken + buffer.conflated + buffer.pending).toBe(pushed);
          expect(buffer.pending).toBeLessThanOrEqual(2 * keys.length);
        }
        while (take());

        expect(buffer.pending).toBe(0);
        expect(sorted(seen.values())).toEqual(sorted(store.list()));
      }),
      { numRuns: 500 },
    );
  });

  it('should count the initial changes in the buffer', () => {
    const buffer = new ConflatingBuffer<KubeObject>();
    buffer.push(['added a@1 initial', 'added b@2 watch', 'added c@3 replay'].map(change), 0);
    const left = [buffer.initial];
    while (buffer.shift() !== undefined) left.push(buffer.initial);

    expect(left).toEqual([2, 1, 1, 0]);
  });
});

const sorted = (objects: Iterable<KubeObject>): readonly string[] => [...objects].map(textOf).sort();

const versionOf = (object: KubeObject | undefined): number => Number(object?.metadata.resourceVersion ?? 0);

/** Checks that a change fits the objects that the subscriber knows, and applies the change. */
function fits(seen: Map<string, KubeObject>, next: Change<KubeObject>): void {
  const known = seen.get(next.key);
  const { uid, resourceVersion } = next.object.metadata;
  if (next.type === 'added') expect(known).toBeUndefined();
  else expect(known?.metadata.uid).toBe(uid);
  if (next.type === 'updated') {
    // `old` is the last state that the buffer emitted. If a delete was cancelled by an add, `old` is the last state
    // before that delete.
    expect(next.old.metadata.uid).toBe(uid);
    expect(Number(next.old.metadata.resourceVersion)).toBeGreaterThanOrEqual(versionOf(known));
  }
  expect(Number(resourceVersion)).toBeGreaterThanOrEqual(versionOf(known));

  if (next.type === 'deleted') seen.delete(next.key);
  else seen.set(next.key, next.object);
}

/** Adds changes of one key to the buffer, one after the other. Returns the changes that then wait in the buffer. */
function after(...texts: readonly string[]): readonly string[] {
  const [first = '', ...rest] = texts;
  let waiting: PendingChanges<KubeObject> | undefined = { first: change(first) };
  for (const text of rest) {
    waiting = waiting === undefined ? { first: change(text) } : conflate(waiting, change(text));
  }
  return [waiting?.first, waiting?.second].flatMap((record) => (record === undefined ? [] : [line(record)]));
}

describe('conflate', () => {
  it.each([
    [
      'an add and an update to an add of the newest',
      ['added a@1 initial', 'updated a@1 a@2 watch'],
      ['added a@2 initial'],
    ],
    ['an add and its delete to nothing', ['added a@1 watch', 'deleted a@2 watch'], []],
    [
      'two updates to one from the first old to the last object',
      ['updated a@1 a@2 watch', 'updated a@2 a@3 relist'],
      ['updated a@1 a@3 relist'],
    ],
    [
      'an update and a delete to the delete',
      ['updated a@1 a@2 watch', 'deleted a@3 watch'],
      ['deleted a@3 watch'],
    ],
    [
      'a delete and the add of another object under its name to both (G6)',
      ['deleted a@2 unknown watch', 'added a@5#new watch'],
      ['deleted a@2 unknown watch', 'added a@5#new watch'],
    ],
    [
      'a delete and the add of the same object to an update',
      ['deleted a@2 watch', 'added a@3 watch'],
      ['updated a@2 a@3 watch'],
    ],
    [
      'an update, a delete and the add of the same object to an update from the state that the subscriber got last',
      ['updated a@1 a@2 watch', 'deleted a@3 watch', 'added a@4 watch'],
      ['updated a@1 a@4 watch'],
    ],
    [
      'a delete, another add and its update to the delete and the newest add',
      ['deleted a@2 watch', 'added a@5#new watch', 'updated a@5#new a@6#new watch'],
      ['deleted a@2 watch', 'added a@6#new watch'],
    ],
    [
      'a delete, another add and its delete to the first delete (G5)',
      ['deleted a@2 watch', 'added a@5#new watch', 'deleted a@6#new watch'],
      ['deleted a@2 watch'],
    ],
    [
      'an update, a delete, another add and its delete, and the first again, to an update from the state that the subscriber got last',
      [
        'updated a@1 a@2 watch',
        'deleted a@3 watch',
        'added a@5#b watch',
        'deleted a@6#b watch',
        'added a@7 watch',
      ],
      ['updated a@1 a@7 watch'],
    ],
    [
      'a delete, another add, its update and its delete, and the first again, to an update from the delete',
      [
        'deleted a@3 watch',
        'added a@5#b watch',
        'updated a@5#b a@6#b watch',
        'deleted a@6#b watch',
        'added a@7 watch',
      ],
      ['updated a@3 a@7 watch'],
    ],
    [
      'the same behind an update to an update from the state that the subscriber got last',
      [
        'updated a@1 a@2 watch',
        'deleted a@3 watch',
        'added a@5#b watch',
        'updated a@5#b a@6#b watch',
        'deleted a@6#b watch',
        'added a@7 watch',
      ],
      ['updated a@1 a@7 watch'],
    ],
    [
      'a delete and a delete to the newer one',
      ['deleted a@2 watch', 'deleted a@3 watch'],
      ['deleted a@3 watch'],
    ],
    [
      'two deletes and the add of the same object to an update from the newer one',
      ['deleted a@2 watch', 'deleted a@3 watch', 'added a@4 watch'],
      ['updated a@3 a@4 watch'],
    ],
    [
      'the same behind an update to an update from the state that the subscriber got last',
      ['updated a@1 a@2 watch', 'deleted a@2 watch', 'deleted a@3 watch', 'added a@4 watch'],
      ['updated a@1 a@4 watch'],
    ],
    ['a resync into a waiting add', ['added a@1 initial', 'updated a@1 a@1 resync'], ['added a@1 initial']],
    [
      'a resync into a waiting update, which keeps its cause',
      ['updated a@1 a@2 watch', 'updated a@2 a@2 resync'],
      ['updated a@1 a@2 watch'],
    ],
    [
      'an update into a waiting resync',
      ['updated a@1 a@1 resync', 'updated a@1 a@2 watch'],
      ['updated a@1 a@2 watch'],
    ],
  ])('should conflate %s', (_title, changes, waiting) => {
    expect(after(...changes)).toEqual(waiting);
  });

  it('should keep an emitted state only together with a pending delete', () => {
    const [first, second, last] = ['deleted a@2 watch', 'added a@5#b watch', 'deleted a@6#b watch'].map(
      change,
    ) as [ReturnType<typeof change>, ReturnType<typeof change>, ReturnType<typeof change>];
    const both = conflate({ first }, second);

    expect(Object.keys(both ?? {})).toEqual(['first', 'second']);
    expect(both && Object.keys(conflate(both, last) ?? {})).toEqual(['first']);
    expect(both && Object.keys(conflate(both, second) ?? {})).toEqual(['first', 'second']);
    expect(Object.keys(conflate({ first }, last) ?? {})).toEqual(['first']);
  });

  it.each([null, undefined, 3])('should treat two rows that are %p as equal', (row) => {
    const waiting = conflate<unknown>(
      { first: { type: 'deleted', key: 'red', object: row, finalStateKnown: true, cause: 'watch' } },
      { type: 'added', key: 'red', object: row, cause: 'watch' },
    );

    expect(waiting?.first.type).toBe('updated');
  });

  it('should identify rows that are not Kubernetes objects by their key alone', () => {
    const row = (count: number) => ({ count });

    const waiting = conflate(
      { first: { type: 'deleted', key: 'red', object: row(1), finalStateKnown: true, cause: 'watch' } },
      { type: 'added', key: 'red', object: row(2), cause: 'watch' },
    );

    expect(waiting).toEqual({
      first: { type: 'updated', key: 'red', old: row(1), object: row(2), cause: 'watch' },
    });
  });
});
