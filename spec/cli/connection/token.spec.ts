import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { tokenOf } from '../../../src/cli/connection/token.ts';

describe('tokenOf', () => {
  it('should prefer the given token to the one in the environment', () => {
    expect(tokenOf('typed', { RX_INFORMER_TOKEN: 'kept' })).toBe('typed');
    expect(tokenOf(undefined, { RX_INFORMER_TOKEN: 'kept' })).toBe('kept');
    expect(tokenOf(undefined, { RX_INFORMER_TOKEN: '' })).toBeUndefined();
    expect(tokenOf(undefined, {})).toBeUndefined();
  });

  it('should remove a line end, which a file has', () => {
    expect(tokenOf('typed\n', {})).toBe('typed');
  });

  it('should explain an invalid token', () => {
    expect(() => tokenOf(' ', {})).toThrow(
      expect.objectContaining({
        message: '--token is empty',
        hints: ['Is the shell variable set that gives its value?'],
      }),
    );
    expect(() => tokenOf('a b', {})).toThrow(
      'the token has a character that no token has, such as a blank or the end of a line',
    );
  });

  it.each(['', '  ', 's3cret s3cret', 's3cret\nX-Header: 1', 's3cre†'])(
    'should refuse %j without repeating it',
    (token) => {
      expect(() => tokenOf(token, {})).toThrow(CommandError);
      expect(() => tokenOf(token, {})).toThrow(/^(?!.*s3cre)/);
    },
  );
});
