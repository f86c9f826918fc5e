import { oneLine } from '../../lines/one-line.ts';
import { isAscii } from './text-width.ts';

/** Marks and joiners that may follow one base. Real ones have at most some four. */
const mostMarks = 8;

/**
 * What a terminal shows as nothing: soft hyphens, annotations, halves of characters. Joiners and variation selectors stay: emoji,
 * keycaps, Indic and Persian words need them.
 */
const invisible =
  /(?:(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffb])+/gu;
const tooManyMarks = new RegExp(`([\\p{M}\\u200c\\u200d]{${mostMarks}})[\\p{M}\\u200c\\u200d]+`, 'gu');

/**
 * A text on one line that steers no terminal, without characters that take no room: a thousand of them in each cell would
 * take seconds to measure and to write. Texts are remembered, because a frame shows mostly those of the frame before.
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

const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(tooManyMarks, '$1');

const remembered = new Map<string, string>();
/** Together at most 16 MiB. */
const mostRemembered = 4_096;
const longestRemembered = 1_000;
