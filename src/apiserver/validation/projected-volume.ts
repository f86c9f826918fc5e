import { isRecord } from '../../objects/index.ts';
import { recordAt, recordsAt } from '../json.ts';
import { type FieldError, fieldForbidden, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, every, members, optional, present, repeated, required, text } from './check.ts';
import { containerResource, oneSource, podFieldInFile } from './downward-api.ts';
import { fileMode, keysToPaths, localPath } from './files.ts';

/**
 * Checks the path of a file in a projected volume. The path may not begin with `..`, because the kubelet uses such
 * names for its own files in the volume.
 */
const ownPath = every(
  localPath,
  text((given) => (/^\.\.(?!\/|$)/.test(given) ? "must not start with '..'" : undefined)),
);

/** Checks one file of a downward API volume (`validateDownwardAPIVolumeFile`). */
const file: Check = every(
  members({
    path: required(ownPath),
    fieldRef: present(podFieldInFile),
    resourceFieldRef: present(containerResource),
    mode: fileMode,
  }),
  oneSource,
);

/**
 * Checks the files of a downward API volume. As in the kube-apiserver, the path in an error contains neither `items`
 * nor an index.
 */
const downwardFiles: Check = (value, path) =>
  recordsAt(isRecord(value) ? value : {}, 'items').flatMap((one) => file(one, path));

const named = members({ name: required(), items: keysToPaths });

/**
 * Checks a service account token in a projected volume. If the `path` of the token is invalid, the error names a field
 * `path` of the projected volume, as in the kube-apiserver.
 */
const token: Check = (value, path) => {
  const { expirationSeconds, path: given } = isRecord(value) ? value : {};
  const seconds = typeof expirationSeconds === 'number' ? expirationSeconds : 3_600;
  const at = `${path}.expirationSeconds`;
  return [
    ...(seconds < 600 ? [fieldInvalid(at, seconds, 'may not specify a duration less than 10 minutes')] : []),
    ...(seconds > 2 ** 32
      ? [fieldInvalid(at, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
    ...required(ownPath)(given, path.replace(/\.sources\[\d+\]\.serviceAccountToken$/, '.path')),
  ];
};

const trustBundle: Check = (value, path) => {
  const { name, signerName } = isRecord(value) ? value : {};
  return [
    ...(name === undefined && signerName === undefined
      ? [fieldRequired(path, 'either name or signerName must be specified')]
      : []),
    ...(name !== undefined && signerName !== undefined
      ? [fieldInvalid(path, value, 'only one of name and signerName may be used')]
      : []),
    ...members({ path: required(ownPath) })(value, path),
  ];
};

const sources: Readonly<Record<string, Check>> = {
  secret: named,
  configMap: named,
  downwardAPI: downwardFiles,
  serviceAccountToken: token,
  clusterTrustBundle: trustBundle,
};

/**
 * Returns the file paths that one source of a projected volume contains. All file paths in a projected volume must be
 * different.
 */
const pathsIn = (source: Readonly<Record<string, unknown>>): readonly unknown[] =>
  ['secret', 'configMap', 'downwardAPI'].flatMap((name) =>
    recordsAt(recordAt(source, name), 'items').map(({ path }) => path ?? ''),
  );

/**
 * Checks a projected volume, which combines several sources such as secrets and config maps
 * (`validateProjectedVolumeSource`).
 */
export const projectedVolume: Check = (value, path) => {
  const all = recordsAt(isRecord(value) ? value : {}, 'sources');
  const paths = all.flatMap(pathsIn).filter((one) => one !== '');
  return [
    ...members({ defaultMode: fileMode })(value, path),
    ...all.flatMap((source, at): readonly FieldError[] => {
      const place = `${path}.sources[${at}]`;
      const given = Object.keys(source).filter((name) => isRecord(source[name]));
      return [
        ...given.flatMap((name) => sources[name]?.(source[name], `${place}.${name}`) ?? []),
        ...(given.length > 1
          ? [fieldForbidden(place, 'may not specify more than 1 volume type per source')]
          : []),
      ];
    }),
    ...repeated(paths, false).map(([, one]) => fieldInvalid(path, one, 'conflicting duplicate paths')),
  ];
};

/** Checks a downward API volume of a pod. */
export const downwardVolume: Check = every(optional(members({ defaultMode: fileMode })), downwardFiles);
