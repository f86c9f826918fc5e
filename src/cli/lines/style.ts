/** How a line looks on a terminal; elsewhere all of these leave a text as it is. */
export interface Style {
  readonly added: (text: string) => string;
  readonly updated: (text: string) => string;
  readonly deleted: (text: string) => string;
  /** What matters less. */
  readonly dim: (text: string) => string;
  /** What went wrong. */
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

/** Colours on a terminal that has them, unless `NO_COLOR` is set (no-color.org). */
export function styleFor(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  const { NO_COLOR: noColour = '', TERM: terminal } = environment;
  return stream.isTTY === true && noColour === '' && terminal !== 'dumb' ? colourStyle : plainStyle;
}
