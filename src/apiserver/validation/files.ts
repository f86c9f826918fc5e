import { type Check, items, members, number, present, required, text } from './check.ts';

/** Checks the mode (permissions) of a file. */
export const fileMode: Check = present(
  number(
    (given) => given >= 0 && given <= 0o777,
    'must be a number between 0 and 0777 (octal), both inclusive',
  ),
);

/** Checks a relative path that must not leave its directory. */
export const localPath: Check = text((given) => {
  if (given.startsWith('/')) return 'must be a relative path';
  return given.split('/').includes('..') ? "must not contain '..'" : undefined;
});

/** Checks that a path does not contain `..`. */
export const pathWithoutBacksteps: Check = text((given) =>
  given.split('/').includes('..') ? "must not contain '..'" : undefined,
);

/** Checks a list of keys of a config map or a secret, each with the path of its file. */
export const keysToPaths: Check = items(
  members({ key: required(), path: required(localPath), mode: fileMode }),
);
