import { oneLine } from '../../lines/one-line.ts';
import { isAscii } from './text-width.ts';

/** The maximum number of combining marks and joiners after one base character. Real texts have at most about four. */
const maxMarks = 8;

/**
 * Characters that a terminal does not show: soft hyphens, annotations, unpaired surrogates. Joiners and variation
 * selectors are not included, because emoji, keycaps, Indic words and Persian words need them.
 */
const invisible =
  /(?:(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffb])+/gu;
const tooManyMarks = new RegExp(`([\\p{M}\\u200c\\u200d]{${maxMarks}})[\\p{M}\\u200c\\u200d]+`, 'gu');

/**
 * Returns a text as one line. Removes the characters that control a terminal, and the characters without a
 * width. A thousand characters without a width in each cell would take seconds to measure and to write.
 * Caches the texts, because a frame shows mostly the same texts as the previous frame.
 */
export function visibleText(text: string): string {
  if (isAscii(text)) return oneLine(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const visible = withoutInvisible(oneLine(text));
  if (text.length > longestRemembered) return visible;
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(text, visible);
  return visible;
}

const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(tooManyMarks, '$1');

const remembered = new Map<string, string>();
/** Maximum number of cached texts. All cached texts together have at most 16 MiB. */
const maxRemembered = 4_096;
const longestRemembered = 1_000;
