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
  /** Whether an object with these labels is selected. */
  matches(labels: StringMap | undefined): boolean;
  /** Returns the text for the API server, as Go prints it. */
  toString(): string;
}

export interface RequirementSelector extends LabelSelector {
  /** Sorted by key. An object has to match all requirements. */
  readonly requirements: readonly LabelRequirement[];
  readonly isEmpty: boolean;
}

/**
 * Parses a selector: `'app=web,tier in (a,b)'`, a map of labels `{ app: 'web' }`, or a {@link LabelSelectorSpec} `{ matchLabels,
 * matchExpressions }`. An empty selector selects everything.
 *
 * The grammar is the grammar of apimachinery's `labels.Parse`. `String(selector)` is also as in apimachinery: sorted by key, no
 * blanks. An absent label matches only `!=`, `notin` and `!key`. `>` and `<` compare whole numbers of 64 bits.
 *
 * `null` selects nothing, as `selector: null` of an object does in Kubernetes. Do not send such a selector to a server: its
 * `String` is empty, and would select everything.
 *
 * @throws OptionsError that points at the place where the text breaks the grammar, or names the part of the object
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

/** Parses a selector as `labelSelector` does, and returns it with its requirements; `null` selects nothing. */
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
 * Returns the labels of a selector of terms `key=value`, for a new object (apimachinery's `ConvertSelectorToLabelsMap`). If a key
 * is repeated, the last value counts.
 *
 * @throws OptionsError that shows the place of the mistake; also for another operator than `=`, and for an empty term
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
