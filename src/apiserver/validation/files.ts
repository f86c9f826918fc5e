import { type Check, items, members, number, present, required, text } from './check.ts';

/** The mode of a file. */
export const fileMode: Check = present(
  number(
    (given) => given >= 0 && given <= 0o777,
    'must be a number between 0 and 0777 (octal), both inclusive',
  ),
);

/** A path below a directory. */
export const localPath: Check = text((given) => {
  if (given.startsWith('/')) return 'must be a relative path';
  return given.split('/').includes('..') ? "must not contain '..'" : undefined;
});

/** A path that does not lead out of its directory. */
export const pathWithoutBacksteps: Check = text((given) =>
  given.split('/').includes('..') ? "must not contain '..'" : undefined,
);

/** Keys of a ConfigMap or a Secret, and the files that they become. */
export const keysToPaths: Check = items(
  members({ key: required(), path: required(localPath), mode: fileMode }),
);
