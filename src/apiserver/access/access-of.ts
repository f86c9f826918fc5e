import type { ApiServerOptions } from '../api-server-options.ts';
import type { Storage } from '../storage/storage.ts';
import type { Access } from './access.ts';
import { rbac } from './rbac/rbac.ts';
import { userOf } from './user.ts';

/** Tokens and rights, as the options say. */
export function accessOf({ tokens = {}, authorize }: ApiServerOptions, storage: Storage): Access {
  return {
    tokens: new Map(Object.entries(tokens).map(([token, user]) => [token, userOf(user)])),
    issued: () => undefined,
    decide:
      authorize === undefined
        ? rbac(storage)
        : (attributes) => ({ allowed: authorize(attributes), reason: '' }),
  };
}
