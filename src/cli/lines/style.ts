/** The styles of a line on a terminal. Elsewhere, each function returns the text unchanged. */
export interface Style {
  readonly added: (text: string) => string;
  readonly updated: (text: string) => string;
  readonly deleted: (text: string) => string;
  /** For less important text. */
  readonly dim: (text: string) => string;
  /** For a problem. */
  readonly warning: (text: string) => string;
}

const plain = (text: string): string => text;
const paint =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`;

export const plainStyle: Style = { added: plain, updated: plain, deleted: plain, dim: plain, warning: plain };

export const colourStyle: Style = {
  added: paint(32),
  updated: paint(33),
  deleted: paint(31),
  dim: paint(2),
  warning: paint(33),
};

/** Returns colours for a terminal that supports them, unless `NO_COLOR` is set (no-color.org). */
export function styleFor(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  const { NO_COLOR: noColour = '', TERM: terminal } = environment;
  return stream.isTTY === true && noColour === '' && terminal !== 'dumb' ? colourStyle : plainStyle;
}
