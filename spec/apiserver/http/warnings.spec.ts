import { describe, expect, it } from '@jest/globals';
import { json } from '../../../src/apiserver/http/response.ts';
import { warned, withWarnings } from '../../../src/apiserver/http/warnings.ts';
import { badRequest } from '../../../src/apiserver/status/refusals.ts';

const warningOf = (...warnings: readonly string[]): string | undefined =>
  withWarnings(json({}), warnings).headers['warning'];

describe('withWarnings', () => {
  it('should quote each warning, and send each once (P73)', () => {
    expect(warningOf('unknown field "a"', 'b\\c', 'b\\c')).toBe(
      '299 - "unknown field \\"a\\"", 299 - "b\\\\c"',
    );
    expect(warningOf()).toBeUndefined();
  });

  it('should remove characters that a header cannot contain', () => {
    expect(warningOf('a\r\nb\u0000c')).toBe('299 - "a  b c"');
    expect(Buffer.from(warningOf('ä€') ?? '', 'latin1').toString()).toBe('299 - "ä€"');
  });

  it('should add to existing warnings', () => {
    expect(withWarnings(withWarnings(json({}), ['a']), ['b']).headers['warning']).toBe(
      '299 - "a", 299 - "b"',
    );
  });
});

describe('many warnings', () => {
  const names = Array.from({ length: 1000 }, (_, nth) => `unknown field "spec.field${nth}"`);

  it('should send up to 4,096 characters (P73)', () => {
    const [few, many] = [warningOf(...names.slice(0, 50)) ?? '', warningOf(...names) ?? ''];

    expect(few.match(/299 - /g)).toHaveLength(50);
    expect(many.length).toBeLessThan(8_192);
    expect(many.startsWith(few)).toBe(true);
  });

  it('should shorten each warning if they are long together', () => {
    const long = warningOf('a'.repeat(3_000), 'b'.repeat(3_000), 'é'.repeat(3_000)) ?? '';

    expect(long.match(/a+|b+/g)?.map(({ length }) => length)).toEqual([256, 256]);
    expect(Buffer.from(long, 'latin1').toString()).toContain(`"${'é'.repeat(256)}"`);
    expect(warningOf('a'.repeat(3_000))).toHaveLength(3_008);
  });

  it('should split no character', () => {
    const long = warningOf('\u{1f600}'.repeat(3_000)) ?? '';

    expect(Buffer.from(long, 'latin1').toString()).toBe(`299 - "${'\u{1f600}'.repeat(256)}"`);
  });
});

/** Runs a generator to its end. Returns its result. */
function all<R>(steps: Generator<void, R>): R {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

describe('warned', () => {
  it('should also send warnings with a refusal', () => {
    const response = all(
      warned(function* (warn) {
        yield;
        warn('a');
        throw badRequest('no');
      }),
    );

    expect(response).toMatchObject({ status: 400, headers: { warning: '299 - "a"' } });
  });

  it('should pass other errors through', () => {
    expect(() =>
      all(
        warned(function* () {
          yield;
          throw new Error('mine');
        }),
      ),
    ).toThrow('mine');
  });
});
