/**
 * Compares two resource versions of one collection: first by length, then as texts. A conversion to numbers
 * would lose digits.
 *
 * Since Kubernetes 1.35 (KEP-5504) the versions of one resource type are comparable. Aggregated API servers can use other strings,
 * which have no order.
 *
 * @returns negative, zero or positive; `undefined` if a version is opaque (not decimal digits, or with a leading zero)
 *
 * @example
 * ```ts
 * compareResourceVersions('9', '10'); // negative
 * ```
 */
export function compareResourceVersions(a: string, b: string): number | undefined {
  if (!wellFormed.test(a) || !wellFormed.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/**
 * Returns whether a resource version is older than another. The version `0` is older than each decimal
 * version: no object or list has the version `0` (KEP-5504), so a server that sends `0` has lost its
 * versions. An opaque version is never older.
 */
export function isOlderVersion(version: string, other: string): boolean {
  if (version === '0') return wellFormed.test(other);
  return (compareResourceVersions(version, other) ?? 0) < 0;
}

const wellFormed = /^[1-9][0-9]*$/;
