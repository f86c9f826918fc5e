import { isRecord } from '../../objects/index.ts';
import { qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { fieldInvalid, fieldTooLong } from '../status/invalid.ts';
import { type Check, members, oneOf, optional, required, text } from './check.ts';
import { topologies } from './node-selector.ts';

const maxParameters = 512;
const maxBytes = 256 * 1024;

const parameters: Check = (value, path) => {
  const given = Object.entries(isRecord(value) ? value : {});
  if (given.length > maxParameters) return [fieldTooLong(path, maxParameters)];
  const size = given.reduce((sum, [name, one]) => sum + Buffer.byteLength(name + String(one)), 0);
  return [
    ...given
      .filter(([name]) => name === '')
      .map(([name]) => fieldInvalid(path, name, 'field can not be empty.')),
    ...(size > maxBytes ? [fieldTooLong(path, maxBytes)] : []),
  ];
};

/** Checks a storage class by the rules that its Go type does not declare (`ValidateStorageClass`). */
export const storageClass: Check = members({
  provisioner: optional(text((given) => qualifiedNameProblems(given.toLowerCase()))),
  parameters,
  reclaimPolicy: optional(oneOf('Delete', 'Retain')),
  volumeBindingMode: required(oneOf('Immediate', 'WaitForFirstConsumer')),
  allowedTopologies: topologies,
});
