import { isRecord, type KubeObject, type ObjectKey, splitKey, type StringMap } from '../../objects/index.ts';

/** A Lease as the server stores it. The type of `spec` is `unknown`, because another client can have written it. */
export interface LeaseObject extends KubeObject {
  readonly spec?: unknown;
}

/** A Lease to create. */
export interface NewLease {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: StringMap };
  readonly spec: LeaseSpec;
}

/** The fields of a Lease that an elector writes. The times are texts such as `2026-01-02T12:00:00.000000Z`. */
export interface LeaseSpec {
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions: number;
}

/**
 * Reads the spec of a Lease. As in client-go, an absent field is the empty text or 0 (B250).
 *
 * @returns `undefined` for an unreadable spec: a field has a wrong type, a number is negative or no whole number, or a
 * time is not a valid time
 */
export function readLease({ spec = {} }: LeaseObject): LeaseSpec | undefined {
  if (spec === null) return readLease({} as LeaseObject);
  if (!isRecord(spec)) return undefined;
  const holderIdentity = spec['holderIdentity'] ?? '';
  const leaseDurationSeconds = spec['leaseDurationSeconds'] ?? 0;
  const leaseTransitions = spec['leaseTransitions'] ?? 0;
  const acquireTime = spec['acquireTime'] ?? undefined;
  const renewTime = spec['renewTime'] ?? undefined;
  if (typeof holderIdentity !== 'string') return undefined;
  if (!isCount(leaseDurationSeconds) || !isCount(leaseTransitions)) return undefined;
  if (!isTime(acquireTime) || !isTime(renewTime)) return undefined;
  return {
    holderIdentity,
    leaseDurationSeconds,
    leaseTransitions,
    ...(acquireTime !== undefined && { acquireTime }),
    ...(renewTime !== undefined && { renewTime }),
  };
}

/**
 * Returns whether the specs of two Leases are equal, also the fields that an elector does not read. Every renewal changes `renewTime`, so an
 * equal spec means that the holder has not renewed the Lease.
 */
export const isSameSpec = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Returns a Lease that does not exist yet. */
export function newLease(key: ObjectKey, labels: StringMap | undefined, spec: LeaseSpec): NewLease {
  const { namespace, name } = splitKey(key);
  return { metadata: { name, ...(namespace !== '' && { namespace }), ...(labels && { labels }) }, spec };
}

/**
 * Returns a stored Lease with another spec. Labels of other clients stay (B249). The resourceVersion makes the write
 * fail if another client has changed the Lease.
 */
export function leaseWith(
  { metadata, ...rest }: LeaseObject,
  labels: StringMap | undefined,
  spec: LeaseSpec,
): LeaseObject {
  const merged = labels === undefined ? metadata : { ...metadata, labels: { ...metadata.labels, ...labels } };
  return { ...rest, metadata: merged, spec };
}

/** Returns the spec of an acquired Lease. The number of transitions counts the changes of the holder (B233, B234). */
export function acquiredSpec(
  holderIdentity: string,
  leaseDuration: number,
  before: LeaseSpec | undefined,
  time: string,
): LeaseSpec {
  return {
    holderIdentity,
    leaseDurationSeconds: Math.floor(leaseDuration / 1_000),
    acquireTime: time,
    renewTime: time,
    leaseTransitions: Math.min((before?.leaseTransitions ?? -1) + 1, largestCount),
  };
}

/** Returns the spec of a renewed Lease: `acquireTime` and the transitions stay (B238). */
export function renewedSpec(
  holderIdentity: string,
  leaseDuration: number,
  { acquireTime, leaseTransitions }: LeaseSpec,
  renewTime: string,
): LeaseSpec {
  return {
    holderIdentity,
    leaseDurationSeconds: Math.floor(leaseDuration / 1_000),
    ...(acquireTime !== undefined && { acquireTime }),
    renewTime,
    leaseTransitions,
  };
}

/** Returns the spec of a released Lease: no holder, and the shortest duration that a server allows (B241). */
export function releasedSpec({ leaseTransitions }: LeaseSpec, time: string): LeaseSpec {
  return {
    holderIdentity: '',
    leaseDurationSeconds: 1,
    acquireTime: time,
    renewTime: time,
    leaseTransitions,
  };
}

/** Returns a time as a `MicroTime` of Kubernetes. @param ms - ms since 1970 */
export const microTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');

/** The largest int32, which is the type of the numbers of a Lease. */
const largestCount = 2_147_483_647;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= largestCount;

const isTime = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));
