export function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function pickNonEmptyStrings<K extends string>(
  members: Readonly<Record<K, unknown>>,
): Partial<Record<K, string>> {
  const texts = Object.entries(members).filter(([, value]) => isNonEmptyString(value));
  return Object.fromEntries(texts) as Partial<Record<K, string>>;
}

/**
 * Copies a string. In V8 a slice keeps the whole original string in memory, but a copy does not. A copy by
 * JSON uses one byte per character where possible.
 */
export const copyOf = (part: string): string => JSON.parse(JSON.stringify(part)) as string;

/**
 * Copies the first characters of a string. Use this function for a text that stays in memory longer than the
 * string.
 */
export const cutText = (text: string, most: number): string =>
  JSON.parse(JSON.stringify(text.slice(0, most))) as string;
