import {
  aBoolean,
  aString,
  anObject,
  checkArgument,
  checkOptions,
  finite,
  integer,
  milliseconds,
  oneOf,
  type Rule,
} from '../../objects/index.ts';
import type { Fault, FaultRule } from './fault.ts';

/** @throws OptionsError */
export function checkFaultRule(rule: FaultRule): void {
  checkArgument('faults.add: rule', rule, anObject);
  checkOptions('faults.add', rule, { match: anObject, fault: anObject });
  checkOptions('faults.add: match', rule.match, {
    verb: aVerb,
    resource: aResource,
    namespace: aString,
    name: aString,
    user: aString,
    nth: { allowed: 'a number from 1, or several', test: isNth },
    after: milliseconds(0),
    afterEvents: integer(0),
  });
  checkArgument('faults.add: fault', rule.fault, anObject);
  checkArgument('faults.add: fault.type', rule.fault.type, oneOf(...Object.keys(parametersOf)));
  const parameters = parametersOf[rule.fault.type];
  checkOptions(`faults.add: fault ${rule.fault.type}`, rule.fault, { type: aString, ...parameters });
  for (const name of required[rule.fault.type] ?? [])
    checkArgument(
      `faults.add: ${name}`,
      (rule.fault as unknown as Record<string, unknown>)[name],
      parameters[name] ?? anObject,
    );
}

/** With the verbs of the authorizer, the methods of requests that lead to no resource. */
const aVerb: Rule = {
  allowed:
    'get, list, watch, create, update, patch, delete, deletecollection, or another method in lower case',
  test: (given) =>
    typeof given === 'string' &&
    /^(get|list|watch|create|update|patch|delete|deletecollection|post|put|head|options)$/.test(given),
};

/** What is no name of a resource would be met by nothing, and nobody would see why. */
const aResource: Rule = {
  allowed: 'a plural name: pods, or with its group deployments.apps',
  test: (given) => typeof given === 'string' && /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(given),
};

const parametersOf: Readonly<Record<Fault['type'], Readonly<Record<string, Rule>>>> = {
  reset: {},
  silence: {},
  halfOpen: {},
  slow: {
    bytesPerSecond: {
      allowed: 'more than 0',
      test: (given) => finite(0).test(given) && Number(given) > 0,
    },
  },
  truncated: {},
  garbage: {},
  expired: {},
  status: {
    code: {
      allowed: 'a status from 400 to 599',
      test: (given) => integer(400).test(given) && Number(given) < 600,
    },
    reason: aString,
    message: aString,
    retryAfter: integer(0),
    text: aBoolean,
  },
  timeoutAfterCommit: {},
  expiredContinue: {},
  lagging: { revisions: integer(1) },
  duplicated: {},
  reordered: { window: milliseconds(1) },
  ended: {},
};

const required: Readonly<Partial<Record<Fault['type'], readonly string[]>>> = {
  slow: ['bytesPerSecond'],
  status: ['code'],
  lagging: ['revisions'],
};

const isNth = (given: unknown): boolean =>
  Array.isArray(given) ? given.every((one) => integer(1).test(one)) : integer(1).test(given);
