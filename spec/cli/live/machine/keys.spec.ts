import { describe, expect, it } from '@jest/globals';
import { keysOf } from '../../../../src/cli/live/machine/keys.ts';

describe('keysOf', () => {
  it.each([
    ['\u001b[A', ['up']],
    ['\u001bOB', ['down']],
    ['jk', ['down', 'up']],
    ['\u001b[5~\u001b[6~', ['pageUp', 'pageDown']],
    [' ', ['pageDown']],
    ['gG', ['top', 'end']],
    ['\u001b[H\u001b[F', ['top', 'end']],
    ['\t\u001b[Z', ['next', 'previous']],
    ['q', ['quit']],
    ['\u0003', ['quit']],
    ['\u001a', ['suspend']],
  ])('should recognise %j', (text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  it('should split keys that arrive together, and ignore unknown keys', () => {
    expect(keysOf('x\u001b[Bé\u001b[1;5Cj\u001b')).toEqual(['down', 'down']);
    expect(keysOf('')).toEqual([]);
  });

  it('should ignore moves after the first hundred, but not the key to quit', () => {
    expect(keysOf(`${'j'.repeat(5_000)}q\u001a`)).toEqual([
      ...Array.from({ length: 100 }, () => 'down'),
      'quit',
      'suspend',
    ]);
  });
});
