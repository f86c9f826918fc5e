import { describe, expect, it } from '@jest/globals';
import { json } from '../../../src/apiserver/http/response.ts';
import { warned, withWarnings } from '../../../src/apiserver/http/warnings.ts';
import { badRequest } from '../../../src/apiserver/status/refusals.ts';

const warningOf = (...warnings: readonly string[]): string | undefined =>
  withWarnings(json({}), warnings).headers['warning'];

describe('withWarnings', () => {
  it('should quote each, and say each once (P73)', () => {
    expect(warningOf('unknown field "a"', 'b\\c', 'b\\c')).toBe(
      '299 - "unknown field \\"a\\"", 299 - "b\\\\c"',
    );
    expect(warningOf()).toBeUndefined();
  });

  it('should put nothing into a header that does not belong there', () => {
    expect(warningOf('a\r\nb\u0000c')).toBe('299 - "a  b c"');
    expect(Buffer.from(warningOf('ä€') ?? '', 'latin1').toString()).toBe('299 - "ä€"');
  });

  it('should add to those that are there', () => {
    expect(withWarnings(withWarnings(json({}), ['a']), ['b']).headers['warning']).toBe(
      '299 - "a", 299 - "b"',
    );
  });
});

describe('warned', () => {
  it('should tell them with a refusal too', () => {
    const response = warned((warn) => {
      warn('a');
      throw badRequest('no');
    });

    expect(response).toMatchObject({ status: 400, headers: { warning: '299 - "a"' } });
  });

  it('should let other errors pass', () => {
    expect(() =>
      warned(() => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
  });
});
