import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { allowedOrigins } from '../../../src/apiserver/http/cors.ts';

describe('allowedOrigins', () => {
  it('should match patterns as JavaScript does, with their flags', () => {
    const isAllowed = allowedOrigins({
      origins: ['http://a', /^http:\/\/LOCAL\d+$/i, new RegExp('//app\\.example$')],
    });
    const given = [
      'http://a',
      'http://ab',
      'http://local1',
      'http://localx',
      'https://app.example',
      'https://app.example.com',
    ];

    expect(given.map(isAllowed)).toEqual([true, false, true, false, true, false]);
  });

  it('should match in linear time a pattern that takes JavaScript exponential time', () => {
    expect(allowedOrigins({ origins: [/(a+)+$/i] })(`http://${'a'.repeat(5_000)}!`)).toBe(false);
  });

  it('should refuse a pattern that RE2 does not support', () => {
    const create = (): unknown => createApiServer({ cors: { origins: [/a(?=b)/] } });

    expect(create).toThrow(OptionsError);
    expect(create).toThrow('createApiServer: cors.origins must be patterns of RE2, without lookaround');
  });

  it.each([new RegExp(''), /(?:)/i])(
    'should refuse the empty pattern %s, which matches each origin',
    (pattern) => {
      const create = (): unknown => createApiServer({ cors: { origins: ['http://a', pattern] } });

      expect(create).toThrow(OptionsError);
      expect(create).toThrow('createApiServer: cors.origins must be patterns that are not empty');
    },
  );
});
