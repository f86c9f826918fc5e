import { plainStyle, type Style, styleFor } from '../lines/style.ts';

/** How the parts of a live table look; without colours all of these leave a text as it is. */
export interface Paint extends Style {
  /** Headings. */
  readonly strong: (text: string) => string;
  /** A row whose object has gone. */
  readonly gone: (text: string) => string;
}

/** With colours where lines would have them: not with `NO_COLOR`. */
export function paintFor(...of: Parameters<typeof styleFor>): Paint {
  const style = styleFor(...of);
  return style === plainStyle
    ? { ...style, strong: same, gone: same }
    : { ...style, strong: bold, gone: struck };
}

const same = (text: string): string => text;
const bold = (text: string): string => `\u001b[1m${text}\u001b[0m`;
const struck = (text: string): string => `\u001b[2;9m${text}\u001b[0m`;
