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
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  const variant = '89ab'[Math.floor(random() * 4)] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-');
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
