import type { Json } from '../../json.ts';
import { age, humanDuration } from '../age.ts';
import type { Printer } from '../cell.ts';
import { count, has, list, scalar, text } from '../fields.ts';
import { nameOf, none, selectorText, unset } from '../words.ts';

export const podDisruptionBudget: Printer = (object, now) => [
  nameOf(object),
  scalar(object, 'spec.minAvailable', 'N/A'),
  scalar(object, 'spec.maxUnavailable', 'N/A'),
  count(object, 'status.disruptionsAllowed'),
  age(object, now),
];

export const roleBinding: Printer = (object, now) => [
  nameOf(object),
  `${text(object, 'roleRef.kind')}/${text(object, 'roleRef.name')}`,
  age(object, now),
  subjects(object, 'User', (subject) => text(subject, 'name')),
  subjects(object, 'Group', (subject) => text(subject, 'name')),
  subjects(object, 'ServiceAccount', (subject) => `${text(subject, 'namespace')}/${text(subject, 'name')}`),
];

const subjects = (object: Json, kind: string, word: (subject: Json) => string): string =>
  list(object, 'subjects')
    .filter((subject) => subject['kind'] === kind)
    .map(word)
    .join(', ');

export const certificateSigningRequest: Printer = (object, now) => [
  nameOf(object),
  age(object, now),
  text(object, 'spec.signerName', none),
  text(object, 'spec.username'),
  has(object, 'spec.expirationSeconds')
    ? humanDuration(count(object, 'spec.expirationSeconds') * 1000)
    : none,
  certificateStatus(object),
];

function certificateStatus(object: Json): string {
  const has = (type: string): boolean =>
    list(object, 'status.conditions').some((one) => one['type'] === type);
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const issued = text(object, 'status.certificate') === '' ? '' : ',Issued';
  return `${decision}${has('Failed') ? ',Failed' : ''}${issued}`;
}

export const webhooks: Printer = (object, now) => [
  nameOf(object),
  list(object, 'webhooks').length,
  age(object, now),
];

const policy =
  (rules: string): Printer =>
  (object, now) => [
    nameOf(object),
    list(object, rules).length,
    has(object, 'spec.paramKind')
      ? `${text(object, 'spec.paramKind.apiVersion')}/${text(object, 'spec.paramKind.kind')}`
      : unset,
    age(object, now),
  ];

export const validatingPolicy: Printer = policy('spec.validations');
export const mutatingPolicy: Printer = policy('spec.mutations');

export const policyBinding: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.policyName'),
  parameters(object),
  age(object, now),
];

function parameters(object: Json): string {
  const name = text(object, 'spec.paramRef.name');
  if (name !== '') return `${text(object, 'spec.paramRef.namespace', '*')}/${name}`;
  return has(object, 'spec.paramRef.selector') ? selectorText(object, 'spec.paramRef.selector') : unset;
}

export const flowSchema: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.priorityLevelConfiguration.name'),
  count(object, 'spec.matchingPrecedence'),
  text(object, 'spec.distinguisherMethod.type', none),
  age(object, now),
  text(list(object, 'status.conditions').find(({ type }) => type === 'Dangling') ?? {}, 'status', '?'),
];

export const priorityLevel: Printer = (object, now) => {
  const queuing = 'spec.limited.limitResponse.queuing';
  const numberAt = (holder: string, member: string): string | number =>
    has(object, holder) ? count(object, `${holder}.${member}`) : none;
  return [
    nameOf(object),
    text(object, 'spec.type'),
    numberAt('spec.limited', 'nominalConcurrencyShares'),
    numberAt(queuing, 'queues'),
    numberAt(queuing, 'handSize'),
    numberAt(queuing, 'queueLengthLimit'),
    age(object, now),
  ];
};

export const apiService: Printer = (object, now) => {
  const available = list(object, 'status.conditions').find(({ type }) => type === 'Available') ?? {};
  const reason = text(available, 'reason');
  const status = text(available, 'status', 'Unknown');
  return [
    nameOf(object),
    has(object, 'spec.service')
      ? `${text(object, 'spec.service.namespace')}/${text(object, 'spec.service.name')}`
      : 'Local',
    status === 'True' || reason === '' ? status : `${status} (${reason})`,
    age(object, now),
  ];
};

export const resourceClaim: Printer = (object, now) => {
  const deleted = has(object, 'metadata.deletionTimestamp');
  const allocated = has(object, 'status.allocation');
  const states = [
    ...(deleted ? ['deleted'] : []),
    ...(allocated ? ['allocated'] : deleted ? [] : ['pending']),
    ...(allocated && list(object, 'status.reservedFor').length > 0 ? ['reserved'] : []),
  ];
  return [nameOf(object), states.join(','), age(object, now)];
};

export const resourceSlice: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.nodeName'),
  text(object, 'spec.driver'),
  text(object, 'spec.pool.name'),
  age(object, now),
];
