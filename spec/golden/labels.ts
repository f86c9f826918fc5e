import type { StringMap } from '../../src/objects/index.ts';
import { labelsOfSelector, requirementSelector } from '../../src/objects/label-selector.ts';
import type { LabelSelectorSpec } from '../../src/objects/label-selector-spec.ts';
import { outcome } from './outcome.ts';
import type { Topic } from './topic.ts';

/**
 * Replays `labels.json`: the test cases make label selectors from a text, a map or an object, and read the labels of a
 * selector.
 */
export const labels: Topic = (golden, tables) => {
  const sets = tables['sets'] as readonly StringMap[];
  const given = golden['in'];
  return outcome(golden, ['fn', 'in'], () => {
    switch (golden['fn']) {
      case 'labels.Parse':
        return seen(given as string, sets);
      case 'labels.SelectorFromSet':
        return { ...seen(given as StringMap, sets), out: String(requirementSelector(given as StringMap)) };
      case 'metav1.LabelSelectorAsSelector':
        return seen(given as LabelSelectorSpec | null, sets);
      case 'labels.ConvertSelectorToLabelsMap':
        return { out: labelsOfSelector(given as string) };
      default:
        throw new Error(`no function ${String(golden['fn'])}`);
    }
  });
};

function seen(
  from: string | StringMap | LabelSelectorSpec | null,
  sets: readonly StringMap[],
): Readonly<Record<string, unknown>> {
  const selector = requirementSelector(from);
  return {
    string: String(selector),
    requirements: selector.requirements.map(({ key, operator, values }) => ({
      key,
      operator,
      values: [...new Set(values)].sort(), // `Values()` of client-go returns a set
    })),
    empty: selector.isEmpty,
    matches: [...sets.keys()].filter((index) => selector.matches(sets[index])),
  };
}
