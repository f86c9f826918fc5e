import { isRecord } from '../../../objects/index.ts';
import type { Json } from '../../json.ts';
import { type FieldError, fieldInvalid, invalid } from '../../status/invalid.ts';
import type { Access } from '../access.ts';
import type { AccessAttributes } from '../attributes.ts';

/** The user and the groups whose access a review checks. */
export interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
}

/**
 * Returns the status of an access review: the decision of the authorizer (P132).
 *
 * @throws Refusal 422 if the spec has both `resourceAttributes` and `nonResourceAttributes`, or has neither of the two
 */
export function accessStatus(
  { decide }: Access,
  spec: Json,
  subject: Subject,
  errors: readonly FieldError[] = [],
): Json {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const all = [...errors, ...attributeErrors(resourceAttributes, nonResourceAttributes)];
  // kube-apiserver leaves the kind empty in the error of an access review.
  if (all.length > 0) throw invalid({ group: 'authorization.k8s.io', kind: '' }, '', all);
  const { allowed, reason } = decide(attributesOf(subject, resourceAttributes, nonResourceAttributes));
  return { allowed, ...(reason === '' ? {} : { reason }) };
}

function attributeErrors(resource: unknown, other: unknown): readonly FieldError[] {
  if (isRecord(resource) && isRecord(other)) {
    const why = 'cannot be specified in combination with resourceAttributes';
    return [fieldInvalid('spec.nonResourceAttributes', inGo(other), why)];
  }
  if (isRecord(resource) || isRecord(other)) return [];
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [fieldInvalid('spec.resourceAttributes', null, why)];
}

function attributesOf(subject: Subject, given: unknown, other: unknown): AccessAttributes {
  if (!isRecord(given)) {
    const { path, verb } = isRecord(other) ? other : {};
    return { ...subject, path: text(path), verb: text(verb) };
  }
  return {
    ...subject,
    path: '',
    verb: text(given['verb']),
    group: text(given['group']),
    resource: text(given['resource']),
    subresource: text(given['subresource']),
    namespace: text(given['namespace']),
    name: text(given['name']),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Renames the fields of `nonResourceAttributes` to the names in Go, because the error message of kube-apiserver prints
 * the Go value.
 */
export const inGo = ({ path, verb }: Json): object => ({ Path: text(path), Verb: text(verb) });
