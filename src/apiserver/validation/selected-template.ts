import { isRecord, labelSelector, type StringMap } from '../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../json.ts';
import { selectorErrors } from '../resources/selector-errors.ts';
import { sorted } from '../sorted.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import type { Check } from './check.ts';

/** Checks a label selector (`ValidateLabelSelector`). An absent selector is valid. */
export const selector: Check = (value, path) => (isRecord(value) ? selectorErrors(value, path) : []);

/**
 * Returns the check for the selector and the pod template of a workload. The selector must match the labels of the
 * template, because otherwise the controller of the workload would create pods forever. If the selector is invalid, the
 * template is not checked.
 *
 * @param kind - the name of the kind in the error message for an empty selector
 */
export function selectedTemplate(kind: string, template: Check): Check {
  return (value, path) => {
    const spec = isRecord(value) ? value : {};
    const broken = selector(spec['selector'], `${path}.selector`);
    if (broken.length > 0)
      return [...broken, fieldInvalid(`${path}.selector`, spec['selector'], 'invalid label selector')];
    return [
      ...(isRecord(spec['selector']) ? [] : [fieldRequired(`${path}.selector`, '')]),
      ...emptyErrors(spec, path, kind),
      ...mismatchErrors(spec, path),
      ...template(spec['template'], `${path}.template`),
    ];
  };
}

/**
 * Returns the check for the selector and the pod template of a daemon set. Unlike in `selectedTemplate`, the template
 * is checked even if the selector is invalid.
 */
export function daemonTemplate(template: Check): Check {
  return (value, path) => {
    const spec = isRecord(value) ? value : {};
    const broken = selector(spec['selector'], `${path}.selector`);
    return [
      ...broken,
      ...(broken.length > 0 ? [] : mismatchErrors(spec, path)),
      ...emptyErrors(spec, path, 'daemonset'),
      ...template(spec['template'], `${path}.template`),
    ];
  };
}

function emptyErrors(spec: Json, path: string, kind: string): readonly FieldError[] {
  return isRecord(spec['selector']) && isEmpty(spec['selector'])
    ? [fieldInvalid(`${path}.selector`, {}, `empty selector is invalid for ${kind}`)]
    : [];
}

const isEmpty = (given: Json): boolean =>
  Object.keys(recordAt(given, 'matchLabels')).length === 0 &&
  recordsAt(given, 'matchExpressions').length === 0;

/**
 * Returns an error if the selector of a workload does not match the labels of its pod template. An absent selector
 * matches no template, and an empty selector matches every template.
 */
export function mismatchErrors(spec: Json, path: string): readonly FieldError[] {
  const labels = recordAt(recordAt(recordAt(spec, 'template'), 'metadata'), 'labels');
  const given = spec['selector'];
  return isRecord(given) && labelSelector(given).matches(labels as StringMap)
    ? []
    : [
        fieldInvalid(
          `${path}.template.metadata.labels`,
          sorted(labels),
          '`selector` does not match template `labels`',
        ),
      ];
}
