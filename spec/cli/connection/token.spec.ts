import { describe, expect, it } from '@jest/globals';
import { CommandError } from '../../../src/cli/command-error.ts';
import { tokenOf } from '../../../src/cli/connection/token.ts';

describe('tokenOf', () => {
  it('should take what was typed before what is in the environment', () => {
    expect(tokenOf('typed', { RX_INFORMER_TOKEN: 'kept' })).toBe('typed');
    expect(tokenOf(undefined, { RX_INFORMER_TOKEN: 'kept' })).toBe('kept');
    expect(tokenOf(undefined, { RX_INFORMER_TOKEN: '' })).toBeUndefined();
    expect(tokenOf(undefined, {})).toBeUndefined();
  });

  it('should leave the end of a line out, which a file has', () => {
    expect(tokenOf('typed\n', {})).toBe('typed');
  });

  it('should say what is wrong with a token', () => {
    expect(() => tokenOf(' ', {})).toThrow(
      expect.objectContaining({
        message: '--token is empty',
        hints: ['Is the variable set that it comes from?'],
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
