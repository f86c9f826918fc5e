import { type Json, recordsAt } from '../json.ts';
import { labelErrors } from '../metadata/metadata-errors.ts';
import { labelValueProblems, qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { type FieldError, fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';

/** Returns the errors in the label selector of an object (`ValidateLabelSelector` of the kube-apiserver). */
export function selectorErrors(selector: Json, path: string): readonly FieldError[] {
  return [
    ...labelErrors(selector['matchLabels'], `${path}.matchLabels`),
    ...recordsAt(selector, 'matchExpressions').flatMap((one, at) =>
      expressionErrors(one, `${path}.matchExpressions[${at}]`),
    ),
  ];
}

function expressionErrors({ key, operator, values }: Json, path: string): readonly FieldError[] {
  const given = Array.isArray(values) ? values.map(String) : [];
  const name = typeof key === 'string' ? key : '';
  return [
    ...operatorErrors(operator ?? '', given.length, path),
    ...qualifiedNameProblems(name).map((why) => fieldInvalid(`${path}.key`, name, why)),
    ...given.flatMap((value, at) =>
      labelValueProblems(value).map((why) => fieldInvalid(`${path}.values[${at}]`, value, why)),
    ),
  ];
}

function operatorErrors(operator: unknown, count: number, path: string): readonly FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0
        ? []
        : [fieldRequired(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0
        ? []
        : [
            fieldForbidden(
              `${path}.values`,
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ];
    default:
      return [fieldInvalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}
