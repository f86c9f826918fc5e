import type { ApiServerOptions } from '../api-server-options.ts';
import type { Storage } from '../storage/storage.ts';
import type { Access } from './access.ts';
import { firstRefused, rbac } from './rbac/rbac.ts';
import { serviceAccountTokens } from './service-account-token.ts';
import { userOf } from './user.ts';

/** Tokens and rights, as the options say. */
export function accessOf(
  { tokens = {}, authorize }: ApiServerOptions,
  storage: Storage,
  now: () => number,
): Access {
  return {
    tokens: new Map(Object.entries(tokens).map(([token, user]) => [token, userOf(user)])),
    serviceAccounts: serviceAccountTokens(storage, now),
    decide:
      authorize === undefined
        ? rbac(storage)
        : (attributes) => ({ allowed: authorize(attributes), reason: '' }),
    firstRefused:
      authorize === undefined
        ? firstRefused(storage)
        : (questions) => questions.find((attributes) => !authorize(attributes)),
    byRoles: authorize === undefined,
  };
}
