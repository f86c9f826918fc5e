import type { ApiServerOptions } from '../api-server-options.ts';
import type { Storage } from '../storage/storage.ts';
import type { Access } from './access.ts';
import { firstRefused, rbac } from './rbac/rbac.ts';
import { SubjectIndex } from './rbac/subject-index.ts';
import { serviceAccountTokens } from './service-account-token.ts';
import { userOf } from './user.ts';

/** Returns the tokens and the authorizer that the options of a server describe. */
export function accessOf(
  { tokens = {}, authorize }: ApiServerOptions,
  storage: Storage,
  now: () => number,
): Access {
  return {
    tokens: new Map(Object.entries(tokens).map(([token, user]) => [token, userOf(user)])),
    serviceAccounts: serviceAccountTokens(storage, now),
    ...(authorize === undefined ? byRoles(new SubjectIndex(storage)) : byFunction(authorize)),
  };
}

type Authorizer = Pick<Access, 'decide' | 'firstRefused' | 'bindings'>;

const byRoles = (bindings: SubjectIndex): Authorizer => ({
  decide: rbac(bindings),
  firstRefused: firstRefused(bindings),
  bindings,
});

const byFunction = (authorize: NonNullable<ApiServerOptions['authorize']>): Authorizer => ({
  decide: (attributes) => ({ allowed: authorize(attributes), reason: '' }),
  firstRefused: (questions) => questions.find((attributes) => !authorize(attributes)),
  bindings: undefined,
});
