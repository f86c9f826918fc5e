import { fnv1a } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import { plainError } from '../status/refusals.ts';
import { quoted } from '../status/shown-value.ts';

/** The parsed `shardSelector` of a request (KEP-5866). */
export interface ShardRanges {
  /** The normalized text of the `shardSelector`, which the server returns in a list response. */
  readonly text: string;
  readonly matches: (object: StoredObject) => boolean;
}

/**
 * Parses a `shardSelector`. A selector is one or more expressions `shardRange(field, 'start', 'end')` for the same
 * field, joined by `||`. An expression selects the objects for which the FNV-1a hash of the field is at least `start`
 * and less than `end`.
 *
 * The kube-apiserver parses the text as CEL. This server accepts neither parentheses around an expression nor escapes
 * in strings. For a text that is not a shard expression, the error message differs from the message of the
 * kube-apiserver.
 *
 * @throws Refusal 500 with the message of the kube-apiserver
 */
export function shardRanges(expression: string): ShardRanges {
  if (expression.trim() === '') {
    throw refused('empty shard selector is not allowed; omit the parameter for unfiltered lists');
  }
  const parts = expression.split('||');
  if (parts.length > maxRanges) throw refused(`at most ${maxRanges} ranges, got ${parts.length}`);
  const ranges = parts.map(rangeOf);
  const [field = '', other] = new Set(ranges.map((range) => range.field));
  if (other !== undefined) {
    throw refused(`all shard ranges must use the same field, got ${quoted(field)} and ${quoted(other)}`);
  }
  return {
    text: ranges.map(({ start, end }) => `shardRange(${field}, '${start}', '${end}')`).join(' || '),
    matches: ({ metadata: { uid, namespace = '' } }) => {
      const halves = fnv1a(field === 'object.metadata.uid' ? uid : namespace);
      const hash = `0x${halves.map((half) => half.toString(16).padStart(8, '0')).join('')}`;
      return ranges.some(({ start, end }) => !isBelow(hash, start) && isBelow(hash, end));
    },
  };
}

/** The maximum number of ranges in a `shardSelector`. The server compares each object of a list with each range. */
const maxRanges = 100;

interface Range {
  readonly field: string;
  readonly start: string;
  readonly end: string;
}

function rangeOf(text: string): Range {
  const [, name, list = ''] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(text) ?? [];
  if (name === undefined) throw refused('unexpected expression; expected shardRange() call or || operator');
  if (name !== 'shardRange') {
    throw refused(`unsupported function ${quoted(name)}; only shardRange() and || are allowed`);
  }
  const given = list.trim() === '' ? [] : list.split(',').map((one) => one.trim());
  const [field, from, to] = given;
  if (field === undefined || from === undefined || to === undefined || given.length > 3) {
    throw refused(`shardRange() requires exactly 3 arguments, got ${given.length}`);
  }
  if (field !== 'object.metadata.uid' && field !== 'object.metadata.namespace') {
    const supported = 'object.metadata.uid, object.metadata.namespace';
    throw refused(`unsupported field path ${quoted(field)}; supported: ${supported}`);
  }
  const [start, end] = [boundOf('hexStart', from), boundOf('hexEnd', to)];
  if (!isBelow(start, end)) throw refused(`shard range start ${start} must be less than end ${end}`);
  return { field, start, end };
}

/**
 * Parses the start or the end of a hash range, such as `'0x8000000000000000'`. The number must have 16 hexadecimal
 * digits, because a short number such as `0x8` is ambiguous. Only the maximum end, 2^64, has 17 digits.
 */
function boundOf(name: string, literal: string): string {
  const [, , bound] = /^(['"])(.*)\1$/s.exec(literal) ?? [];
  if (bound === undefined) throw refused(`${name} must be a string literal`);
  if (!bound.startsWith('0x')) throw refused(`${name} must have '0x' prefix, got ${quoted(bound)}`);
  const digits = bound.slice(2);
  if (digits === '') throw refused(`${name}: hex value is required after '0x'`);
  if (digits.length > 17) {
    throw refused(`${name}: hex value too long (${digits.length} chars, max 17): ${quoted(digits)}`);
  }
  const wrong = /[^0-9a-f]/u.exec(digits);
  if (wrong !== null) throw refused(`${name}: invalid hex character ${quoted(wrong[0])} in ${quoted(bound)}`);
  if (digits.length === 17 && bound !== last) {
    throw refused(`${name}: 17-digit hex value must be '${last}' (2^64), got ${quoted(bound)}`);
  }
  if (digits.length >= 16) return bound;
  const padded = quoted(`0x${digits.padStart(16, '0')}`);
  throw refused(
    `${name} must be a 0x-prefixed 16-digit hex value, got ${quoted(bound)} (did you mean ${padded}?)`,
  );
}

const last = '0x10000000000000000';

/**
 * Compares two hexadecimal numbers that are texts. For texts of equal length, the order of the texts is the order of
 * the numbers.
 */
const isBelow = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length);

const refused = (why: string): Error => plainError(`invalid shard selector: ${why}`);
