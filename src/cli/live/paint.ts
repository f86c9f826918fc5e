import { plainStyle, type Style, styleFor } from '../lines/style.ts';

/** The styles of a live table. Without colours, each function returns the text unchanged. */
export interface Paint extends Style {
  /** Returns a text in the style of a heading. */
  readonly strong: (text: string) => string;
  /** Returns the text of a row in the style for a deleted object. */
  readonly gone: (text: string) => string;
}

/** Returns functions that add colours, under the same conditions as `styleFor`: not with `NO_COLOR`. */
export function paintFor(...of: Parameters<typeof styleFor>): Paint {
  const style = styleFor(...of);
  return style === plainStyle
    ? { ...style, strong: same, gone: same }
    : { ...style, strong: bold, gone: struck };
}

const same = (text: string): string => text;
const bold = (text: string): string => `\u001b[1m${text}\u001b[0m`;
const struck = (text: string): string => `\u001b[2;9m${text}\u001b[0m`;
