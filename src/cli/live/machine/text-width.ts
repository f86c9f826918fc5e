import stringWidth from 'string-width';

/**
 * Returns the number of terminal columns that a text uses. `most` is the largest possible result. The function does not
 * measure the text after this number of columns.
 */
export function widthOf(text: string, most: number = Number.POSITIVE_INFINITY): number {
  if (isAscii(text)) return Math.min(text.length, most);
  let width = 0;
  for (const { segment } of graphemes.segment(startFor(text, most))) {
    width += widthOfOne(segment);
    if (width >= most) return most;
  }
  return width;
}

/** Fits a text into exactly `width` columns: cuts a longer text with `…`, and adds blanks to a shorter text. */
export function fitted(text: string, width: number): string {
  if (width <= 0) return '';
  if (isAscii(text)) {
    return text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 1)}…`;
  }
  const start = startFor(text, width);
  let total = 0;
  // The loop keeps as many whole graphemes as fit before the `…`. A wide grapheme that fits only by half is not kept.
  let [end, endWidth] = [0, 0];
  for (const { segment, index } of graphemes.segment(start)) {
    total += widthOfOne(segment);
    if (total > width) return `${start.slice(0, end)}…${' '.repeat(width - 1 - endWidth)}`;
    if (total < width) [end, endWidth] = [index + segment.length, total];
  }
  return start + ' '.repeat(width - total);
}

/**
 * Returns the first characters of a text, enough to fill `width` columns. The other characters need not be
 * measured. The limit is necessary because a text may contain millions of characters without a width.
 */
export function startFor(text: string, width: number): string {
  const most = longestCharacter + unitsOfColumn * width;
  if (text.length <= most) return text;
  const isInCharacter = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInCharacter ? most - 1 : most);
}

/**
 * The maximum number of UTF-16 code units that are measured for each column. The emoji of a family of four has 11 code
 * units and uses two columns.
 */
const unitsOfColumn = 8;
/** The maximum number of UTF-16 code units of a grapheme. Real graphemes have at most about 15. */
const longestCharacter = 32;

/**
 * Returns the width of one grapheme. Caches the width, because a table has few different graphemes and measures each
 * grapheme often.
 */
function widthOfOne(segment: string): number {
  // A grapheme may join any number of consonants or emoji, and a terminal shows a long grapheme as separate characters.
  if (segment.length > longestCharacter) return segment.length;
  const known = widths.get(segment);
  if (known !== undefined) return known;
  const width = stringWidth(segment);
  if (widths.size >= maxRemembered) widths.clear();
  widths.set(segment, width);
  return width;
}

const widths = new Map<string, number>();
const maxRemembered = 10_000;

const graphemes = new Intl.Segmenter();

/** Whether each character of a text uses one column. */
export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
