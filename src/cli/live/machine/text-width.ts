import stringWidth from 'string-width';

/** How many columns of a terminal a text takes, at most `most`: the rest of the text is not measured then. */
export function widthOf(text: string, most: number = Number.POSITIVE_INFINITY): number {
  if (isAscii(text)) return Math.min(text.length, most);
  let width = 0;
  for (const { segment } of graphemes.segment(startFor(text, most))) {
    width += widthOfOne(segment);
    if (width >= most) return most;
  }
  return width;
}

/** A text in exactly so many columns: cut with `…`, or with blanks behind. */
export function fitted(text: string, width: number): string {
  if (width <= 0) return '';
  if (isAscii(text)) {
    return text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 1)}…`;
  }
  const start = startFor(text, width);
  let total = 0;
  // As many whole characters, as a reader counts them, as fit before the `…`; half of a wide one is none.
  let [end, endWidth] = [0, 0];
  for (const { segment, index } of graphemes.segment(start)) {
    total += widthOfOne(segment);
    if (total > width) return `${start.slice(0, end)}…${' '.repeat(width - 1 - endWidth)}`;
    if (total < width) [end, endWidth] = [index + segment.length, total];
  }
  return start + ' '.repeat(width - total);
}

/** The part of a text that is measured for so many columns: characters without a width could go on for ever. */
export function startFor(text: string, width: number): string {
  const most = longestCharacter + unitsOfColumn * width;
  if (text.length <= most) return text;
  const isInCharacter = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInCharacter ? most - 1 : most);
}

/** UTF-16 code units. A family of four has 11 in two columns. */
const unitsOfColumn = 8;
/** Real ones have at most some 15. */
const longestCharacter = 32;

/** Of one character, as a reader counts them. Remembered, for a table has few different ones and measures them often. */
function widthOfOne(segment: string): number {
  // Consonants and emoji can be joined without end, and terminals show them side by side.
  if (segment.length > longestCharacter) return segment.length;
  const known = widths.get(segment);
  if (known !== undefined) return known;
  const width = stringWidth(segment);
  if (widths.size >= mostRemembered) widths.clear();
  widths.set(segment, width);
  return width;
}

const widths = new Map<string, number>();
const mostRemembered = 10_000;

const graphemes = new Intl.Segmenter();

/** Whether each character takes one column. */
export const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
