import { describe, expect, it } from '@jest/globals';
import { CommandError, usageError } from '../../src/cli/command-error.ts';

describe('CommandError', () => {
  it('should have a cause only if one is given', () => {
    const cause = new Error('why');

    expect(Object.hasOwn(new CommandError('no'), 'cause')).toBe(false);
    expect(new CommandError('no', { cause }).cause).toBe(cause);
  });

  it('should exit with 1, and with 2 for a wrong command line', () => {
    expect(new CommandError('no')).toMatchObject({ name: 'CommandError', exitCode: 1, hints: [] });
    expect(usageError('no', 'a', 'b', 'c')).toMatchObject({ exitCode: 2, hints: ['a', 'b'] });
  });
});
