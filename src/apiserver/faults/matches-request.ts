import type { RequestFacts } from '../requests/request-facts.ts';
import type { ServerFault, FaultRule } from './fault.ts';

/** The properties of a request that a fault rule can match. */
export interface FaultTarget extends RequestFacts {
  /** True if the request asks for the next page of a list. */
  readonly continues: boolean;
}

/**
 * Checks whether a request matches a rule, apart from `nth`.
 *
 * @param age - ms since the rule was added
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

/** Some faults have an effect on some requests only. Other requests do not match, and `nth` does not count them. */
const meets: Readonly<Partial<Record<ServerFault['type'], (target: FaultTarget) => boolean>>> = {
  timeoutAfterCommit: (target) => target.resource !== '' && !reads(target),
  expireContinueToken: ({ verb, continues }) => verb === 'list' && continues,
  lagBehind: (target) => target.resource !== '' && reads(target),
  duplicate: watches,
  reorderAcrossKeys: watches,
  endWatch: watches,
};
