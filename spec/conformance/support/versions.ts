/** Whether resource versions grow from each to the next: by length, then by their digits. */
export const grow = (versions: readonly string[]): boolean =>
  versions.every((version, index) => index === 0 || isAfter(version, versions[index - 1] ?? ''));

/** Whether a resource version is after another one. */
export const isAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length;

/** A resource version that a server will not reach. */
export const farFuture = '999999999999999';

/** Those that a server under test has forgotten. */
export const forgotten = ['1', '2'] as const;
