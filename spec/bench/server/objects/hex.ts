/** Returns pseudo-random hexadecimal digits that depend only on the seed. */
export function hex(seed: number, digits: number): string {
  let state = (seed + 1) * 2_654_435_761;
  let text = '';
  while (text.length < digits) {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393;
    text += ((state ^ (state >>> 13)) >>> 0).toString(16).padStart(8, '0');
  }
  return text.slice(0, digits);
}

export const uidOf = (index: number): string =>
  `${hex(index, 8)}-${hex(index * 3, 4)}-4${hex(index * 5, 3)}-a${hex(index * 11, 3)}-${hex(index * 19, 12)}`;

/** Returns the creationTimestamp of the object at an index. The objects were created one second after another. */
export const createdAt = (index: number): string =>
  new Date(1_750_000_000_000 + index * 1_000).toISOString().replace('.000', '');
