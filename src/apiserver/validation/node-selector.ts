import { isRecord } from '../../objects/index.ts';
import { labelValueProblems } from '../metadata/qualified-name.ts';
import { fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
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

const expression: Check = every(values, members({ key: labelKey, values: items(text(labelValueProblems)) }));

/** Of the fields of a node only the name can be selected by. */
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

/** What a node is like, by its labels and its name (`ValidateNodeSelectorTerm`). */
export const nodeSelectorTerm: Check = members({
  matchExpressions: items(expression),
  matchFields: items(fieldExpression),
});

/** Nodes that one of some terms selects (`ValidateNodeSelector`). */
export const nodeSelector: Check = members({
  nodeSelectorTerms: required(items(nodeSelectorTerm), 'must have at least one node selector term'),
});

/** The topologies of a storage class: labels of nodes, each with its values. */
export const topologies: Check = items(
  members({
    matchLabelExpressions: every(
      items(members({ values: required(different), key: labelKey })),
      distinct('key'),
    ),
  }),
);
