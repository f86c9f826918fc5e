import { differences } from './differences.ts';
import { show } from './show.ts';

/** The letters of a diagram: the given letters, and one new letter for each other value. */
export interface Legend {
  readonly letterOf: (value: unknown) => string;
  /** Returns one line for each value without a given letter, for example `a = added shop/web@3 initial`. */
  readonly lines: () => readonly string[];
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');

/**
 * The symbol for all values after the 52nd different value, when no letter is left. The legend has no line
 * for this symbol.
 */
const none = '?';

/**
 * Creates the letters of a diagram. `isSame` decides whether a value is equal to a value with a given letter.
 */
export function legendOf(
  given: Readonly<Record<string, unknown>> = {},
  isSame: (value: unknown, named: unknown) => boolean = isEqual,
): Legend {
  const named = Object.entries(given);
  const own: { readonly letter: string; readonly value: unknown }[] = [];
  const taken = new Set(Object.keys(given));

  const freeLetter = (value: unknown): string => {
    const wanted = isLetter(value) ? [value] : [];
    return [...wanted, ...alphabet].find((letter) => !taken.has(letter)) ?? none;
  };

  return {
    letterOf(value) {
      const [known] = named.find(([, one]) => isSame(value, one)) ?? [];
      if (known !== undefined) return known;
      const before = own.find((one) => isEqual(value, one.value));
      if (before !== undefined) return before.letter;
      const letter = freeLetter(value);
      if (letter === none) return letter;
      taken.add(letter);
      own.push({ letter, value });
      return letter;
    },
    lines: () =>
      own
        .filter(({ letter, value }) => letter !== value)
        .map(({ letter, value }) => `${letter} = ${show(value)}`),
  };
}

/** Returns whether a value is a letter or a digit, so that the diagram can show the value itself. */
const isLetter = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-zA-Z0-9]$/.test(value);

const isEqual = (value: unknown, other: unknown): boolean => differences(value, other).length === 0;
