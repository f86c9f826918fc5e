import { aString, checkArgument, checkOptions, type Rule } from './check-options.ts';
import type { StringMap } from './kube-object.ts';
import {
  type LabelOperator,
  type LabelRequirement,
  labelRequirement,
  type Refusal,
} from './label-requirement.ts';
import { isRecord } from './merge-patch.ts';
import { OptionsError } from './options-error.ts';

/** A label selector as an object, as in `deployment.spec.selector`. */
export interface LabelSelectorSpec {
  readonly matchLabels?: StringMap;
  readonly matchExpressions?: readonly {
    readonly key: string;
    /** The operator: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/**
 * Returns whether an object is a {@link LabelSelectorSpec} and not a map of labels. In a map of labels, a
 * label can have the name `matchLabels`, but its value is then a string.
 */
export function isLabelSelectorSpec(from: object): from is LabelSelectorSpec {
  const members = Object.entries(from);
  return (
    members.some(([, value]) => typeof value === 'object') ||
    members.every(([name, value]) => Object.hasOwn(specRules, name) && typeof value !== 'string')
  );
}

/**
 * Returns the requirements of a selector object, in the order of the object, like apimachinery's
 * `LabelSelectorAsSelector`. A part of the object that is null counts as absent.
 *
 * @throws OptionsError that names the wrong part of the object
 */
export function requirementsOfSpec(spec: LabelSelectorSpec): readonly LabelRequirement[] {
  checkOptions('labelSelector', spec, specRules);
  return [
    ...requirementsOfMap(spec.matchLabels ?? {}, 'matchLabels.'),
    ...(spec.matchExpressions ?? []).map((expression, index) =>
      requirementOfExpression(expression, `labelSelector: matchExpressions[${index}]`),
    ),
  ];
}

/**
 * Creates a requirement with the operator `=` for each label of a map.
 *
 * @throws OptionsError that names the wrong label
 */
export function requirementsOfMap(labels: StringMap, path = ''): readonly LabelRequirement[] {
  return Object.entries(labels).map(([key, value]) => {
    const option = `labelSelector: ${path}${key}`;
    checkArgument(option, value, aString);
    return labelRequirement(key, '=', [value], (part, problem) =>
      part === 'key'
        ? new OptionsError(option, key, 'a label key', problem)
        : new OptionsError(option, value, 'a label value', problem),
    );
  });
}

function requirementOfExpression(expression: unknown, path: string): LabelRequirement {
  if (!isRecord(expression)) throw new OptionsError(path, expression, '{ key, operator, values? }');
  const { key, operator, values } = expression;
  checkArgument(`${path}.key`, key, aString);
  const meant = operators.get(operator);
  if (meant === undefined)
    throw new OptionsError(`${path}.operator`, operator, [...operators.keys()].join(', '));
  checkArgument(`${path}.values`, values ?? [], stringArray);

  const given = (values ?? []) as readonly string[];
  const takesValues = meant === 'in' || meant === 'notin';
  if (takesValues !== given.length > 0) {
    const problem = `the operator ${meant} takes ${takesValues ? 'one value or more' : 'no value'}`;
    throw new OptionsError(`${path}.values`, values, 'what its operator takes', problem);
  }
  const refuse: Refusal = (part, problem) =>
    part === 'key'
      ? new OptionsError(`${path}.key`, key, 'a label key', problem)
      : new OptionsError(`${path}.values[${part}]`, given[part], 'a label value', problem);
  return labelRequirement(key as string, meant, given, refuse);
}

const operators: ReadonlyMap<unknown, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

const stringArray: Rule = {
  allowed: 'an array of strings',
  test: (given) => Array.isArray(given) && given.every((value) => typeof value === 'string'),
};

const specRules = {
  matchLabels: { allowed: 'a map of labels', test: (given) => given === null || isRecord(given) },
  matchExpressions: { allowed: 'an array', test: (given) => given === null || Array.isArray(given) },
} satisfies Record<string, Rule>;
