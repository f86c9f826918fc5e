import type { Json } from '../../json.ts';
import { age } from '../age.ts';
import type { Printer } from '../cell.ts';
import { flag, has, list, map, scalar, text, texts } from '../fields.ts';
import { accessModesText, nameOf, none, unset } from '../words.ts';

export const persistentVolume: Printer = (object, now) => [
  nameOf(object),
  scalar(object, 'spec.capacity.storage', '0'),
  accessModesText(object, 'spec.accessModes'),
  text(object, 'spec.persistentVolumeReclaimPolicy'),
  phase(object),
  has(object, 'spec.claimRef')
    ? `${text(object, 'spec.claimRef.namespace')}/${text(object, 'spec.claimRef.name')}`
    : '',
  storageClassOf(object),
  text(object, 'spec.volumeAttributesClassName', unset),
  text(object, 'status.reason'),
  age(object, now),
  text(object, 'spec.volumeMode', unset),
];

export const persistentVolumeClaim: Printer = (object, now) => {
  const volume = text(object, 'spec.volumeName');
  return [
    nameOf(object),
    phase(object),
    volume,
    volume === '' ? '' : scalar(object, 'status.capacity.storage', '0'),
    volume === '' ? '' : accessModesText(object, 'status.accessModes'),
    storageClassOf(object),
    text(object, 'spec.volumeAttributesClassName', unset),
    age(object, now),
    text(object, 'spec.volumeMode', unset),
  ];
};

const phase = (object: Json): string =>
  has(object, 'metadata.deletionTimestamp') ? 'Terminating' : text(object, 'status.phase');

/**
 * Returns the storage class of a volume or a claim: the value of the deprecated annotation, or otherwise the value of
 * the field.
 */
function storageClassOf(object: Json): string {
  return (
    map(object, 'metadata.annotations')['volume.beta.kubernetes.io/storage-class'] ??
    text(object, 'spec.storageClassName')
  );
}

export const storageClass: Printer = (object, now) => {
  const annotations = map(object, 'metadata.annotations');
  const isDefault = [
    'storageclass.kubernetes.io/is-default-class',
    'storageclass.beta.kubernetes.io/is-default-class',
  ].some((name) => annotations[name] === 'true');
  return [
    nameOf(object) + (isDefault ? ' (default)' : ''),
    text(object, 'provisioner'),
    text(object, 'reclaimPolicy', 'Delete'),
    text(object, 'volumeBindingMode', 'Immediate'),
    flag(object, 'allowVolumeExpansion'),
    age(object, now),
  ];
};

export const volumeAttributesClass: Printer = (object, now) => [
  nameOf(object),
  text(object, 'driverName'),
  age(object, now),
];

export const volumeAttachment: Printer = (object, now) => [
  nameOf(object),
  text(object, 'spec.attacher'),
  text(object, 'spec.source.persistentVolumeName'),
  text(object, 'spec.nodeName'),
  flag(object, 'status.attached'),
  age(object, now),
];

export const csiNode: Printer = (object, now) => [
  nameOf(object),
  list(object, 'spec.drivers').length,
  age(object, now),
];

export const csiDriver: Printer = (object, now) => [
  nameOf(object),
  flag(object, 'spec.attachRequired', true),
  flag(object, 'spec.podInfoOnMount'),
  flag(object, 'spec.storageCapacity'),
  has(object, 'spec.tokenRequests')
    ? list(object, 'spec.tokenRequests')
        .map((request) => text(request, 'audience'))
        .join(',')
    : unset,
  flag(object, 'spec.requiresRepublish'),
  texts(object, 'spec.volumeLifecycleModes').join(',') || none,
  age(object, now),
];
