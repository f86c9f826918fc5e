import { quoted } from '../status/shown-value.ts';

/**
 * A version that a client named, as the number that storage counts with; `undefined` when it is none. What lies beyond
 * the safe integers is as far in the future as those.
 */
export function revisionOf(resourceVersion: string): number | undefined {
  if (!digits.test(resourceVersion) || isOutOfRange(resourceVersion)) return undefined;
  return Math.min(Number(resourceVersion), Number.MAX_SAFE_INTEGER);
}

/** What the real server says of it. */
export function notANumber(resourceVersion: string): string {
  const given = quoted(resourceVersion);
  const why = digits.test(resourceVersion) ? 'value out of range' : 'invalid syntax';
  return `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: ${why}`;
}

const digits = /^[0-9]+$/;

/** Of 64 bits. */
const isOutOfRange = (text: string): boolean => text.length > 19 && BigInt(text) >> 64n !== 0n;
