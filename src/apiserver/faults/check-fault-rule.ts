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
  OptionsError,
  renamedFrom,
  type Rule,
} from '../../objects/index.ts';
import type { ServerFault, FaultRule } from './fault.ts';

/**
 * Checks the options of a fault rule.
 *
 * @throws OptionsError for an invalid rule
 */
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
    startAfter: renamedFrom('after', milliseconds(0)),
    afterEvents: integer(0),
  });
  checkArgument('faults.add: fault', rule.fault, anObject);
  checkType(rule.fault.type);
  const parameters = parametersOf[rule.fault.type];
  checkOptions(`faults.add: fault ${rule.fault.type}`, rule.fault, { type: aString, ...parameters });
  for (const name of required[rule.fault.type] ?? [])
    checkArgument(
      `faults.add: ${name}`,
      (rule.fault as unknown as Record<string, unknown>)[name],
      parameters[name] ?? anObject,
    );
}

function checkType(type: string): void {
  const present = Object.hasOwn(formerTypes, type) ? formerTypes[type] : undefined;
  if (present !== undefined)
    throw new OptionsError('faults.add: fault.type', type, `'${present}', its new name`);
  checkArgument('faults.add: fault.type', type, oneOf(...Object.keys(parametersOf)));
}

/** The allowed verbs: the verbs of the authorizer, and the HTTP methods of requests for paths that name no resource. */
const aVerb: Rule = {
  allowed:
    'get, list, watch, create, update, patch, delete, deletecollection, or another method in lower case',
  test: (given) =>
    typeof given === 'string' &&
    /^(get|list|watch|create|update|patch|delete|deletecollection|post|put|head|options)$/.test(given),
};

/**
 * The allowed names of resources. Without the check, a rule with an impossible name would match no request, and no
 * error would report the mistake.
 */
const aResource: Rule = {
  allowed: 'a plural name: pods, or with its group deployments.apps',
  test: (given) => typeof given === 'string' && /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(given),
};

const parametersOf: Readonly<Record<ServerFault['type'], Readonly<Record<string, Rule>>>> = {
  dropConnection: {},
  stallRequest: {},
  stallStream: {},
  throttleBody: {
    bytesPerSecond: {
      allowed: 'more than 0',
      test: (given) => finite(0).test(given) && Number(given) > 0,
    },
  },
  truncate: {},
  corruptBytes: {},
  expire: {},
  refuse: {
    status: renamedFrom('code', {
      allowed: 'a status from 400 to 599',
      test: (given) => integer(400).test(given) && Number(given) < 600,
    }),
    reason: aString,
    message: aString,
    retryAfterSeconds: renamedFrom('retryAfter', integer(0)),
    text: aBoolean,
  },
  timeoutAfterCommit: {},
  expireContinueToken: {},
  lagBehind: { revisions: integer(1) },
  duplicate: {},
  reorderAcrossKeys: { window: milliseconds(1) },
  endWatch: {},
};

const required: Readonly<Partial<Record<ServerFault['type'], readonly string[]>>> = {
  throttleBody: ['bytesPerSecond'],
  refuse: ['status'],
  lagBehind: ['revisions'],
};

/** The former names of the fault types. The error for a former name contains the present name. */
const formerTypes: Readonly<Record<string, ServerFault['type']>> = {
  reset: 'dropConnection',
  silence: 'stallRequest',
  halfOpen: 'stallStream',
  slow: 'throttleBody',
  truncated: 'truncate',
  garbage: 'corruptBytes',
  expired: 'expire',
  status: 'refuse',
  expiredContinue: 'expireContinueToken',
  lagging: 'lagBehind',
  duplicated: 'duplicate',
  reordered: 'reorderAcrossKeys',
  ended: 'endWatch',
};

const isNth = (given: unknown): boolean =>
  Array.isArray(given) ? given.every((one) => integer(1).test(one)) : integer(1).test(given);
