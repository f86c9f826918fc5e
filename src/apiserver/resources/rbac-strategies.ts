import { isRecord } from '../../objects/index.ts';
import { isSame, type Json } from '../json.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { present } from '../validation/check.ts';
import { aggregationRule } from '../validation/cluster-kinds.ts';
import { bindingErrors } from './binding-errors.ts';
import type { Resource } from './resource.ts';

const group = 'rbac.authorization.k8s.io';

/**
 * Returns the strategy of roles or cluster roles, which validates the rules of a role (`validation.go` of the API
 * group).
 *
 * @param namespaced - whether the roles are namespaced. The rules of a namespaced role may not contain
 * `nonResourceURLs`.
 */
export function roleStrategy(namespaced: boolean): Pick<Resource, 'validate'> {
  return {
    validate: ({ rules, aggregationRule: aggregated }) => [
      ...recordsOf(rules).flatMap((rule, at) => ruleErrors(rule, `rules[${at}]`, namespaced)),
      ...(namespaced ? [] : present(aggregationRule)(aggregated, 'aggregationRule')),
    ],
  };
}

function ruleErrors(rule: Json, at: string, namespaced: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isEmpty(rule['verbs'])) {
    errors.push(fieldRequired(`${at}.verbs`, 'verbs must contain at least one value'));
  }
  if (!isEmpty(rule['nonResourceURLs'])) {
    const urls = rule['nonResourceURLs'];
    const refused = (why: string): number => errors.push(fieldInvalid(`${at}.nonResourceURLs`, urls, why));
    if (namespaced) refused('namespaced rules cannot apply to non-resource URLs');
    if (['apiGroups', 'resources', 'resourceNames'].some((name) => !isEmpty(rule[name]))) {
      refused('rules cannot apply to both regular resources and non-resource URLs');
    }
    return errors;
  }
  if (isEmpty(rule['apiGroups'])) {
    errors.push(fieldRequired(`${at}.apiGroups`, 'resource rules must supply at least one api group'));
  }
  if (isEmpty(rule['resources'])) {
    errors.push(fieldRequired(`${at}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

/**
 * The strategy of role bindings and cluster role bindings. The strategy adds missing API groups, and rejects a change
 * of `roleRef`.
 */
export const bindingStrategy: Pick<Resource, 'onCreate' | 'onUpdate' | 'validate'> = {
  onCreate: withGroups,
  onUpdate: withGroups,
  validate: (binding, existing) => {
    const { roleRef } = binding;
    return existing !== undefined && !isSame(roleRef, existing['roleRef'])
      ? [fieldInvalid('roleRef', roleRef, 'cannot change roleRef')]
      : bindingErrors(binding);
  },
};

function withGroups(binding: Json): Json {
  const { roleRef, subjects } = binding;
  return {
    ...binding,
    ...(isRecord(roleRef) ? { roleRef: { ...roleRef, apiGroup: roleRef['apiGroup'] ?? group } } : {}),
    ...(Array.isArray(subjects) ? { subjects: recordsOf(subjects).map(subjectWithGroup) } : {}),
  };
}

function subjectWithGroup(subject: Json): Json {
  const { kind, apiGroup = '' } = subject;
  return apiGroup === '' && kind !== 'ServiceAccount' ? { ...subject, apiGroup: group } : subject;
}

const isEmpty = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;

const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
