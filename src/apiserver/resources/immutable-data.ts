import { isSame } from '../json.ts';
import { fieldForbidden } from '../status/invalid.ts';
import type { Rule } from './immutable.ts';

/**
 * Returns a rule that rejects a change of an object with `immutable: true`. The rule applies to `immutable` and to the
 * given fields.
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
