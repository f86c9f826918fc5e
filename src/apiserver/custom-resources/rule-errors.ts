import type { Json } from '../json.ts';
import { type FieldError, fieldInvalid, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import { objectsIn, textIn } from './definition.ts';

/**
 * Validates the `x-kubernetes-validations` rules of a schema. The function does not validate CEL expressions, because
 * the server does not evaluate CEL.
 */
export function ruleErrors(schema: Json, path: string): readonly FieldError[] {
  return objectsIn(schema, 'x-kubernetes-validations').flatMap((rule, at) =>
    errorsOf(rule, `${path}[${at}]`),
  );
}

function errorsOf(rule: Json, path: string): readonly FieldError[] {
  const message = textIn(rule, 'message');
  const reason = textIn(rule, 'reason');
  return [
    ...(textIn(rule, 'rule').trim() === '' ? [fieldRequired(`${path}.rule`, 'rule is not specified')] : []),
    ...(/[\n\r]/.test(message.trim())
      ? [fieldInvalid(`${path}.message`, message, 'must not contain line breaks')]
      : []),
    ...(reason === '' || reasons.includes(reason)
      ? []
      : [fieldNotSupported(`${path}.reason`, reason, reasons)]),
  ];
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
