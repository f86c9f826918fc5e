import stringWidth from 'string-width';

/** How many columns of a terminal a text takes, at most `most`: the rest of the text is not measured then. */
export function widthOf(text: string, most: number = Number.POSITIVE_INFINITY): number {
  if (isAscii(text)) return Math.min(text.length, most);
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width >= most) return most;
  }
  return width;
}

/** A text in exactly so many columns: cut with `…`, or with blanks behind. */
export function fitted(text: string, width: number): string {
  const room = width - widthOf(text, width + 1);
  if (room >= 0) return text + ' '.repeat(room);
  if (width <= 0) return '';
  const start = isAscii(text) ? text.slice(0, width - 1) : startOf(text, width - 1);
  return `${start}…${' '.repeat(width - 1 - widthOf(start))}`;
}

/** As many whole characters, as a reader counts them, as fit; half of a wide one is none. */
function startOf(text: string, width: number): string {
  let start = '';
  let room = width;
  for (const { segment } of graphemes.segment(text)) {
    room -= widthOf(segment);
    if (room < 0) break;
    start += segment;
  }
  return start;
}

const graphemes = new Intl.Segmenter();
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
