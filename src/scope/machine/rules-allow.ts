import { type GroupVersionResource, isRecord } from '../../objects/index.ts';

/**
 * Returns whether the rules of a `SelfSubjectRulesReview` allow each of the verbs for all objects of a resource. A rule
 * with names of objects does not count.
 */
export function rulesAllow(
  status: unknown,
  { group, resource }: GroupVersionResource,
  verbs: readonly string[],
): boolean {
  const rules = listIn(status, 'resourceRules').filter(
    (rule) =>
      listIn(rule, 'resourceNames').length === 0 &&
      has(listIn(rule, 'apiGroups'), group) &&
      has(listIn(rule, 'resources'), resource),
  );
  return verbs.every((verb) => rules.some((rule) => has(listIn(rule, 'verbs'), verb)));
}

/** Whether a list of a rule has the word, or the word for everything. */
const has = (words: readonly unknown[], word: string): boolean => words.includes('*') || words.includes(word);

function listIn(value: unknown, name: string): readonly unknown[] {
  const member = isRecord(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}
