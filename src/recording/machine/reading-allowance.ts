import { deepestJson, endOfString } from '../../objects/index.ts';

/**
 * How much is done for one object: how much of its texts is read as JSON, because a text of 16 MB can stand for 5 million
 * values, and how many characters are compared, because an object can hold many Secrets.
 */
export interface ReadingAllowance {
  /** Whether a text that is to be unescaped is within it. */
  covers(text: string): boolean;
  /** Whether a text that is to be parsed is within it: its characters, values, keys and levels. */
  coversJson(text: string): boolean;
  /** Whether so many comparisons of a character with a character are within it. */
  coversComparisons(count: number): boolean;
}

/** Texts that stand in another text count again. */
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

/** Twice what a real API server stores of an object. */
const mostCharacters = 2 ** 21;
/** Commas and brackets. */
const mostValues = 131_072;
/** What a key in a new order costs: V8 needs 3 µs for it, twice. */
const valuesOfShape = 6;
/** What a text costs beside its values: the error of one that is no JSON takes 4 µs. */
const valuesOfText = 8;
/** Different ones: V8 needs 3 µs and more for each. */
const mostKeys = 16_384;
/** In the worst case: 1,000 characters of labels with 128 Ki of values. */
const mostComparisons = 2 ** 27;
