import type { RequestFacts } from '../requests/request-facts.ts';
import type { ServerFault, FaultRule } from './fault.ts';

/** The properties of a request that a fault rule can match. */
export interface FaultTarget extends RequestFacts {
  /** `true` if the request is a request for the next page of a list. */
  readonly continues: boolean;
}

/**
 * Returns `true` if a request matches all fields of a rule except `nth`.
 *
 * @param age - the time in ms since the addition of the rule
 */
export function matchesRequest({ match = {}, fault }: FaultRule, target: FaultTarget, age: number): boolean {
  const { verb, resource, namespace, name, user, startAfter = 0, afterEvents } = match;
  return (
    age >= startAfter &&
    (verb === undefined || verb === target.verb) &&
    (resource === undefined || resource === target.resource || resource === qualified(target)) &&
    (namespace === undefined || namespace === target.namespace) &&
    (name === undefined || name === target.name) &&
    (user === undefined || user === target.user) &&
    (afterEvents === undefined || target.verb === 'watch') &&
    (meets[fault.type]?.(target) ?? true)
  );
}

const qualified = ({ group, resource }: FaultTarget): string => `${resource}.${group}`;

const reads = ({ verb }: FaultTarget): boolean => verb === 'get' || verb === 'list' || verb === 'watch';
const watches = ({ verb }: FaultTarget): boolean => verb === 'watch';

/**
 * Some faults have an effect only on some requests. For each of these faults, the table contains a condition for
 * requests. A rule does not match a request on which the fault has no effect, and the field `nth` of the rule does not
 * count this request.
 */
const meets: Readonly<Partial<Record<ServerFault['type'], (target: FaultTarget) => boolean>>> = {
  timeoutAfterCommit: (target) => target.resource !== '' && !reads(target),
  expireContinueToken: ({ verb, continues }) => verb === 'list' && continues,
  lagBehind: (target) => target.resource !== '' && reads(target),
  duplicate: watches,
  reorderAcrossKeys: watches,
  endWatch: watches,
};
