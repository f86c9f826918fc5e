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
      '1 differ from the server, and 0 more',
      'n/b at 1, not 2',
    ],
    ['a missing object', [['b', '2']], '1 differ from the server, and 0 more', 'n/a at no version, not 1'],
    [
      'an additional object',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ],
      '0 differ from the server, and 1 more',
      'n/c at 3, not any',
    ],
  ] as const)('should throw for %s', (_, objects, says, first) => {
    expect(() => checkState(held(...objects), state)).toThrow(`void: of 2 objects, ${says}`);
    expect(() => checkState(held(...objects), state)).toThrow(first);
  });
});
