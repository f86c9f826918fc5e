/** Returns an object that counts how often its members are read. */
export function countingReads(members: number): { readonly value: object; readonly reads: () => number } {
  let reads = 0;
  const value = {};
  for (let at = 0; at < members; at++) {
    Object.defineProperty(value, `m${at}`, { enumerable: true, get: () => ++reads && 'x' });
  }
  return { value, reads: () => reads };
}
