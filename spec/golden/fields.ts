import {
  escapeFieldValue,
  fieldSelector,
  type StringMap,
  unescapeFieldValue,
} from '../../src/objects/index.ts';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/** Replays `fields.json`: the test cases parse field selectors and escape values. */
export const fields: Topic = (golden, tables) => {
  const sets = tables['sets'] as readonly StringMap[];
  const given = golden['in'] as string;
  return outcome(golden, ['fn', 'in'], () => {
    switch (golden['fn']) {
      case 'fields.ParseSelector':
        return seen(given, sets);
      case 'fields.EscapeValue':
        return { out: escapeFieldValue(given) };
      case 'fields.UnescapeValue':
        return { out: unescapeFieldValue(given) };
      default:
        throw new Error(`no function ${String(golden['fn'])}`);
    }
  });
};

function seen(text: string, sets: readonly StringMap[]): Readonly<Record<string, unknown>> {
  const selector = fieldSelector(text);
  return {
    string: String(selector),
    requirements: selector.requirements.map(({ field, operator, value }) => [field, operator, value]),
    empty: selector.requirements.length === 0,
    matches: sets.flatMap((set, index) => (selector.matches(set) ? [index] : [])),
  };
}
