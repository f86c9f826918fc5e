import { quoted } from '../status/shown-value.ts';

/**
 * Converts a resourceVersion to a number. Returns `undefined` for an invalid resourceVersion. A number above the
 * largest safe integer becomes the largest safe integer. The server never reaches such a high revision, so the change
 * of the number has no effect.
 */
export function revisionOf(resourceVersion: string): number | undefined {
  if (!digits.test(resourceVersion) || isOutOfRange(resourceVersion)) return undefined;
  return Math.min(Number(resourceVersion), Number.MAX_SAFE_INTEGER);
}

/** Returns the message of the kube-apiserver for an invalid resourceVersion. */
export function notANumber(resourceVersion: string): string {
  const given = quoted(resourceVersion);
  const why = digits.test(resourceVersion) ? 'value out of range' : 'invalid syntax';
  return `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: ${why}`;
}

const digits = /^[0-9]+$/;

/** Returns whether a resourceVersion does not fit into 64 bits. The text contains only digits. */
const isOutOfRange = (text: string): boolean => text.length > 19 && BigInt(text) >> 64n !== 0n;
