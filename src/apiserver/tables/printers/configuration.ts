import type { Json } from '../../json.ts';
import { age } from '../age.ts';
import type { Printer } from '../cell.ts';
import { count, flag, list, record, scalar, size, text } from '../fields.ts';
import { nameOf } from '../words.ts';

/** Prints the table row of a kind whose only columns are the name and the age. */
export const nameAndAge: Printer = (object, now) => [nameOf(object), age(object, now)];

/** Prints the table row of a kind without columns of its own: the name and the creation time. */
export const nameAndTime: Printer = (object) => [nameOf(object), text(object, 'metadata.creationTimestamp')];

export const configMap: Printer = (object, now) => [
  nameOf(object),
  size(object, 'data') + size(object, 'binaryData'),
  age(object, now),
];

export const secret: Printer = (object, now) => [
  nameOf(object),
  text(object, 'type'),
  size(object, 'data'),
  age(object, now),
];

export const namespace: Printer = (object, now) => [
  nameOf(object),
  text(object, 'status.phase'),
  age(object, now),
];

export const lease: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.holderIdentity'),
  age(object, now),
];

export const priorityClass: Printer = (object, now) => [
  nameOf(object),
  count(object, 'value'),
  flag(object, 'globalDefault'),
  age(object, now),
  text(object, 'preemptionPolicy'),
];

export const runtimeClass: Printer = (object, now) => [
  nameOf(object),
  text(object, 'handler'),
  age(object, now),
];

export const resourceQuota: Printer = (object, now) => {
  const names = Object.keys(record(object, 'status.hard') ?? {}).toSorted();
  const column = (which: (name: string) => boolean): string =>
    names
      .filter(which)
      .map((name) => `${name}: ${used(object, 'used', name)}/${used(object, 'hard', name)}`)
      .join(', ');
  return [nameOf(object), column((name) => !isLimit(name)), column(isLimit), age(object, now)];
};

const isLimit = (name: string): boolean => name.startsWith('limits.');

// `member` and `name` are separate parameters, because the name of a resource, such as `requests.nvidia.com/gpu`, may
// contain dots. A dot in a path would separate two names.
const used = (object: Json, member: string, name: string): string =>
  scalar({ value: record(object, `status.${member}`)?.[name] }, 'value', '0');

export const componentStatus: Printer = (object) => {
  const healthy = list(object, 'conditions').find(({ type }) => type === 'Healthy');
  const status = healthy?.['status'] === 'True' ? 'Healthy' : 'Unhealthy';
  return [
    nameOf(object),
    healthy === undefined ? 'Unknown' : status,
    text(healthy ?? {}, 'message'),
    text(healthy ?? {}, 'error'),
  ];
};
