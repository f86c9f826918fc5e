import { isRecord } from '../../objects/index.ts';
import { isPositiveQuantity } from '../schema/quantity.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
} from '../status/invalid.ts';
import { type Check, every, members, oneOf, optional, present, required } from './check.ts';
import { accessModes } from './claim.ts';
import { pathWithoutBacksteps } from './files.ts';
import { dnsLabel, dnsSubdomain, driverName } from './names.ts';
import { nodeSelector } from './node-selector.ts';
import { hostPath, nfs } from './volumes.ts';

const secret = present(members({ name: required(dnsSubdomain), namespace: required(dnsLabel) }));

/**
 * The checks for the sources of a PersistentVolume, by name, such as `nfs`. For a source without an entry, the server
 * checks only that the source is present.
 */
const sources: Readonly<Record<string, Check>> = {
  hostPath,
  nfs,
  local: members({ path: required(pathWithoutBacksteps) }),
  csi: members({
    driver: driverName,
    volumeHandle: required(),
    controllerPublishSecretRef: secret,
    controllerExpandSecretRef: secret,
    nodePublishSecretRef: secret,
    nodeExpandSecretRef: secret,
  }),
};

/** The members in the spec of a PersistentVolume that are not volume sources. */
export const generalMembers: readonly string[] = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

/** Checks that a PersistentVolume has exactly one volume source, such as `nfs`. */
const source: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  const given = Object.keys(spec).filter((name) => isRecord(spec[name]) && !generalMembers.includes(name));
  if (given.length === 0) return [fieldRequired(path, 'must specify a volume type')];
  return [
    ...given.flatMap((name, at) =>
      at === 0
        ? (sources[name]?.(spec[name], `${path}.${name}`) ?? [])
        : [fieldForbidden(`${path}.${name}`, 'may not specify more than 1 volume type')],
    ),
    ...(given[0] === 'local' && !isRecord(spec['nodeAffinity'])
      ? [fieldRequired(`${path}.nodeAffinity`, 'Local volume requires node affinity')]
      : []),
  ];
};

/** Checks the capacity of a PersistentVolume. The capacity must contain only `storage`. */
const capacity: Check = (value, path) => {
  const given = Object.entries(isRecord(value) ? value : {});
  const isStorage = given.length === 1 && given[0]?.[0] === 'storage';
  return [
    ...(given.length === 0 ? [fieldRequired(path, '')] : []),
    ...(isStorage ? [] : [fieldNotSupported(path, Object.fromEntries(given), ['storage'])]),
    ...given
      .filter(([, amount]) => !isPositiveQuantity(amount))
      .map(([name, amount]) => fieldInvalid(`${path}[${name}]`, amount, 'must be greater than zero')),
  ];
};

/**
 * Rejects a PersistentVolume with the host path `/` and the reclaim policy `Recycle`, because recycling would erase the
 * file system of the node.
 */
const recycledRoot: Check = (value, path): readonly FieldError[] => {
  const { hostPath: host, persistentVolumeReclaimPolicy: policy } = isRecord(value) ? value : {};
  const isRoot = isRecord(host) && /^\/[/.]*$/.test(String(host['path']));
  return isRoot && policy === 'Recycle'
    ? [
        fieldForbidden(
          `${path}.persistentVolumeReclaimPolicy`,
          "may not be 'recycle' for a hostPath mount of '/'",
        ),
      ]
    : [];
};

const attributesClass: Check = (value, path) => {
  const { volumeAttributesClassName: name, csi } = isRecord(value) ? value : {};
  return name !== undefined && !isRecord(csi)
    ? [fieldRequired(`${path}.csi`, 'has to be specified when using volumeAttributesClassName')]
    : [];
};

/** Checks the spec of a PersistentVolume (`ValidatePersistentVolumeSpec`). */
export const volumeSpec: Check = every(
  members({
    accessModes,
    capacity,
    persistentVolumeReclaimPolicy: optional(oneOf('Delete', 'Recycle', 'Retain')),
    nodeAffinity: present(
      members({ required: required(nodeSelector, 'must specify required node constraints') }),
    ),
  }),
  source,
  recycledRoot,
  members({
    storageClassName: optional(dnsSubdomain),
    volumeMode: present(oneOf('Block', 'Filesystem')),
    volumeAttributesClassName: present(required(dnsSubdomain, 'an empty string is disallowed')),
  }),
  attributesClass,
);
