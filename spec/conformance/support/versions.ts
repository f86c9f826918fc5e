/** Whether each resourceVersion is larger than the previous resourceVersion. */
export const grow = (versions: readonly string[]): boolean =>
  versions.every((version, index) => index === 0 || isAfter(version, versions[index - 1] ?? ''));

/**
 * Whether the first resourceVersion is larger than the second. A longer text is larger. Texts of the same length are
 * compared by their digits.
 */
export const isAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length;

/** A resourceVersion that is so large that no server reaches it. */
export const farFuture = '999999999999999';

/** The resourceVersions that the server under test has compacted. */
export const forgotten = ['1', '2'] as const;
