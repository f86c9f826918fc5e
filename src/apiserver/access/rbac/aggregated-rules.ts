import { isRecord, labelSelector, OptionsError } from '../../../objects/index.ts';
import { type Json, recordsAt, type StoredObject } from '../../json.ts';
import { mostValues, sizeOf } from '../../json-size.ts';
import type { Collection } from '../../storage/collection.ts';
import { ruleText } from './policy-rule.ts';

/**
 * Looks at the cluster roles one after the other, and yields each whose rules are not what its `aggregationRule` makes of
 * those that it selects, as it is to be: the rules of all of them, by their names, each once. Between them it yields
 * `undefined`, so that the caller can pause.
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
    // Beyond the bounds the role keeps the rules that it has.
    yield gathered.isTooLarge ? undefined : restored(role, gathered.rules);
  }
}

/** The rules for one role. No more are added once they are too large. */
class GatheredRules {
  readonly rules: Json[] = [];
  #values = 0;
  #characters = 0;

  get isTooLarge(): boolean {
    return this.rules.length > mostRules || this.#values > mostValues || this.#characters > mostCharacters;
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

/** `cluster-admin` has two, `admin` about 60. */
const mostRules = 5_000;

/** As in an object that patches make. */
const mostCharacters = 8 * 1_048_576;

function restored(role: StoredObject, rules: readonly Json[]): StoredObject | undefined {
  const [wanted, given] = [byText(rules), byText(rulesOf(role))];
  // Their order does not count: roles that are made of each other would never agree on one.
  const isRight = rulesOf(role).length === wanted.size && [...wanted.keys()].every((text) => given.has(text));
  return isRight ? undefined : { ...role, rules: [...wanted.values()] };
}

/** Each once. */
const byText = (rules: readonly Json[]): ReadonlyMap<string, Json> =>
  new Map(rules.map((rule) => [ruleText(rule), rule]));

const rulesOf = (role: Json): readonly Json[] => recordsAt(role, 'rules');

/** Any of several selectors. */
function selection({ clusterRoleSelectors }: Json): (role: StoredObject) => boolean {
  const given: readonly unknown[] = Array.isArray(clusterRoleSelectors) ? clusterRoleSelectors : [];
  const selectors = given.flatMap((one) => {
    try {
      return isRecord(one) ? [labelSelector(one)] : [];
    } catch (error) {
      if (error instanceof OptionsError) return []; // one that is wrong selects nothing
      throw error;
    }
  });
  return ({ metadata }) => selectors.some((selector) => selector.matches(metadata.labels));
}
