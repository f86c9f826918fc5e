import type { Json } from '../../json.ts';
import { sizeOf } from '../../json-size.ts';
import { badRequest } from '../../status/refusals.ts';
import type { PolicyRule } from '../rbac/policy-rule.ts';
import { distinctRules } from '../rbac/role-bindings.ts';
import type { SubjectIndex } from '../rbac/subject-index.ts';
import type { Subject } from './access-review.ts';

/**
 * Returns the status of a rules review: all rules that roles give a user in a namespace. Each role counts once. If the
 * rules together are too large, the status contains only the first rules, and `evaluationError` names the limit.
 *
 * @param bindings - the index of the bindings; the value is `undefined` if the option `authorize` decides, and the
 * status then contains no rules
 * @throws Refusal 400 without a namespace
 */
export function rulesStatus(bindings: SubjectIndex | undefined, subject: Subject, { namespace }: Json): Json {
  if (typeof namespace !== 'string' || namespace === '') throw badRequest('no namespace on request');
  const all = bindings === undefined ? [] : distinctRules(bindings, subject, namespace);
  const rules = firstOf(all);
  const resourceRules = rules.flatMap(({ verbs, apiGroups, resources = [], resourceNames }) =>
    resources.length === 0
      ? []
      : [{ verbs, apiGroups, resources, ...(resourceNames === undefined ? {} : { resourceNames }) }],
  );
  const nonResourceRules = rules.flatMap(({ verbs, nonResourceURLs = [] }) =>
    nonResourceURLs.length === 0 ? [] : [{ verbs, nonResourceURLs }],
  );
  const evaluationError =
    bindings === undefined ? 'the authorizer does not list what it allows' : leftOut(rules, all);
  return {
    resourceRules,
    nonResourceRules,
    incomplete: evaluationError !== undefined,
    ...(evaluationError === undefined ? {} : { evaluationError }),
  };
}

/** Returns as many of the first rules as fit into a response. */
function firstOf(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  let [values, characters] = [0, 0];
  const end = rules.findIndex((rule) => {
    const size = sizeOf(rule);
    values += size.values;
    characters += size.characters;
    return values > maxValues || characters > maxCharacters;
  });
  return end < 0 ? rules : rules.slice(0, end);
}

function leftOut(shown: readonly PolicyRule[], all: readonly PolicyRule[]): string | undefined {
  if (shown.length === all.length) return undefined;
  return (
    `the user has ${all.length} rules, of which the first ${shown.length} are listed: an answer has at most ` +
    `${maxValues} values and ${maxCharacters} characters of rules; ask for single rights by a SelfSubjectAccessReview`
  );
}

/**
 * The maximum number of values in the rules of one response. The server limits an object that a patch produces to the
 * same number of values.
 */
const maxValues = 50_000;

/**
 * The maximum number of characters in the rules of one response. The server limits the body of a request to the same
 * number of bytes.
 */
const maxCharacters = 3 * 1_048_576;
