import { describe, expect, it } from '@jest/globals';
import { checkState, versionsOf } from './check-state.ts';

describe('checkState', () => {
  const state = { 'n/a': '1', 'n/b': '2' };
  const held = (...objects: readonly (readonly [string, string])[]) =>
    versionsOf(
      objects.map(([name, resourceVersion]) => ({ metadata: { namespace: 'n', name, resourceVersion } })),
    );

  it('should accept the same objects at the same versions', () => {
    expect(() => checkState(held(['b', '2'], ['a', '1']), state)).not.toThrow();
  });

  it.each([
    [
      'an older version',
      [
        ['a', '1'],
        ['b', '1'],
      ],
      'holds 1 otherwise than the server, and 0 that',
      'n/b at 1, not 2',
    ],
    [
      'one too few',
      [['b', '2']],
      'holds 1 otherwise than the server, and 0 that',
      'n/a at no version, not 1',
    ],
    [
      'one too many',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ],
      'holds 0 otherwise than the server, and 1 that',
      'n/c at 3, not any',
    ],
  ] as const)('should throw for %s', (_, objects, says, first) => {
    expect(() => checkState(held(...objects), state)).toThrow(`void: of 2 objects it ${says}`);
    expect(() => checkState(held(...objects), state)).toThrow(first);
  });
});
