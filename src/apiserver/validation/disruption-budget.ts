import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../json.ts';
import { fieldInvalid, fieldTooMany } from '../status/invalid.ts';
import { type Check, every, members, oneOf, present } from './check.ts';
import { intOrPercentUpTo100 } from './int-or-percent.ts';
import { selector } from './selected-template.ts';

/**
 * The maximum number of terms and values in the selector of a PodDisruptionBudget. The limit exists because each
 * eviction in the namespace reads all selectors.
 */
const maxTerms = 100;

function termsOf(given: Json): number {
  const expressions = recordsAt(given, 'matchExpressions');
  const values = expressions.map((one) => (Array.isArray(one['values']) ? one['values'].length : 0));
  const terms = Object.keys(recordAt(given, 'matchLabels')).length + expressions.length;
  return values.reduce((sum, length) => sum + length, terms);
}

const boundedSelector: Check = (value, path) => {
  const count = termsOf(isRecord(value) ? value : {});
  return count > maxTerms ? [fieldTooMany(path, count, maxTerms)] : selector(value, path);
};

/** Checks the spec of a PodDisruptionBudget (`ValidatePodDisruptionBudgetSpec`). */
export const disruptionBudgetSpec: Check = every(
  (value, path) =>
    isRecord(value) && value['minAvailable'] !== undefined && value['maxUnavailable'] !== undefined
      ? [fieldInvalid(path, value, 'minAvailable and maxUnavailable cannot be both set')]
      : [],
  members({
    minAvailable: present(intOrPercentUpTo100),
    maxUnavailable: present(intOrPercentUpTo100),
    selector: boundedSelector,
    unhealthyPodEvictionPolicy: present(oneOf('AlwaysAllow', 'IfHealthyBudget')),
  }),
);
