import { deepestJson, endOfString } from '../../objects/index.ts';

/**
 * The limits of the work to find Secrets in one object. The first limit is for texts that are parsed as JSON,
 * because a text of 16 MB can contain 5 million values. The second limit is for comparisons of characters,
 * because an object can contain many Secrets.
 */
export interface ReadLimits {
  /**
   * Subtracts the length of a text that has to be unescaped from the limit. Returns whether the limit is
   * kept.
   */
  covers(text: string): boolean;
  /**
   * Subtracts the characters, values and keys of a text that has to be parsed from the limits. Returns
   * whether all limits and the maximum depth are kept.
   */
  spendJson(text: string): boolean;
  /** Subtracts `count` comparisons of two characters from the limit. Returns whether the limit is kept. */
  spendComparisons(count: number): boolean;
}

/** Creates the limits for one object. A text that is within another text counts again. */
export function createReadLimits(): ReadLimits {
  let characters = maxCharacters;
  let values = maxValues;
  let comparisons = maxComparisons;
  const keys = new Set<string>();
  /**
   * Assigns a number to each known order of keys in JSON objects. The key of a map entry consists of two
   * parts: the number of the order without its last key, and that last key.
   */
  const shapes = new Map<string, number>();
  const shapeWith = (shape: number, key: string): number => {
    const path = `${shape} ${key}`;
    const known = shapes.get(path);
    if (known !== undefined) return known;
    values -= valuesOfShape;
    shapes.set(path, shapes.size + 1);
    return shapes.size;
  };

  const covers = (text: string): boolean => {
    characters -= text.length;
    return characters >= 0;
  };
  const isWithin = (depth: number): boolean => values >= 0 && keys.size <= maxKeys && depth <= deepestJson;
  return {
    covers,
    spendJson(text) {
      values -= valuesOfText;
      if (!covers(text)) return false;
      let depth = 0;
      let last = '';
      let shape = 0;
      const outer: number[] = [];
      for (let at = 0; at < text.length && isWithin(depth); at++) {
        switch (text[at]) {
          case '"': {
            const end = endOfString(text, at);
            last = text.slice(at, end);
            at = end;
            break;
          }
          case ':':
            keys.add(last);
            shape = shapeWith(shape, last);
            break;
          case ',':
            values--;
            break;
          case '{':
            outer.push(shape);
            shape = 0;
            values--;
            depth++;
            break;
          case '[':
            values--;
            depth++;
            break;
          case '}':
            shape = outer.pop() ?? 0;
            depth--;
            break;
          case ']':
            depth--;
        }
      }
      return isWithin(depth);
    },
    spendComparisons(count) {
      comparisons -= count;
      return comparisons >= 0;
    },
  };
}

/**
 * The maximum number of characters, which is twice the size of an object that a real API server can store.
 */
const maxCharacters = 2 ** 21;
/** The maximum number of values. Values are counted as commas and opening brackets. */
const maxValues = 131_072;
/** The cost of a key in a new order of keys, as a number of values. V8 needs 6 µs for such a key. */
const valuesOfShape = 6;
/**
 * The cost of a text that is parsed, as a number of values. If the text is not JSON, V8 needs 4 µs for the
 * error.
 */
const valuesOfText = 8;
/** The maximum number of different keys. V8 needs 3 µs or more for each key. */
const maxKeys = 16_384;
/**
 * The maximum number of character comparisons. An object with 1,000 characters of labels and 128 Ki
 * characters of Secret values needs this number.
 */
const maxComparisons = 2 ** 27;
