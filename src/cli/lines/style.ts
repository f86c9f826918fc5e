/** The styles of a line on a terminal. If the output is not a terminal, each function returns the text unchanged. */
export interface Style {
  readonly added: (text: string) => string;
  readonly updated: (text: string) => string;
  readonly deleted: (text: string) => string;
  /** Returns a text in the colour for less important text. */
  readonly dim: (text: string) => string;
  /** Returns a text in the colour for a problem. */
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

/** Returns functions that add colours if the terminal supports colours and `NO_COLOR` is not set (no-color.org). */
export function styleFor(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  const { NO_COLOR: noColour = '', TERM: terminal } = environment;
  return stream.isTTY === true && noColour === '' && terminal !== 'dumb' ? colourStyle : plainStyle;
}
