/** What the registry needs of the world: the time, and chance. */
export interface World {
  /** Ms since 1970. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

/** RFC 3339 in whole seconds, as Kubernetes writes times (P61). */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** A version 4 UUID. */
export function uid({ random }: World): string {
  const word = (): string =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [word(), word(), word(), word()];
  const variant = '89ab'[Number.parseInt(c.charAt(0), 16) % 4] ?? '8';
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

/** `generateName` with five characters that spell no words (P65); a name has at most 63. */
export function generatedName(base: string, { random }: World): string {
  const suffix = Array.from(
    { length: 5 },
    () => alphabet[Math.floor(random() * alphabet.length)] ?? 'x',
  ).join('');
  return base.slice(0, 58) + suffix;
}

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
