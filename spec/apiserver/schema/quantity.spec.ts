import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import {
  canonicalQuantity,
  quantityProblem,
  sumOfQuantities,
} from '../../../src/apiserver/schema/quantity.ts';

/** Inputs with the results of `resource.Quantity` in apimachinery 0.36.3. */
const written: readonly (readonly [given: string | number, expected: string])[] = [
  ['1500m', '1500m'],
  ['1.5', '1500m'],
  ['1024Mi', '1Gi'],
  ['0.5Gi', '512Mi'],
  ['1.5Gi', '1536Mi'],
  ['1.05Gi', '1127428915200m'],
  ['100000', '100k'],
  ['1e9', '1e9'],
  ['3e4', '30e3'],
  ['12e6', '12e6'],
  ['0.1m', '100u'],
  ['1.5m', '1500u'],
  ['0.0000000001', '1n'],
  ['1000m', '1'],
  ['128974848', '128974848'],
  ['0', '0'],
  ['00', '0'],
  ['0Mi', '0'],
  ['1536Mi', '1536Mi'],
  ['1000Mi', '1000Mi'],
  ['1024Ki', '1Mi'],
  ['1025Ki', '1025Ki'],
  ['1Ti', '1Ti'],
  ['2048', '2048'],
  ['2.50', '2500m'],
  ['1.0', '1'],
  [0.5, '500m'],
  [2, '2'],
  ['-1', '-1'],
  ['+', '0'],
  ['m', '0'],
  ['-.', '0'],
  ['Ki', '0'],
  ['1.', '1.'],
];

describe('canonicalQuantity', () => {
  it.each(written)('should write %s as %s', (given, expected) => {
    expect(canonicalQuantity(given)).toBe(expected);
  });

  it.each(['x', '', '1Xi', '1 Mi', null, true, {}])('should return the text %s unchanged', (given) => {
    expect(canonicalQuantity(given)).toBe(given);
  });

  it('should round up to thousandths on request', () => {
    expect(canonicalQuantity('0.1m', 3)).toBe('1m');
    expect(canonicalQuantity('1500u', 3)).toBe('2m');
    expect(canonicalQuantity('1Gi', 3)).toBe('1Gi');
  });

  it('should be idempotent, and keep the amount', () => {
    const suffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'E3'];
    const quantities = fc
      .tuple(fc.nat(10_000_000), fc.option(fc.nat(999), { nil: undefined }), fc.constantFrom(...suffixes))
      .map(([whole, fraction, suffix]) => `${whole}${fraction === undefined ? '' : `.${fraction}`}${suffix}`)
      // Omits amounts below a billionth, because `resource.Quantity` rounds them.
      .filter((text) => !/\.\d+[nu]$/.test(text));
    fc.assert(
      fc.property(quantities, (given) => {
        const once = String(canonicalQuantity(given));
        expect(canonicalQuantity(once)).toBe(once);
        expect(amountOf(once)).toBeCloseTo(amountOf(given), 6 - Math.log10(amountOf(given) + 1));
      }),
    );
  });

  it.each(['1e99999999', '1e-99999999', '9e999999999999', '9'.repeat(2_000), `1e${'9'.repeat(2_000)}`])(
    'should return a short text for %s',
    (given) => {
      expect(String(canonicalQuantity(given)).length).toBeLessThan(2_100);
      expect(sumOfQuantities([given, '1']).length).toBeLessThan(2_100);
    },
  );
});

describe('quantityProblem', () => {
  const form = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

  it.each([
    ['1.5', undefined],
    [' 12e-3 ', undefined],
    ['.5Gi', undefined],
    ['', form],
    ['1!', form],
    [`${'1'.repeat(1_000)}!`, form],
    ['1m2', "unable to parse quantity's suffix"],
    ['1+2', "unable to parse quantity's suffix"],
    ['.', undefined],
  ])('should be, of %j, %j', (given, expected) => {
    expect(quantityProblem(given)).toBe(expected);
  });

  it('should accept the same texts as the regular expression of Go', () => {
    const inGo = /^([+-]?\d*(?:\.\d*)?)([eEinumkKMGTP]*[-+]?\d*)$/;
    const texts = fc.array(fc.constantFrom('0', '1', '.', '+', '-', 'e', 'E', 'i', 'M', '!'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(texts, (characters) => {
        const text = characters.join('');
        expect(quantityProblem(text) === form).toBe(!inGo.test(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('sumOfQuantities', () => {
  it.each([
    [['500m', '1'], '1500m'],
    [['512Mi', '512Mi'], '1Gi'],
    [['0', '1Gi', '1'], '1073741825'],
    [['1', '-1'], '0'],
    [[], '0'],
  ])('should add %j up to %s', (given, expected) => {
    expect(sumOfQuantities(given)).toBe(expected);
  });
});

const factors: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** A simple reference parser of quantities. */
function amountOf(text: string): number {
  const [, number = '', suffix = ''] = /^([\d.]+)(.*)$/.exec(text) ?? [];
  return /^[eE]/.test(suffix) ? Number(text) : Number(number) * (factors[suffix] ?? 1);
}
