import { describe, expect, it } from '@jest/globals';
import { ConnectionError, OptionsError } from '../../src/objects/index.ts';
import { brokenOffError, credentialsError, noAnswerError } from '../../src/source/index.ts';

const cause = new TypeError('Bearer abc', {
  cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
});

describe('errors of transports', () => {
  it.each([
    [
      'noAnswerError',
      noAnswerError('https://host', cause),
      'no answer from https://host (ECONNREFUSED): is the address',
    ],
    [
      'brokenOffError',
      brokenOffError('https://host', cause),
      'https://host broke off (ECONNREFUSED); if that',
    ],
    ['credentialsError', credentialsError(cause), 'the credentials could not be had'],
  ])('should say what to look at, keep the cause and not repeat it: %s', (_, error, text) => {
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain(text);
    expect(error.message).not.toContain('abc');
    expect(error.cause).toBe(cause);
    expect(error.failure).toBe('transient');
  });

  it('should pass on what is of the tree already', () => {
    const error = new OptionsError('x', 1, '2');

    expect(noAnswerError('s', error)).toBe(error);
    expect(brokenOffError('s', error)).toBe(error);
    expect(credentialsError(error)).toBe(error);
  });

  it.each([undefined, null, 'text', new Error('x'), { code: 7 }, { code: 'a b' }])(
    'should do without a code: %p',
    (odd) => {
      expect(noAnswerError('https://host', odd).message).toContain('no answer from https://host: is');
    },
  );
});
