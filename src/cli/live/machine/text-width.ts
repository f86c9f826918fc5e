import sliceAnsi from 'slice-ansi';
import stringWidth from 'string-width';

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  return isAscii(text) ? text.length : stringWidth(text);
}

/** A text in exactly so many columns: cut with `…`, or with blanks behind. */
export function fitted(text: string, width: number): string {
  const room = width - widthOf(text);
  if (room >= 0) return text + ' '.repeat(room);
  if (width <= 0) return '';
  const start = isAscii(text) ? text.slice(0, width - 1) : sliceAnsi(text, 0, width - 1);
  return `${start}…${' '.repeat(Math.max(0, width - 1 - widthOf(start)))}`; // half of a wide character is no place for it
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);
