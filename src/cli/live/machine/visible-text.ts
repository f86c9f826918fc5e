import { oneLine } from '../../lines/one-line.ts';
import { isAscii } from './text-width.ts';

/** Marks, and what joins emoji, that may follow one base. Real ones have at most some four. */
const mostMarks = 8;

const emoji = /\p{Extended_Pictographic}/u;
/** What a terminal shows as nothing: soft hyphens, joiners, annotations, variation selectors; and halves of characters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}]+/gu;
const invisibleBesideEmoji = /(?:(?!\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}])+/gu;
const tooManyMarks = new RegExp(`([\\p{M}\\u200d]{${mostMarks}})[\\p{M}\\u200d]+`, 'gu');

/**
 * A text on one line that steers no terminal, without characters that take no room: a thousand of them in each cell would
 * take seconds to measure and to write. Emoji keep what joins them. Texts are remembered, for a frame shows mostly those of
 * the frame before.
 */
export function visibleText(text: string): string {
  if (isAscii(text)) return oneLine(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const visible = withoutInvisible(oneLine(text));
  if (text.length > longestRemembered) return visible;
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(text, visible);
  return visible;
}

const withoutInvisible = (text: string): string =>
  text.replace(emoji.test(text) ? invisibleBesideEmoji : invisible, '').replace(tooManyMarks, '$1');

const remembered = new Map<string, string>();
/** Together at most 16 MiB. */
const mostRemembered = 4_096;
const longestRemembered = 1_000;
