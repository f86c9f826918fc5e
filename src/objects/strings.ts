/** A text that says something. */
export function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Those of the members that say something. */
export function pickNonEmptyStrings<K extends string>(
  members: Readonly<Record<K, unknown>>,
): Partial<Record<K, string>> {
  const texts = Object.entries(members).filter(([, value]) => isNonEmptyString(value));
  return Object.fromEntries(texts) as Partial<Record<K, string>>;
}

/**
 * A copy of a text. V8 keeps the whole of a text in memory as long as a part that was cut out of it is there, but not for a
 * copy of the part. A copy by way of JSON takes one byte for each character where the text needs no more.
 */
export const copyOf = (part: string): string => JSON.parse(JSON.stringify(part)) as string;

/** The first characters of a text, for what lives longer than the text. */
export const cutText = (text: string, most: number): string =>
  JSON.parse(JSON.stringify(text.slice(0, most))) as string;
