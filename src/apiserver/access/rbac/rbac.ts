import { type AccessAttributes, type Decision, resourceText } from '../attributes.ts';
import { masters } from '../user.ts';
import { coveredRights, type Right } from './covered-rights.ts';
import { allows, hasOrAll, listOf } from './policy-rule.ts';
import { type BoundRole, boundRoles, distinctRules, isBefore, reasonOf } from './role-bindings.ts';
import type { SubjectIndex } from './subject-index.ts';

/**
 * Creates an authorizer that decides by the stored roles and bindings. The authorizer allows everything to the group
 * `system:masters`. The reason of a decision names the first binding whose role allows the request.
 */
export function rbac(bindings: SubjectIndex): (attributes: AccessAttributes) => Decision {
  return (attributes) => {
    if (attributes.groups.includes(masters)) return { allowed: true, reason: '' };
    const { namespace = '' } = attributes;
    let first: BoundRole | undefined;
    for (const role of boundRoles(bindings, attributes, namespace)) {
      if (first !== undefined && isBefore(first, role)) continue;
      if (role.rules.some((rule) => allows(rule, attributes))) first = role;
    }
    if (first !== undefined) return { allowed: true, reason: reasonOf(bindings, first, namespace) };
    return { allowed: false, reason: '' };
  };
}

/**
 * Returns a function that finds the first refused access check. All checks are about one user and one verb. The
 * function therefore reads the bindings once per namespace instead of once per check.
 *
 * @throws Refusal 413 if the checks need too many comparisons with rules
 */
export function firstRefused(
  bindings: SubjectIndex,
): (questions: readonly AccessAttributes[]) => AccessAttributes | undefined {
  return (questions) => {
    const [first] = questions;
    if (first === undefined || first.groups.includes(masters)) return undefined;
    const { user, groups, verb } = first;
    const refused = new Set<AccessAttributes>();
    for (const namespace of new Set(questions.map(namespaceOf))) {
      const rules = distinctRules(bindings, { user, groups }, namespace).filter(
        ({ verbs, resources }) => listOf(resources).length > 0 && hasOrAll(verbs, verb),
      );
      const asked = questions.filter((one) => namespaceOf(one) === namespace);
      const rights = asked.map(rightOf);
      const covered = coveredRights(rules, rights, fewerExtraKeys);
      for (const [at, right] of rights.entries()) {
        const question = asked[at];
        if (question !== undefined && !covered.has(right)) refused.add(question);
      }
    }
    return questions.find((one) => refused.has(one));
  };
}

const fewerExtraKeys = 'send fewer keys Impersonate-Extra-…, or bind fewer roles to the user';

const namespaceOf = ({ namespace = '' }: AccessAttributes): string => namespace;

function rightOf({ verb, group = '', resource = '', subresource = '', name = '' }: AccessAttributes): Right {
  const resources = [resourceText(resource, subresource)];
  return { verbs: [verb], apiGroups: [group], resources, resourceNames: [name] };
}
