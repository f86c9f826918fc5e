import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, recordAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import {
  type FieldError,
  fieldDuplicate,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';
import { timestamp } from './identity.ts';
import type { WrittenPart } from './next-state.ts';
import type { ObjectInput } from './object-input.ts';

/** A write to a subresource of a CertificateSigningRequest. */
export interface SigningRequestWrite {
  readonly existing: StoredObject;
  readonly subresource: WrittenPart | undefined;
  /**
   * Whether the write may add or change the conditions `Approved` and `Denied`. True only for a write to `approval`,
   * and for a write from the process in which the server runs.
   */
  readonly decides: boolean;
}

/**
 * Returns the CertificateSigningRequest that a write stores, with the times of its conditions. A write to `status` does
 * not change the conditions `Approved` and `Denied`. If a write to `status` adds or removes one of these conditions,
 * the validation rejects the write. Objects of other kinds stay unchanged.
 */
export function withConditionTimes(
  resource: Resource,
  object: ObjectInput,
  write: SigningRequestWrite,
  now: number,
): ObjectInput {
  const given = recordAt(object, 'status')['conditions'];
  if (!isWritten(resource, write) || !Array.isArray(given)) return object;
  const old = conditionsOf(write.existing);
  const kept = write.decides ? conditionsOf(object) : withOldDecisions(conditionsOf(object), old);
  const conditions = withTimes(kept, old, timestamp(now));
  return { ...object, status: { ...recordAt(object, 'status'), conditions } };
}

/**
 * Returns the errors in a write to a subresource of a CertificateSigningRequest. The rules are those of
 * `ValidateCertificateSigningRequestStatusUpdate`.
 */
export function signingRequestErrors(
  resource: Resource,
  object: ObjectInput,
  write: SigningRequestWrite,
): readonly FieldError[] {
  if (!isWritten(resource, write)) return [];
  const [next, old] = [conditionsOf(object), conditionsOf(write.existing)];
  return [
    ...conditionErrors(next, old),
    ...changeErrors(next, old, write.decides),
    ...certificateErrors(object, write.existing),
  ];
}

const isWritten = ({ id }: Resource, { subresource }: SigningRequestWrite): boolean =>
  id === 'certificatesigningrequests.certificates.k8s.io' && subresource !== undefined;

/** Returns the conditions of a CertificateSigningRequest. As in Go, a null in the list becomes an empty condition. */
function conditionsOf(object: Json): readonly Json[] {
  const { conditions } = recordAt(object, 'status');
  return Array.isArray(conditions) ? conditions.map((one: unknown) => (isRecord(one) ? one : {})) : [];
}

const decisions = ['Approved', 'Denied'];

/** The types of conditions that no write may remove. The status of such a condition is always `True`. */
const lasting = [...decisions, 'Failed'];

const ofType = (conditions: readonly Json[], type: string): readonly Json[] =>
  conditions.filter((one) => one['type'] === type);

/**
 * Replaces the conditions `Approved` and `Denied` with the old conditions, in the same order, as the kube-apiserver
 * does. If a write changes the number of conditions of one of these types, the new conditions stay, and the validation
 * rejects the write.
 */
function withOldDecisions(next: readonly Json[], old: readonly Json[]): readonly Json[] {
  return decisions.reduce((conditions, type) => {
    const before = ofType(old, type);
    if (ofType(conditions, type).length !== before.length) return conditions;
    const left = before.values();
    return conditions.map((one) => (one['type'] === type ? (left.next().value ?? one) : one));
  }, next);
}

function withTimes(next: readonly Json[], old: readonly Json[], now: string): readonly Json[] {
  const keyOf = ({ type, status }: Json): string => JSON.stringify([type, status]);
  // If two conditions have the same key, only the first condition counts. In a `Map`, a later entry replaces an earlier
  // entry with the same key, so the list is reversed.
  const transitions = new Map(
    old
      .filter(({ lastTransitionTime }) => isTime(lastTransitionTime))
      .map((one) => [keyOf(one), one['lastTransitionTime']] as const)
      .reverse(),
  );
  return next.map((one) => {
    const { lastUpdateTime, lastTransitionTime } = one;
    return {
      ...one,
      lastUpdateTime: isTime(lastUpdateTime) ? lastUpdateTime : now,
      lastTransitionTime: isTime(lastTransitionTime)
        ? lastTransitionTime
        : (transitions.get(keyOf(one)) ?? now),
    };
  });
}

const isTime = (value: unknown): boolean => typeof value === 'string';

/**
 * Returns the errors in the conditions of a CertificateSigningRequest. A missing type, a duplicate type and two
 * contradicting decisions are accepted if the old conditions already contain the same error.
 */
function conditionErrors(next: readonly Json[], old: readonly Json[]): readonly FieldError[] {
  const mayLackTypes = old.some((one) => isEmpty(one['type']));
  const mayHaveBoth = decisions.every((type) => ofType(old, type).length > 0);
  const mayRepeat = new Set(old.map(({ type }) => type)).size < old.length;
  const seen = new Set<unknown>();
  return next.flatMap(({ type, status }, at) => {
    const [path, isKnown] = [`${field}[${at}]`, seen.has(type)];
    seen.add(type);
    const isSecond = decisions.includes(String(type)) && decisions.every((one) => seen.has(one));
    return [
      ...(isEmpty(type) && !mayLackTypes ? [fieldRequired(`${path}.type`, '')] : []),
      ...statusErrors(status, lasting.includes(String(type)) ? ['True'] : allStatuses, `${path}.status`),
      ...(isSecond && !mayHaveBoth
        ? [fieldInvalid(field, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(isKnown && !mayRepeat ? [fieldDuplicate(`${path}.type`, type)] : []),
    ];
  });
}

const field = 'status.conditions';
const allStatuses = ['False', 'True', 'Unknown'];

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function statusErrors(status: unknown, allowed: readonly string[], path: string): readonly FieldError[] {
  if (isEmpty(status)) return [fieldRequired(path, '')];
  return allowed.includes(String(status)) ? [] : [fieldNotSupported(path, status, allowed)];
}

/**
 * Returns the errors for conditions of a CertificateSigningRequest that a write may not add or remove. For a write to
 * `status`, `withOldDecisions` has already restored the conditions `Approved` and `Denied`. So the function only has to
 * compare the number of conditions.
 */
function changeErrors(next: readonly Json[], old: readonly Json[], decides: boolean): readonly FieldError[] {
  const gained = (type: string): number => ofType(next, type).length - ofType(old, type).length;
  const refused = (what: string, types: readonly string[]): readonly FieldError[] =>
    types.map((type) => fieldForbidden(field, `updates may not ${what} a condition of type "${type}"`));
  return [
    ...refused(
      'remove',
      lasting.filter((type) => gained(type) < 0),
    ),
    ...refused('add', decides ? [] : decisions.filter((type) => gained(type) > 0)),
  ];
}

function certificateErrors(object: Json, existing: Json): readonly FieldError[] {
  const certificateOf = (one: Json): unknown => recordAt(one, 'status')['certificate'] ?? '';
  const old = certificateOf(existing);
  return old === '' || isSame(certificateOf(object), old)
    ? []
    : [fieldForbidden('status.certificate', 'updates may not modify existing certificate content')];
}
