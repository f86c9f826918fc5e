import { isRecord } from '../../objects/index.ts';
import { fieldInvalid, fieldRequired } from '../status/invalid.ts';
import {
  type Check,
  distinct,
  every,
  items,
  members,
  notNegative,
  oneOf,
  present,
  required,
  text,
} from './check.ts';
import { localPath } from './files.ts';

const seccompProfile: Check = (value, path) => {
  const { type, localhostProfile } = isRecord(value) ? value : {};
  const at = `${path}.localhostProfile`;
  const ofNode: Check = (given, place) =>
    given === undefined
      ? [fieldRequired(place, 'must be set when seccomp type is Localhost')]
      : localPath(given, place);
  const elsewhere: Check = present((given, place) => [
    fieldInvalid(place, given, 'can only be set when seccomp type is Localhost'),
  ]);
  return [
    ...required(oneOf('Localhost', 'RuntimeDefault', 'Unconfined'))(type, `${path}.type`),
    ...(type === 'Localhost' ? ofNode : elsewhere)(localhostProfile, at),
  ];
};

const sysctl = text((given) =>
  given.length <= 253 && /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/.test(given)
    ? undefined
    : 'must have at most 253 characters and be names with dots or slashes between',
);

/** Checks the security context of a pod (`ValidatePodSecurityContext`). */
export const podSecurityContext: Check = members({
  runAsUser: notNegative,
  runAsGroup: notNegative,
  fsGroup: notNegative,
  supplementalGroups: items(notNegative),
  sysctls: every(items(members({ name: required(sysctl) })), distinct('name')),
  fsGroupChangePolicy: present(oneOf('Always', 'OnRootMismatch')),
  supplementalGroupsPolicy: present(oneOf('Merge', 'Strict')),
  seccompProfile: present(seccompProfile),
});

/**
 * Rejects `allowPrivilegeEscalation: false` for a container that is privileged or adds the capability `CAP_SYS_ADMIN`.
 */
const escalation: Check = (value, path) => {
  const { privileged, allowPrivilegeEscalation, capabilities } = isRecord(value) ? value : {};
  if (allowPrivilegeEscalation !== false) return [];
  const added = isRecord(capabilities) && Array.isArray(capabilities['add']) ? capabilities['add'] : [];
  return [
    ...(privileged === true
      ? [fieldInvalid(path, value, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true')]
      : []),
    ...(added.includes('CAP_SYS_ADMIN')
      ? [fieldInvalid(path, value, 'cannot set `allowPrivilegeEscalation` to false and add CAP_SYS_ADMIN')]
      : []),
  ];
};

/** Checks the security context of a container (`ValidateSecurityContext`). */
export const containerSecurityContext: Check = every(
  members({
    runAsUser: notNegative,
    runAsGroup: notNegative,
    procMount: present(oneOf('Default', 'Unmasked')),
    seccompProfile: present(seccompProfile),
  }),
  escalation,
);
