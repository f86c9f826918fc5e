import { isRecord } from '../../objects/index.ts';
import { fieldForbidden, fieldRequired } from '../status/invalid.ts';
import {
  type Check,
  distinct,
  every,
  items,
  members,
  number,
  oneOf,
  optional,
  present,
  required,
  text,
} from './check.ts';
import { dnsLabel } from './names.ts';

const fileMode = present(
  number(
    (given) => given >= 0 && given <= 0o777,
    'must be a number between 0 and 0777 (octal), both inclusive',
  ),
);

const localPath = text((given) => {
  if (given.startsWith('/')) return 'must be a relative path';
  return given.split('/').includes('..') ? "must not contain '..'" : undefined;
});

const keyToPath = members({ key: required(), path: required(localPath), mode: fileMode });

const hostPathTypes = [
  'DirectoryOrCreate',
  'Directory',
  'FileOrCreate',
  'File',
  'Socket',
  'CharDevice',
  'BlockDevice',
];

/** A path that does not lead out of its directory. */
export const pathWithoutBacksteps: Check = text((given) =>
  given.split('/').includes('..') ? "must not contain '..'" : undefined,
);

/** A path of the machine, for a pod's volume or a persistent one. */
export const hostPath: Check = members({
  path: required(pathWithoutBacksteps),
  type: optional(oneOf(...hostPathTypes)),
});

/** What a volume can be; of the others only is looked at that there is one. */
const sources: Readonly<Record<string, Check>> = {
  configMap: members({ defaultMode: fileMode, name: required(), items: items(keyToPath) }),
  secret: members({ defaultMode: fileMode, secretName: required(), items: items(keyToPath) }),
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
