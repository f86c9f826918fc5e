import { isRecord, labelSelector, OptionsError } from '../../../objects/index.ts';
import { type Json, recordsAt, type StoredObject } from '../../json.ts';
import { maxValues, sizeOf } from '../../json-size.ts';
import type { Collection } from '../../storage/collection.ts';
import { ruleText } from './policy-rule.ts';

/**
 * Finds the aggregated cluster roles with outdated rules. Yields each of these roles with the correct rules: the rules
 * of the roles that its `aggregationRule` selects, in the order of the role names, without duplicates. Yields
 * `undefined` after each comparison of two roles, so that the caller can pause.
 */
export function* staleAggregates(clusterRoles: Collection): Generator<StoredObject | undefined> {
  const snapshot = clusterRoles.snapshot();
  const roles = snapshot.keys.flatMap((key) => snapshot.get(key) ?? []);
  for (const role of roles) {
    const { aggregationRule } = role;
    if (!isRecord(aggregationRule)) continue;
    const selects = selection(aggregationRule);
    const gathered = new GatheredRules();
    for (const one of roles) {
      yield undefined;
      if (one !== role && selects(one)) gathered.add(rulesOf(one));
      if (gathered.isTooLarge) break;
    }
    // If the selected rules are too large, the role keeps its current rules.
    yield gathered.isTooLarge ? undefined : restored(role, gathered.rules);
  }
}

/** Collects the rules for one aggregated role. Stops as soon as the collected rules are too large. */
class GatheredRules {
  readonly rules: Json[] = [];
  #values = 0;
  #characters = 0;

  get isTooLarge(): boolean {
    return this.rules.length > maxRules || this.#values > maxValues || this.#characters > maxCharacters;
  }

  add(rules: readonly Json[]): void {
    for (const rule of rules) {
      if (this.isTooLarge) return;
      const { values, characters } = sizeOf(rule);
      this.#values += values;
      this.#characters += characters;
      this.rules.push(rule);
    }
  }
}

/**
 * The maximum number of rules of an aggregated role. For comparison, `cluster-admin` has 2 rules, and `admin` has about
 * 60 rules.
 */
const maxRules = 5_000;

/**
 * The maximum number of characters in the rules of an aggregated role. An object that a patch produces has the same
 * limit.
 */
const maxCharacters = 8 * 1_048_576;

function restored(role: StoredObject, rules: readonly Json[]): StoredObject | undefined {
  const [wanted, given] = [byText(rules), byText(rulesOf(role))];
  // The comparison ignores the order of the rules. If two roles select each other, each update of one role would change
  // the order of the rules in the other role, and the updates would never end.
  const isRight = rulesOf(role).length === wanted.size && [...wanted.keys()].every((text) => given.has(text));
  return isRight ? undefined : { ...role, rules: [...wanted.values()] };
}

/** Maps the text of each rule to the rule. Rules with the same text become one rule. */
const byText = (rules: readonly Json[]): ReadonlyMap<string, Json> =>
  new Map(rules.map((rule) => [ruleText(rule), rule]));

const rulesOf = (role: Json): readonly Json[] => recordsAt(role, 'rules');

/** Returns a function that checks whether any of the selectors matches a role. */
function selection({ clusterRoleSelectors }: Json): (role: StoredObject) => boolean {
  const given: readonly unknown[] = Array.isArray(clusterRoleSelectors) ? clusterRoleSelectors : [];
  const selectors = given.flatMap((one) => {
    try {
      return isRecord(one) ? [labelSelector(one)] : [];
    } catch (error) {
      if (error instanceof OptionsError) return []; // An invalid selector selects no role.
      throw error;
    }
  });
  return ({ metadata }) => selectors.some((selector) => selector.matches(metadata.labels));
}
