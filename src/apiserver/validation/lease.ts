import { isRecord } from '../../objects/index.ts';
import { qualifiedNameProblems } from '../metadata/qualified-name.ts';
import { fieldForbidden, fieldInvalid, fieldNotSupported } from '../status/invalid.ts';
import { type Check, every, members, notNegative, positive, present } from './check.ts';

/** Checks the strategy of a lease. As in the kube-apiserver, the path in an error contains `strategy` twice. */
const strategy: Check = (value, path) => {
  const given = String(value);
  if (given.includes('/'))
    return qualifiedNameProblems(given).map((why) => fieldInvalid(`${path}.strategy`, given, why));
  return given === 'OldestEmulationVersion'
    ? []
    : [fieldNotSupported(`${path}.strategy`, given, ['OldestEmulationVersion'])];
};

/** Checks the spec of a lease (`ValidateLeaseSpec`). */
export const leaseSpec: Check = every(
  members({
    leaseDurationSeconds: present(positive),
    leaseTransitions: notNegative,
    strategy: present(strategy),
  }),
  (value, path) => {
    const { strategy: given = '', preferredHolder = '' } = isRecord(value) ? value : {};
    return preferredHolder !== '' && given === ''
      ? [fieldForbidden(`${path}.preferredHolder`, 'may only be specified if `strategy` is defined')]
      : [];
  },
);
