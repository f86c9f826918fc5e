import { isRecord } from '../../objects/index.ts';
import { isSame, recordAt } from '../json.ts';
import { isPositiveQuantity } from '../schema/quantity.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';
import { type Check, every, members, oneOf, optional, present, required } from './check.ts';
import { dnsLabel, dnsSubdomain } from './names.ts';
import { selector } from './selected-template.ts';

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Checks the access modes of a persistent volume or a claim. */
export const accessModes: Check = every(
  required(undefined, 'at least 1 access mode is required'),
  (value, path) => {
    const given = Array.isArray(value) ? (value as readonly unknown[]) : [];
    const isKnown = (mode: unknown): boolean => modes.includes(String(mode));
    const isMixed =
      given.includes('ReadWriteOncePod') &&
      given.some((mode) => isKnown(mode) && mode !== 'ReadWriteOncePod');
    return [
      ...given.filter((mode) => !isKnown(mode)).map((mode) => fieldNotSupported(path, mode, modes)),
      ...(isMixed ? [fieldForbidden(path, 'may not use ReadWriteOncePod with other access modes')] : []),
    ];
  },
);

/** Checks that a quantity is greater than 0. */
export const positiveQuantity: Check = (value, path) =>
  isPositiveQuantity(value) ? [] : [fieldInvalid(path, value, 'must be greater than zero')];

/**
 * Checks the requested storage of a PersistentVolumeClaim. As in the kube-apiserver, the path in the error does not
 * contain `requests`.
 */
const size: Check = (value, path) => {
  const { storage } = recordAt(isRecord(value) ? value : {}, 'requests');
  const at = `${path}[storage]`;
  return storage === undefined ? [fieldRequired(at, '')] : positiveQuantity(storage, at);
};

const source: Check = every(members({ name: required(), kind: required() }), (value, path) => {
  const { apiGroup, kind = '' } = isRecord(value) ? value : {};
  return (apiGroup ?? '') === '' && kind !== 'PersistentVolumeClaim'
    ? [fieldInvalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")]
    : optional(dnsSubdomain)(apiGroup, `${path}.apiGroup`);
});

/** Checks that `dataSource` and `dataSourceRef` of a PersistentVolumeClaim do not contradict each other. */
const sources: Check = (value, path): readonly FieldError[] => {
  const { dataSource, dataSourceRef } = isRecord(value) ? value : {};
  if (!isRecord(dataSource) || !isRecord(dataSourceRef)) return [];
  if ((dataSourceRef['namespace'] ?? '') !== '')
    return [
      fieldInvalid(
        path,
        `${path}.dataSource`,
        'may not be specified when dataSourceRef.namespace is specified',
      ),
    ];
  return isSame(dataSource, dataSourceRef)
    ? []
    : [fieldInvalid(path, `${path}.dataSource`, 'must match dataSourceRef')];
};

/** Checks the spec of a PersistentVolumeClaim (`ValidatePersistentVolumeClaimSpec`). */
export const claimSpec: Check = every(
  members({
    accessModes,
    selector,
    resources: size,
    storageClassName: optional(dnsSubdomain),
    volumeMode: present(oneOf('Block', 'Filesystem')),
    dataSource: present(source),
    dataSourceRef: present(every(source, members({ namespace: optional(dnsLabel) }))),
    volumeAttributesClassName: optional(dnsSubdomain),
  }),
  sources,
);
