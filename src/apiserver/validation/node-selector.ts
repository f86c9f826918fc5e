import { isRecord } from '../../objects/index.ts';
import { labelValueProblems } from '../metadata/qualified-name.ts';
import { sorted } from '../sorted.ts';
import { fieldDuplicate, fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, different, distinct, every, items, members, required, text } from './check.ts';
import { dnsSubdomain, labelKey } from './names.ts';

const values: Check = (value, path) => {
  const { operator = '', values: given } = isRecord(value) ? value : {};
  const count = Array.isArray(given) ? given.length : 0;
  const at = `${path}.values`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [fieldRequired(at, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0
        ? []
        : [fieldForbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return count === 1
        ? []
        : [fieldRequired(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [fieldInvalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
};

const expression: Check = every(values, members({ key: labelKey }));
const strict: Check = every(expression, members({ values: items(text(labelValueProblems)) }));

/** Checks a requirement of `matchFields` in a node selector. `metadata.name` is the only allowed field. */
const fieldExpression: Check = (value, path) => {
  const { key = '', operator = '', values: given } = isRecord(value) ? value : {};
  const names = Array.isArray(given) ? given : [];
  const isKnown = operator === 'In' || operator === 'NotIn';
  return [
    ...(isKnown
      ? names.length === 1
        ? []
        : [fieldRequired(`${path}.values`, "must be only one value when `operator` is 'In' or 'NotIn'")]
      : [fieldInvalid(`${path}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name'
      ? items(dnsSubdomain)(names, `${path}.values`)
      : [fieldInvalid(`${path}.key`, key, 'not a valid field selector key')]),
  ];
};

const term = (one: Check): Check =>
  members({ matchExpressions: items(one), matchFields: items(fieldExpression) });

/**
 * Checks the preferred nodes in the node affinity of a pod. Label values are not validated, because an invalid label
 * value only has the effect that the preference matches no node.
 */
export const preferredNodes: Check = term(expression);

/**
 * Checks the required terms of a node selector (`ValidateNodeSelector`). A node selector must have at least one term.
 */
export const nodeSelector: Check = members({
  nodeSelectorTerms: required(items(term(strict)), 'must have at least one node selector term'),
});

/** Checks one topology term of a storage class: its requirements for the labels of nodes. */
const labelsOfNodes: Check = members({
  matchLabelExpressions: every(
    items(members({ values: required(different), key: labelKey })),
    distinct('key'),
  ),
});

/** Checks `allowedTopologies` of a storage class. Empty and duplicate topologies are invalid. */
export const topologies: Check = (value, path) => {
  const seen = new Set(['[]']);
  return items((one, at) => {
    const { matchLabelExpressions: given } = isRecord(one) ? one : {};
    const all = Array.isArray(given) ? given.filter(isRecord) : [];
    const text = JSON.stringify(sorted(all));
    const isRepeated = seen.has(text);
    seen.add(text);
    return [
      ...labelsOfNodes(one, at),
      ...(isRepeated ? [fieldDuplicate(`${at}.matchLabelExpressions`, '')] : []),
    ];
  })(value, path);
};
