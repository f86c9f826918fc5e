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

  const covers = (text: string): boolean => {
    characters -= text.length;
    return characters >= 0;
  };
  return {
    covers,
    coversJson(text) {
      values -= valuesOfText;
      if (!covers(text)) return false;
      let depth = 0;
      let last = '';
      for (let at = 0; at < text.length && values >= 0 && keys.size <= mostKeys; at++) {
        switch (text[at]) {
          case '"': {
            const end = endOfString(text, at);
            last = text.slice(at, end);
            at = end;
            break;
          }
          case ':':
            keys.add(last);
            values -= valuesOfKey;
            break;
          case ',':
            values--;
            break;
          case '{':
          case '[':
            values--;
            if (++depth > deepestJson) return false;
            break;
          case '}':
          case ']':
            depth--;
        }
      }
      return values >= 0 && keys.size <= mostKeys;
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
/** What a key costs: V8 needs 3 µs for one whose object has no other's keys in the same order, twice. */
const valuesOfKey = 6;
/** What a text costs beside its values: the error of one that is no JSON takes 4 µs. */
const valuesOfText = 8;
/** Different ones: V8 needs 3 µs and more for each. */
const mostKeys = 16_384;
/** In the worst case: 1,000 characters of labels with 128 Ki of values. */
const mostComparisons = 2 ** 27;
