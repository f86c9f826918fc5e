import { type Json, recordAt, recordsAt } from '../json.ts';
import { type FieldError, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import { optional } from '../validation/check.ts';
import { dnsSubdomain } from '../validation/names.ts';

const group = 'rbac.authorization.k8s.io';

/** Returns the errors in a role binding (`ValidateRoleBinding`, `ValidateClusterRoleBinding`). */
export function bindingErrors(binding: Json): readonly FieldError[] {
  const isNamespaced = (recordAt(binding, 'metadata')['namespace'] ?? '') !== '';
  const { apiGroup, kind = '', name = '' } = recordAt(binding, 'roleRef');
  return [
    ...oneOf('roleRef.apiGroup', apiGroup ?? group, [group]),
    ...oneOf('roleRef.kind', kind, isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']),
    ...(name === '' ? [fieldRequired('roleRef.name', '')] : []),
    ...recordsAt(binding, 'subjects').flatMap((subject, at) =>
      subjectErrors(subject, `subjects[${at}]`, isNamespaced),
    ),
  ];
}

function subjectErrors(subject: Json, at: string, isNamespaced: boolean): readonly FieldError[] {
  const { kind = '', apiGroup = '', name = '', namespace = '' } = subject;
  const nameless = name === '' ? [fieldRequired(`${at}.name`, '')] : [];
  if (kind === 'User' || kind === 'Group')
    return [...nameless, ...oneOf(`${at}.apiGroup`, apiGroup, [group])];
  if (kind !== 'ServiceAccount')
    return [...nameless, ...oneOf(`${at}.kind`, kind, ['ServiceAccount', 'User', 'Group'])];
  const homeless = !isNamespaced && namespace === '';
  return [
    ...nameless,
    ...optional(dnsSubdomain)(name, `${at}.name`),
    ...oneOf(`${at}.apiGroup`, apiGroup, ['']),
    ...(homeless ? [fieldRequired(`${at}.namespace`, '')] : []),
  ];
}

const oneOf = (field: string, value: unknown, words: readonly string[]): readonly FieldError[] =>
  words.some((word) => word === value) ? [] : [fieldNotSupported(field, value, words)];
