import { isRecord, labelSelector, type StringMap } from '../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../json.ts';
import { selectorErrors } from '../resources/selector-errors.ts';
import { sorted } from '../sorted.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import type { Check } from './check.ts';

/** A label selector (`ValidateLabelSelector`), where one was given. */
export const selector: Check = (value, path) => (isRecord(value) ? selectorErrors(value, path) : []);

/**
 * The selector of a controller and the template of its pods. The selector has to match the template, or the controller would
 * make pods for ever. The template is not checked beside a broken selector.
 *
 * @param kind - the name of the kind in the message about a selector of all pods
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

/** The same of a daemon set, whose selector may be absent or broken without an error of its own. */
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

/** An absent selector matches no template, an empty one matches each. */
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
