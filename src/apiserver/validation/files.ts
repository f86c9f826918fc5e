import { type Check, items, members, number, present, required, text } from './check.ts';

/** Checks the permissions of a file, a number from 0 to 0777 (octal). */
export const fileMode: Check = present(
  number(
    (given) => given >= 0 && given <= 0o777,
    'must be a number between 0 and 0777 (octal), both inclusive',
  ),
);

/** Checks that a path is relative and does not contain `..`. */
export const localPath: Check = text((given) => {
  if (given.startsWith('/')) return 'must be a relative path';
  return given.split('/').includes('..') ? "must not contain '..'" : undefined;
});

/** Checks that a path has no segment `..`. */
export const pathWithoutBacksteps: Check = text((given) =>
  given.split('/').includes('..') ? "must not contain '..'" : undefined,
);

/** Checks the `items` of a config map volume or a secret volume. Each item is a key and the path of its file. */
export const keysToPaths: Check = items(
  members({ key: required(), path: required(localPath), mode: fileMode }),
);
