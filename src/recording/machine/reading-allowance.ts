import { deepestJson, endOfString } from '../../objects/index.ts';

/**
 * Limits the work for one object: the texts that are parsed as JSON, because a text of 16 MB can contain 5 million values, and the
 * comparisons of characters, because an object can contain many Secrets.
 */
export interface ReadingAllowance {
  /** Whether unescaping a text is within the limits. */
  covers(text: string): boolean;
  /** Whether parsing a text is within the limits: its characters, values, keys and levels. */
  coversJson(text: string): boolean;
  /** Whether so many comparisons of two characters are within the limits. */
  coversComparisons(count: number): boolean;
}

/** Makes the limits of one object. A text within another text counts again. */
export function createReadingAllowance(): ReadingAllowance {
  let characters = mostCharacters;
  let values = mostValues;
  let comparisons = mostComparisons;
  const keys = new Set<string>();
  /** The number of each order of keys, by the number of the order without its last key, and that key. */
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
  const isWithin = (depth: number): boolean => values >= 0 && keys.size <= mostKeys && depth <= deepestJson;
  return {
    covers,
    coversJson(text) {
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
    coversComparisons(count) {
      comparisons -= count;
      return comparisons >= 0;
    },
  };
}

/** Twice the size of an object that a real API server can store. */
const mostCharacters = 2 ** 21;
/** Commas and brackets. */
const mostValues = 131_072;
/** In values: the cost of a key in a new order, for which V8 needs 3 µs, twice. */
const valuesOfShape = 6;
/** In values: the cost of a text, because the error of a text that is no JSON takes 4 µs. */
const valuesOfText = 8;
/** Different keys: V8 needs 3 µs or more for each. */
const mostKeys = 16_384;
/** In the worst case: 1,000 characters of labels with 128 Ki of values. */
const mostComparisons = 2 ** 27;
