import { isRecord } from '../../objects/index.ts';
import { type Json, recordsAt } from '../json.ts';
import {
  type FieldError,
  fieldForbidden,
  fieldInvalid,
  fieldNotFound,
  fieldRequired,
} from '../status/invalid.ts';
import { type Check, items, members, oneOf, optional, present, required } from './check.ts';
import { localPath } from './files.ts';

type Volumes = ReadonlyMap<string, Json>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns the names and the paths of all mounts or devices of a container as sets. Without the sets, the check of each
 * mount would search a list, and the total time would be quadratic in the number of mounts.
 */
function valuesOf(
  all: readonly Json[],
  path: string,
): { readonly names: ReadonlySet<unknown>; readonly places: ReadonlySet<unknown> } {
  return { names: new Set(all.map(({ name }) => name)), places: new Set(all.map((one) => one[path])) };
}

/**
 * Checks some fields of a volume mount. As in the kube-apiserver, the path in an error in these fields has no index.
 */
function modeErrors(mount: Json, container: Json, path: string): readonly FieldError[] {
  const { subPath, subPathExpr, mountPropagation, recursiveReadOnly, readOnly } = mount;
  const security = isRecord(container['securityContext']) ? container['securityContext'] : {};
  const isReadOnly = readOnly === true && (mountPropagation ?? 'None') === 'None';
  return [
    ...members({
      subPath: optional(localPath),
      subPathExpr: optional(localPath),
      mountPropagation: present(oneOf('Bidirectional', 'HostToContainer', 'None')),
      recursiveReadOnly: present(oneOf('Disabled', 'Enabled', 'IfPossible')),
    })({ subPath, subPathExpr, mountPropagation, recursiveReadOnly }, path),
    ...(mountPropagation === 'Bidirectional' && security['privileged'] !== true
      ? [
          fieldForbidden(
            `${path}.mountPropagation`,
            'Bidirectional mount propagation is available only to privileged containers',
          ),
        ]
      : []),
    ...((recursiveReadOnly === 'Enabled' || recursiveReadOnly === 'IfPossible') && !isReadOnly
      ? [fieldForbidden(`${path}.recursiveReadOnly`, 'may only be specified when readOnly is true')]
      : []),
  ];
}

/**
 * Returns the check for the volume mounts of a container (`ValidateVolumeMounts`). Each mount needs a volume of the
 * pod, and a path that no other mount has.
 */
export function mounts(volumes: Volumes, container: Json): Check {
  const devices = valuesOf(recordsAt(container, 'volumeDevices'), 'devicePath');
  return (value, path) => {
    const places = new Set<unknown>();
    return items((given, at): readonly FieldError[] => {
      const mount = isRecord(given) ? given : {};
      const { name, mountPath, subPath, subPathExpr } = mount;
      const isTwice = places.has(mountPath ?? '');
      places.add(mountPath ?? '');
      return [
        ...members({ name: required(), mountPath: required() })(mount, at),
        ...(volumes.has(textOf(name)) ? [] : [fieldNotFound(`${at}.name`, name ?? '')]),
        ...(isTwice ? [fieldInvalid(`${at}.mountPath`, mountPath, 'must be unique')] : []),
        ...(devices.names.has(name)
          ? [fieldInvalid(`${at}.name`, name, 'must not already exist in volumeDevices')]
          : []),
        ...(devices.places.has(mountPath)
          ? [fieldInvalid(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices')]
          : []),
        ...(textOf(subPath) !== '' && textOf(subPathExpr) !== ''
          ? [fieldInvalid(`${at}.subPathExpr`, subPathExpr, 'subPathExpr and subPath are mutually exclusive')]
          : []),
        ...modeErrors(mount, container, path),
      ];
    })(value, path);
  };
}

/**
 * Returns the check for the block devices of a container (`ValidateVolumeDevices`). The volume of a block device must
 * be a PersistentVolumeClaim or an ephemeral volume.
 */
export function devices(volumes: Volumes, container: Json): Check {
  const mounted = valuesOf(recordsAt(container, 'volumeMounts'), 'mountPath');
  return (value, path) => {
    const [names, places] = [new Set<unknown>(), new Set<unknown>()];
    return items((given, at): readonly FieldError[] => {
      const { name, devicePath } = isRecord(given) ? given : {};
      const [nameAt, pathAt] = [`${at}.name`, `${at}.devicePath`];
      const isNew = [!names.has(textOf(name)), !places.has(textOf(devicePath))];
      if (textOf(name) !== '') names.add(name);
      places.add(textOf(devicePath));
      return [
        ...(textOf(name) === '' ? [fieldRequired(nameAt, '')] : []),
        ...(isNew[0] ? [] : [fieldInvalid(nameAt, name, 'must be unique')]),
        ...sourceErrors(volumes.get(textOf(name)), name, nameAt),
        ...(textOf(devicePath) === '' ? [fieldRequired(pathAt, '')] : []),
        ...(isNew[1] ? [] : [fieldInvalid(pathAt, devicePath, 'must be unique')]),
        ...(textOf(devicePath).split('/').includes('..')
          ? [fieldInvalid(pathAt, devicePath, "can not contain backsteps ('..')")]
          : []),
        ...(mounted.names.has(name)
          ? [fieldInvalid(nameAt, name, 'must not already exist in volumeMounts')]
          : []),
        ...(mounted.places.has(devicePath)
          ? [fieldInvalid(pathAt, devicePath, 'must not already exist as a path in volumeMounts')]
          : []),
      ];
    })(value, path);
  };
}

function sourceErrors(volume: Json | undefined, name: unknown, path: string): readonly FieldError[] {
  if (volume === undefined) return [fieldNotFound(path, name ?? '')];
  return isRecord(volume['persistentVolumeClaim']) || isRecord(volume['ephemeral'])
    ? []
    : [
        fieldInvalid(
          path,
          name,
          'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
        ),
      ];
}
