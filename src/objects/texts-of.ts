import { isText } from './is-text.ts';

/** Those of the members that say something. */
export function textsOf<K extends string>(members: Readonly<Record<K, unknown>>): Partial<Record<K, string>> {
  const texts = Object.entries(members).filter(([, value]) => isText(value));
  return Object.fromEntries(texts) as Partial<Record<K, string>>;
}
