/** Whether each resource version is larger than the one before: compared by length, then by digits. */
export const grow = (versions: readonly string[]): boolean =>
  versions.every((version, index) => index === 0 || isAfter(version, versions[index - 1] ?? ''));

/** Whether a resource version is after another one. */
export const isAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length;

/** A resource version that no server reaches. */
export const farFuture = '999999999999999';

/** The resource versions that a server under test has compacted. */
export const forgotten = ['1', '2'] as const;
