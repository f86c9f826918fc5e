import type { Json } from '../../json.ts';
import { sizeOf } from '../../json-size.ts';
import { badRequest } from '../../status/refusals.ts';
import type { PolicyRule } from '../rbac/policy-rule.ts';
import { distinctRules } from '../rbac/role-bindings.ts';
import type { SubjectIndex } from '../rbac/subject-index.ts';
import type { Subject } from './access-review.ts';

/**
 * Returns the status of a rules review: all rules that roles give a user in a namespace, each role once. If the rules
 * are too large together, the status has only the first rules and names the limit in `evaluationError`.
 *
 * @param bindings - `undefined` if the option `authorize` decides: then the rules are not known
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

/** As many of the first rules as fit into an answer. */
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

/** The same limit as for an object after a patch. */
const maxValues = 50_000;

/** The same limit as for the body of a request. */
const maxCharacters = 3 * 1_048_576;
