import { isRecord, labelSelector, OptionsError } from '../../../objects/index.ts';
import { isSame, type Json, type StoredObject } from '../../json.ts';
import type { Collection } from '../../storage/collection.ts';

/**
 * The cluster roles whose rules are not what their `aggregationRule` makes of those that it selects, each as it is to be:
 * the rules of all of them, by their names, each once.
 */
export function* staleAggregates(clusterRoles: Collection): Generator<StoredObject> {
  const snapshot = clusterRoles.snapshot();
  const roles = snapshot.keys.flatMap((key) => snapshot.get(key) ?? []);
  for (const role of roles) {
    const { aggregationRule } = role;
    if (!isRecord(aggregationRule)) continue;
    const selects = selection(aggregationRule);
    const sources = roles.filter((one) => one !== role && selects(one));
    const rules: unknown[] = [];
    for (const rule of sources.flatMap(rulesOf))
      if (!rules.some((one) => isSame(one, rule))) rules.push(rule);
    // Their order does not count: roles that are made of each other would never agree on one.
    if (!isEqualSet(rules, rulesOf(role))) yield { ...role, rules };
  }
}

const has = (rules: readonly unknown[], rule: unknown): boolean => rules.some((one) => isSame(one, rule));

const isEqualSet = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((rule) => has(b, rule));

const rulesOf = ({ rules }: Json): readonly unknown[] => (Array.isArray(rules) ? rules : []);

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
