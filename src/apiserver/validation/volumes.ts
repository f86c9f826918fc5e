import { isRecord } from '../../objects/index.ts';
import { annotationErrors, labelErrors } from '../metadata/metadata-errors.ts';
import { billionthsOf } from '../schema/quantity.ts';
import { fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, distinct, every, items, members, oneOf, optional, required } from './check.ts';
import { claimSpec } from './claim.ts';
import { fileMode, keysToPaths, pathWithoutBacksteps } from './files.ts';
import { dnsLabel, dnsSubdomain, driverName } from './names.ts';
import { downwardVolume, projectedVolume } from './projected-volume.ts';

const hostPathTypes = [
  'DirectoryOrCreate',
  'Directory',
  'FileOrCreate',
  'File',
  'Socket',
  'CharDevice',
  'BlockDevice',
];

/** Checks a `hostPath` source. Volumes of pods and persistent volumes can have this source. */
export const hostPath: Check = members({
  path: required(pathWithoutBacksteps),
  type: optional(oneOf(...hostPathTypes)),
});

/**
 * Checks an `nfs` source, a directory on an NFS server. Volumes of pods and persistent volumes can have this source.
 */
export const nfs: Check = members({
  server: required(),
  path: every(required(), (value, path) =>
    typeof value === 'string' && value.startsWith('/')
      ? []
      : [fieldInvalid(path, value ?? '', 'must be an absolute path')],
  ),
});

/**
 * Checks a `csi` source of a pod volume. As in the kube-apiserver, the path in the error for a missing secret name
 * differs from the path in the error for an invalid secret name.
 */
const csi: Check = (value, path) => {
  const { nodePublishSecretRef: secret } = isRecord(value) ? value : {};
  const name = isRecord(secret) ? secret['name'] : undefined;
  return [
    ...members({ driver: driverName })(value, path),
    ...(isRecord(secret)
      ? [
          ...required()(name, `${path}.nodePublishSecretRef.name`),
          ...optional(dnsSubdomain)(name, `${path}.name`),
        ]
      : []),
  ];
};

/**
 * Checks the claim template of an ephemeral volume. The name of the claim is not checked, because the server sets the
 * name.
 */
const claimTemplate: Check = every(members({ spec: claimSpec }), (value, path) => {
  const { metadata } = isRecord(value) ? value : {};
  const { labels, annotations } = isRecord(metadata) ? metadata : {};
  return [
    ...labelErrors(labels, `${path}.metadata.labels`),
    ...annotationErrors(annotations, `${path}.metadata.annotations`),
  ];
});

/**
 * The checks for the sources of a pod volume, by name, such as `secret`. For a source without an entry, the server
 * checks only that the source is present.
 */
const sources: Readonly<Record<string, Check>> = {
  configMap: members({ defaultMode: fileMode, name: required(), items: keysToPaths }),
  secret: members({ defaultMode: fileMode, secretName: required(), items: keysToPaths }),
  emptyDir: members({
    sizeLimit: (value, path) =>
      (billionthsOf(value) ?? 0n) < 0n
        ? [fieldForbidden(path, 'SizeLimit field must be a valid resource quantity')]
        : [],
  }),
  projected: projectedVolume,
  downwardAPI: downwardVolume,
  nfs,
  csi,
  ephemeral: members({ volumeClaimTemplate: required(claimTemplate) }),
  persistentVolumeClaim: members({ claimName: required() }),
  hostPath,
};

const volume: Check = (value, path) => {
  if (!isRecord(value)) return [];
  const kinds = Object.keys(value).filter((name) => name !== 'name' && isRecord(value[name]));
  return [
    ...members({ name: required(dnsLabel) })(value, path),
    ...kinds.flatMap((kind, at) =>
      at === 0
        ? (sources[kind]?.(value[kind], `${path}.${kind}`) ?? [])
        : [fieldForbidden(`${path}.${kind}`, 'may not specify more than 1 volume type')],
    ),
    ...(kinds.length === 0 ? [fieldRequired(path, 'must specify a volume type')] : []),
  ];
};

/** Checks the volumes of a pod. */
export const volumes: Check = every(items(volume), distinct('name'));

/**
 * Returns the volumes of a pod that containers can mount, by name. As in the kube-apiserver, the result contains only
 * volumes without errors.
 */
export function mountableVolumes(given: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const all = Array.isArray(given) ? (given as readonly unknown[]) : [];
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (const one of all)
    if (
      isRecord(one) &&
      typeof one['name'] === 'string' &&
      volume(one, '').length === 0 &&
      !found.has(one['name'])
    )
      found.set(one['name'], one);
  return found;
}
