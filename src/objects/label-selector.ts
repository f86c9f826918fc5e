import type { StringMap } from './kube-object.ts';
import {
  labelKeyProblem,
  type LabelRequirement,
  labelRequirement,
  labelValueProblem,
} from './label-requirement.ts';
import { parseLabelSelector } from './label-selector-parser.ts';
import {
  isLabelSelectorSpec,
  type LabelSelectorSpec,
  requirementsOfMap,
  requirementsOfSpec,
} from './label-selector-spec.ts';
import { isRecord } from './merge-patch.ts';
import { OptionsError, selectorError } from './options-error.ts';

/** A parsed label selector. `String(selector)` is the text for the API server. */
export interface LabelSelector {
  /** Returns whether the selector selects an object with these labels. */
  matches(labels: StringMap | undefined): boolean;
  /** Returns the text of the selector for the API server. The text is the same that Go prints. */
  toString(): string;
}

export interface RequirementSelector extends LabelSelector {
  /** The requirements of the selector, sorted by key. An object has to match all requirements. */
  readonly requirements: readonly LabelRequirement[];
  readonly isEmpty: boolean;
}

/**
 * Parses a label selector. The selector is a text `'app=web,tier in (a,b)'`, a map of labels `{ app: 'web'
 * }`, or a {@link LabelSelectorSpec} `{ matchLabels, matchExpressions }`. An empty selector selects
 * everything.
 *
 * The grammar is the grammar of apimachinery's `labels.Parse`. `String(selector)` also returns the same text
 * as apimachinery: sorted by key, without optional blanks. An absent label matches only `!=`, `notin` and
 * `!key`. The operators `>` and `<` compare whole numbers of 64 bits.
 *
 * A selector of `null` selects nothing, like `selector: null` in a Kubernetes object. Do not send such a
 * selector to a server. Its text is empty, and an empty text selects everything.
 *
 * @throws OptionsError whose message shows the wrong place in the text, or names the wrong part of the object
 *
 * @example
 * ```ts
 * const selector = labelSelector('app in (web, api), tier != test');
 * selector.matches({ app: 'web' }); // true
 * String(selector); // 'app in (api,web),tier!=test'
 * ```
 */
export function labelSelector(from: string | StringMap | LabelSelectorSpec): LabelSelector {
  return requirementSelector(from);
}

/**
 * Parses a label selector as `labelSelector` does. The returned selector also contains its requirements. A
 * selector of `null` selects nothing.
 */
export function requirementSelector(
  from: string | StringMap | LabelSelectorSpec | null,
): RequirementSelector {
  if (from === null) return nothing;
  if (typeof from === 'string') return selectorOf(parseLabelSelector(from, labelRequirement));
  if (!isRecord(from)) {
    throw new OptionsError(
      'labelSelector',
      from,
      'a text, a map of labels or { matchLabels, matchExpressions }',
    );
  }
  return selectorOf(isLabelSelectorSpec(from) ? requirementsOfSpec(from) : requirementsOfMap(from));
}

function selectorOf(requirements: readonly LabelRequirement[]): RequirementSelector {
  const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return {
    requirements: sorted,
    isEmpty: sorted.length === 0,
    matches: (labels) => sorted.every((requirement) => requirement.matches(labels ?? {})),
    toString: () => sorted.join(','),
  };
}

const nothing: RequirementSelector = {
  requirements: [],
  isEmpty: false,
  matches: () => false,
  toString: () => '',
};

/**
 * Returns the labels for a new object that a selector would select, like apimachinery's
 * `ConvertSelectorToLabelsMap`. All terms of the selector have to be `key=value`. If the selector contains a
 * key twice, the last value counts.
 *
 * @throws OptionsError for a mistake in the text, for another operator than `=`, and for an empty term. The
 * message shows the place of the mistake
 */
export function labelsOfSelector(text: string): StringMap {
  if (text === '') return {};
  let at = 0;
  const labels = text.split(',').map((term) => {
    const start = at;
    at += term.length + 1;
    const refuse = (offset: number, problem: string): Error =>
      selectorError('labelsOfSelector', 'terms key=value', text, start + offset, problem);

    const [key = '', value, ...more] = term.split('=');
    if (value === undefined) throw refuse(term.length, "expected '='");
    if (more.length > 0) throw refuse(key.length + value.length + 1, "expected ',' or the end");
    const problem = labelKeyProblem(key.trim()) ?? labelValueProblem(value.trim());
    if (problem !== undefined)
      throw refuse(labelKeyProblem(key.trim()) === undefined ? key.length + 1 : 0, problem);
    return [key.trim(), value.trim()] as const;
  });
  return Object.fromEntries(labels);
}
