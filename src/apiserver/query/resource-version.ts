/**
 * A version that a client named, as the number that storage counts with; `undefined` when it is none. What lies beyond
 * the safe integers is as far in the future as those.
 */
export function revisionOf(resourceVersion: string): number | undefined {
  if (!/^[0-9]+$/.test(resourceVersion)) return undefined;
  return Math.min(Number(resourceVersion), Number.MAX_SAFE_INTEGER);
}

/** What the real server says of it. */
export function notANumber(resourceVersion: string): string {
  const given = JSON.stringify(resourceVersion);
  return `resourceVersion: Invalid value: ${given}: strconv.ParseUint: parsing ${given}: invalid syntax`;
}
