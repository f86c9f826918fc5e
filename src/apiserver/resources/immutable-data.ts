import { isSame } from '../json.ts';
import { fieldForbidden } from '../status/invalid.ts';
import type { Rule } from './immutable.ts';

/**
 * Returns a rule for objects with `immutable: true`, such as config maps. The rule rejects an update that changes
 * `immutable` or one of the given fields.
 */
export function immutableData(...names: readonly string[]): Rule {
  return (object, existing) => {
    if (existing?.['immutable'] !== true) return [];
    const opened = object['immutable'] === true ? [] : ['immutable'];
    const changed = names.filter((name) => !isSame(object[name], existing[name]));
    return [...opened, ...changed].map((name) =>
      fieldForbidden(name, 'field is immutable when `immutable` is set'),
    );
  };
}
