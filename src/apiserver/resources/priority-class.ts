import { recordAt } from '../json.ts';
import { fieldForbidden } from '../status/invalid.ts';
import { oneOf, present, required } from '../validation/check.ts';
import { immutableAtRoot, type Rule, rules } from './immutable.ts';
import type { Resource } from './resource.ts';

/** The values of the priority classes that every server has for components of the cluster. */
export const systemPriorities: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};

const highest = 1_000_000_000;

const ownName: Rule = (object) => {
  const { value } = object;
  const name = String(recordAt(object, 'metadata')['name']);
  if (!name.startsWith('system-'))
    return Number(value) > highest
      ? [fieldForbidden('value', `maximum allowed value of a user defined priority is ${highest}`)]
      : [];
  if (Object.hasOwn(systemPriorities, name)) return [];
  const why =
    "priority class names with 'system-' prefix are reserved for system use only. " +
    `error: ${name} is not a known system priority class`;
  return [fieldForbidden('metadata.name', why)];
};

const preemption = present(required(oneOf('Never', 'PreemptLowerPriority')));

const fixedValue: Rule = (object, existing) =>
  existing === undefined || object['value'] === existing['value']
    ? []
    : [fieldForbidden('value', 'may not be changed in an update.')];

/**
 * The strategy of priority classes. A client may not use the names and values of the system classes. The value and the
 * preemption policy of a class cannot change.
 */
export const priorityClassStrategy: Pick<Resource, 'validate'> = rules(
  ownName,
  ({ preemptionPolicy }) => preemption(preemptionPolicy, 'preemptionPolicy'),
  fixedValue,
  immutableAtRoot('preemptionPolicy'),
);
