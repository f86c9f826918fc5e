import { definitionNameOf } from './built-in-schema.ts';
import type { Schema } from './schema.ts';

const form = /^([+-]?)(\d*)(?:\.(\d*))?([a-zA-Z]{0,2}|[eE][+-]?\d+)$/;

/** The suffixes of quantities for powers of ten, each with its exponent. */
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const decimalNames: readonly string[] = Object.keys(decimal);

/** The suffixes of quantities for powers of 1024. */
const binaryNames: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * Returns a quantity in its canonical format. For example, `1.5` becomes `1500m`, `1024Mi` becomes `1Gi`, and `100000`
 * becomes `100k`. Returns an invalid quantity unchanged.
 *
 * @param places - the number of decimal places to which the quantity is rounded up: 9, or 3 in a map such as `limits`
 */
export function canonicalQuantity(given: unknown, places: 3 | 9 = 9): unknown {
  const quantity = parsed(given);
  if (quantity === undefined) return given;
  const { sign, whole, fraction, scale, text } = quantity;
  const exact = scaled(BigInt(whole + fraction), scale, fraction.length);
  const billionths = places === 9 ? exact : ((exact + million - 1n) / million) * million;
  if (billionths === exact && isWritten(whole, fraction, scale)) return text;
  if (billionths === 0n) return '0';
  return `${sign === '-' ? '-' : ''}${written(billionths, scale)}`;
}

/** Returns Go's error message for a text that is not a quantity. Returns `undefined` for a valid quantity. */
export function quantityProblem(given: string): string | undefined {
  const text = given.trim();
  const match = spelling.exec(text);
  if (text === '' || match === null)
    return `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`;
  return scaleOf(match[1] ?? '') === undefined ? "unable to parse quantity's suffix" : undefined;
}

// The suffix in this pattern begins with a letter or a sign. With a digit at the start of the suffix, a failed match
// would take quadratic time.
const spelling = /^[+-]?\d*(?:\.\d*)?((?:[eEinumkKMGTP]+[-+]?\d*|[-+]\d*)?)$/;

/** Returns whether a quantity is greater than 0. The result is false for an invalid quantity. */
export const isPositiveQuantity = (given: unknown): boolean => (billionthsOf(given) ?? 0n) > 0n;

/** Returns a quantity as a number of billionths, for comparisons. Returns `undefined` for an invalid quantity. */
export function billionthsOf(given: unknown): bigint | undefined {
  const quantity = parsed(given);
  if (quantity === undefined) return undefined;
  const { sign, whole, fraction, scale } = quantity;
  const billionths = scaled(BigInt(whole + fraction), scale, fraction.length);
  return sign === '-' ? -billionths : billionths;
}

/** Returns the sum of quantities in the format of the first quantity that is not 0. */
export function sumOfQuantities(given: readonly unknown[]): string {
  const all = given.flatMap((one) => parsed(one) ?? []);
  const sum = all.reduce((total, { text }) => total + (billionthsOf(text) ?? 0n), 0n);
  const [first] = all.filter(({ whole, fraction }) => /[1-9]/.test(whole + fraction));
  if (sum === 0n || first === undefined) return '0';
  return sum < 0n ? `-${written(-sum, first.scale)}` : written(sum, first.scale);
}

interface Parsed {
  readonly text: string;
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
  readonly scale: Scale;
}

function parsed(given: unknown): Parsed | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const text = String(given).trim();
  if (text.length > longest) return undefined;
  const match = form.exec(text);
  if (text === '' || match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match;
  const scale = scaleOf(suffix);
  if (scale === undefined) return undefined;
  // As in Go, a quantity without digits, such as `m`, is 0.
  return { text, sign, whole: whole + fraction === '' ? '0' : whole, fraction, scale };
}

const farthest = 500;
/**
 * The maximum number of characters of a quantity. Without the limit, a quantity with millions of digits would take
 * seconds, because the digits become a BigInt.
 */
const longest = 1_000;

interface Scale {
  readonly base: 2 | 10;
  readonly exponent: number;
  /** Whether the suffix is an exponent such as `e3`. The value is false for a suffix such as `k`. */
  readonly isScientific: boolean;
}

function scaleOf(suffix: string): Scale | undefined {
  const power = binaryNames.indexOf(suffix);
  if (power > 0) return { base: 2, exponent: power * 10, isScientific: false };
  const named = Object.hasOwn(decimal, suffix) ? decimal[suffix] : undefined;
  if (named !== undefined) return { base: 10, exponent: named, isScientific: false };
  const [, digits] = /^[eE]([+-]?\d+)$/.exec(suffix) ?? [];
  if (digits === undefined) return undefined;
  // The exponent is limited, because the computation of `1e99999999` would take minutes. A quantity with an exponent
  // outside the limits is larger than any real quantity, or almost 0.
  const exponent = Math.max(-farthest, Math.min(farthest, Number(digits)));
  return { base: 10, exponent, isScientific: true };
}

/** Returns whether the text of a quantity already has the canonical format. */
function isWritten(whole: string, fraction: string, { base, exponent }: Scale): boolean {
  const digits = whole.replace(/^0+(?=.)/, '') + fraction;
  if (digits === '0') return false;
  if (base === 2) return fraction === '' && whole !== '' && (BigInt(digits) & 7n) !== 0n;
  const isShort = !digits.endsWith('000') && !digits.startsWith('0') && digits.length <= 18;
  return whole !== '' && isShort && (exponent - fraction.length) % 3 === 0;
}

/** Converts the digits of a quantity to a number of billionths, rounded up. */
function scaled(digits: bigint, { base, exponent }: Scale, places: number): bigint {
  const factor = base === 2 ? 2n ** BigInt(exponent) : 1n;
  const tens = 9 - places + (base === 10 ? exponent : 0);
  const product = digits * factor;
  if (tens >= 0) return product * 10n ** BigInt(tens);
  const divisor = 10n ** BigInt(-tens);
  return (product + divisor - 1n) / divisor;
}

const one = 1_000_000_000n;
const million = 1_000_000n;

function written(billionths: bigint, { base, isScientific }: Scale): string {
  const isWhole = billionths % one === 0n;
  if (base === 2 && isWhole && billionths >= 1024n * one) {
    let [number, power] = [billionths / one, 0];
    while (number % 1024n === 0n && power < binaryNames.length - 1)
      [number, power] = [number / 1024n, power + 1];
    return `${number}${binaryNames[power]}`;
  }
  let [number, power] = [billionths, 0];
  while (number % 1000n === 0n && power < decimalNames.length - 1)
    [number, power] = [number / 1000n, power + 1];
  const exponent = 3 * power - 9;
  if (isScientific) return exponent === 0 ? `${number}` : `${number}e${exponent}`;
  return `${number}${decimalNames[power]}`;
}

/** Returns whether a schema describes the type `Quantity` of apimachinery. */
export const isQuantity = (schema: Schema | undefined): boolean =>
  schema !== undefined && definitionNameOf(schema) === 'io.k8s.apimachinery.pkg.api.resource.Quantity';
