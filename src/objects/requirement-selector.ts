import type { StringMap } from './kube-object.ts';
import type { LabelRequirement } from './label-requirement.ts';
import type { LabelSelector } from './label-selector.ts';
import { parseLabelSelector } from './label-selector-parser.ts';
import {
  isLabelSelectorSpec,
  type LabelSelectorSpec,
  requirementsOfMap,
  requirementsOfSpec,
} from './label-selector-spec.ts';
import { isRecord } from './merge-patch.ts';
import { OptionsError } from './options-error.ts';

/** A label selector whose parts can be seen. */
export interface RequirementSelector extends LabelSelector {
  /** Sorted by key; all of them must hold. */
  readonly requirements: readonly LabelRequirement[];
  /** Whether it selects everything. */
  readonly isEmpty: boolean;
}

/** What `labelSelector` gives, with its parts; `null` selects nothing. */
export function requirementSelector(
  from: string | StringMap | LabelSelectorSpec | null,
): RequirementSelector {
  if (from === null) return nothing;
  if (typeof from === 'string') return selectorOf(parseLabelSelector(from));
  if (!isRecord(from)) {
    throw new OptionsError('labelSelector', from, 'a text, a map of labels or a LabelSelectorSpec');
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
