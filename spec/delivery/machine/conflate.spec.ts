import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { conflate, type Waiting } from '../../../src/delivery/machine/conflate.ts';
import { change, line } from '../../support/things.ts';

/** What waits after these changes of one key. */
function after(...texts: readonly string[]): readonly string[] {
  const [first = '', ...rest] = texts;
  let waiting: Waiting<KubeObject> | undefined = { first: change(first) };
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
      'an update, a delete and the add of the same object to an update from what was told last',
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
      'an update, a delete, another add and its delete, and the first again, to an update from what was told last',
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
      'the same behind an update to an update from what was told last',
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
      'the same behind an update to an update from what was told last',
      ['updated a@1 a@2 watch', 'deleted a@2 watch', 'deleted a@3 watch', 'added a@4 watch'],
      ['updated a@1 a@4 watch'],
    ],
    [
      'a resync into an add that waits',
      ['added a@1 initial', 'updated a@1 a@1 resync'],
      ['added a@1 initial'],
    ],
    [
      'a resync into an update that waits, whose cause it does not hide',
      ['updated a@1 a@2 watch', 'updated a@2 a@2 resync'],
      ['updated a@1 a@2 watch'],
    ],
    [
      'an update into a resync that waits',
      ['updated a@1 a@1 resync', 'updated a@1 a@2 watch'],
      ['updated a@1 a@2 watch'],
    ],
  ])('should bring %s', (_title, changes, waiting) => {
    expect(after(...changes)).toEqual(waiting);
  });

  it('should remember nothing of what the subscriber was told that no record says', () => {
    const [first, second, last] = ['deleted a@2 watch', 'added a@5#b watch', 'deleted a@6#b watch'].map(
      change,
    ) as [ReturnType<typeof change>, ReturnType<typeof change>, ReturnType<typeof change>];
    const both = conflate({ first }, second);

    expect(Object.keys(both ?? {})).toEqual(['first', 'second']);
    expect(both && Object.keys(conflate(both, last) ?? {})).toEqual(['first']);
    expect(both && Object.keys(conflate(both, second) ?? {})).toEqual(['first', 'second']);
    expect(Object.keys(conflate({ first }, last) ?? {})).toEqual(['first']);
  });

  it.each([null, undefined, 3])('should take a row that is %p for the same one', (row) => {
    const waiting = conflate<unknown>(
      { first: { type: 'deleted', key: 'red', object: row, finalStateKnown: true, cause: 'watch' } },
      { type: 'added', key: 'red', object: row, cause: 'watch' },
    );

    expect(waiting?.first.type).toBe('updated');
  });

  it('should tell rows that are no objects of the API apart by their key alone', () => {
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
