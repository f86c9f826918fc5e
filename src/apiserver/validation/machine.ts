import { isRecord } from '../../objects/index.ts';
import { fieldForbidden, fieldInvalid, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import type { Check } from './check.ts';

const systems = ['linux', 'windows'];

/**
 * Checks the operating system of a pod, and the fields with which the pod shares Linux namespaces, such as
 * `hostNetwork` and `hostPID`. As in the kube-apiserver, some names in the paths of errors begin with a capital letter.
 */
export const machine: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  const { os, hostUsers, shareProcessNamespace, hostPID } = spec;
  const name = isRecord(os) ? (os['name'] ?? '') : undefined;
  const shared = { hostNetwork: 'hostNetwork', hostPID: 'HostPID', hostIPC: 'HostIPC' };
  return [
    ...(name === '' ? [fieldRequired(`${path}.os.name`, '')] : []),
    ...(name === undefined || name === '' || systems.some((system) => system === name)
      ? []
      : [fieldNotSupported(`${path}.os`, name, systems)]),
    ...(hostUsers === false
      ? Object.entries(shared)
          .filter(([field]) => spec[field] === true)
          .map(([, field]) => fieldForbidden(`${path}.${field}`, 'when `hostUsers` is false'))
      : []),
    ...(shareProcessNamespace === true && hostPID === true
      ? [
          fieldInvalid(
            `${path}.securityContext.shareProcessNamespace`,
            true,
            'ShareProcessNamespace and HostPID cannot both be enabled',
          ),
        ]
      : []),
  ];
};
