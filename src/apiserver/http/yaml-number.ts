import type { ScalarTag } from 'yaml';

/**
 * Reads a plain scalar as a number in the way of the YAML library of Go (`resolve.go` of go.yaml.in/yaml/v2). Returns
 * the text itself if the library reads the scalar as a string: for example `0o18`, `1e400`, and a hexadecimal number of
 * more than 64 bits.
 */
function numberOrText(text: string): number | string {
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  if (notANumber.test(text)) return NaN;
  if (text.startsWith('.')) return dotted.test(text) ? finiteOr(text) : text;
  const plain = text.replaceAll('_', '');
  const integer = integerWithPrefix(plain);
  if (integer !== undefined) return integer;
  return decimal.test(plain) ? finiteOr(text) : text;
}

/** Go reads a decimal number that is too large for a double as a string. */
function finiteOr(text: string): number | string {
  const value = Number(text.replaceAll('_', ''));
  // The sum replaces -0 by 0, as the JSON decoder of the kube-apiserver does.
  return Number.isFinite(value) ? value + 0 : text;
}

/** Returns an integer with one of the prefixes `0x`, `0o`, `0b` and `0`. Returns `undefined` for any other text. */
function integerWithPrefix(plain: string): number | undefined {
  const [, sign = '', prefix, digits = ''] = prefixed.exec(plain.replace(signAfterPrefix, '$10b')) ?? [];
  if (prefix === undefined) return undefined;
  const base = prefix === '0' ? '0o' : prefix.toLowerCase();
  const significant = digits.replace(/^0+/, '');
  if (significant.length > 64) return undefined;
  const size = BigInt(`${base}0${significant}`);
  // Go parses a number with a sign as an int64, and other numbers also as a uint64.
  if (size >= (sign === '' ? 2n ** 64n : sign === '+' ? 2n ** 63n : 2n ** 63n + 1n)) return undefined;
  return sign === '-' ? Number(-size) : Number(size);
}

const prefixed = /^([-+]?)(0[xX](?=[0-9a-fA-F]+$)|0[bB](?=[01]+$)|0[oO]?(?=[0-7]+$))(.+)$/;
/** Go accepts a sign between `0b` and the digits. */
const signAfterPrefix = /^0b([-+])(?=[01]+$)/;
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** A number that begins with a dot. In such a number, Go allows `_` only between two digits. */
const dotted = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
const infinity = /^[-+]?\.(?:inf|Inf|INF)$/;
const notANumber = /^\.(?:nan|NaN|NAN)$/;

/** The tags of the YAML library for plain scalars that can be numbers. */
export const numberTags: readonly ScalarTag[] = ['int', 'float'].map((name) => ({
  tag: `tag:yaml.org,2002:${name}`,
  default: true,
  test: /^[-+.0-9]/,
  resolve: numberOrText,
}));
