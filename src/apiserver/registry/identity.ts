/** The clock and the random source that the server uses for new objects. */
export interface World {
  /** Returns the current time in ms since 1970. */
  readonly now: () => number;
  /** Returns a random number from 0 (included) to 1 (excluded). */
  readonly random: () => number;
}

/** Returns a time in the format that Kubernetes uses: RFC 3339 with whole seconds (P61). */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Returns a random UUID (version 4) for a new object. */
export function uid({ random }: World): string {
  const word = (): string =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [word(), word(), word(), word()];
  const variant = '89ab'[Number.parseInt(c.charAt(0), 16) % 4] ?? '8';
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

/**
 * Returns a name that begins with `generateName` and ends with five random characters (P65). The characters are chosen
 * so that they form no words. The name has at most 63 characters.
 */
export function generatedName(base: string, { random }: World): string {
  const suffix = Array.from(
    { length: 5 },
    () => alphabet[Math.floor(random() * alphabet.length)] ?? 'x',
  ).join('');
  return base.slice(0, 58) + suffix;
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
