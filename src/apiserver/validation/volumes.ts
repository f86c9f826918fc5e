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

/** A path of the machine, for a pod's volume or a persistent one. */
export const hostPath: Check = members({
  path: required(pathWithoutBacksteps),
  type: optional(oneOf(...hostPathTypes)),
});

/** A directory of a server, for a pod's volume or a persistent one. */
export const nfs: Check = members({
  server: required(),
  path: every(required(), (value, path) =>
    typeof value === 'string' && value.startsWith('/')
      ? []
      : [fieldInvalid(path, value ?? '', 'must be an absolute path')],
  ),
});

/** The real server names a secret that has no name elsewhere than one with a wrong name. */
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

/** A claim that is made for one pod; its name is the server's to give. */
const claimTemplate: Check = every(members({ spec: claimSpec }), (value, path) => {
  const { metadata } = isRecord(value) ? value : {};
  const { labels, annotations } = isRecord(metadata) ? metadata : {};
  return [
    ...labelErrors(labels, `${path}.metadata.labels`),
    ...annotationErrors(annotations, `${path}.metadata.annotations`),
  ];
});

/** By the name of a source, its rules; of the others the server checks only that they are given. */
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

/** The volumes of a pod. */
export const volumes: Check = every(items(volume), distinct('name'));

/** The volumes that containers can mount, by name: those without an error, as the real server collects them. */
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
