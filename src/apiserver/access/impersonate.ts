import { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';
import type { ApiRequest } from '../http/request.ts';
import type { Access } from './access.ts';
import { type Asked, attributesOf, forbiddenTo } from './authorize.ts';
import { authenticated, serviceAccountGroups, type User } from './user.ts';

/** What a user must have the right to `impersonate`. */
interface Part {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * The user that a request is made for: the one who makes it, or the one of its `Impersonate-…` headers.
 *
 * @throws Refusal 403 without the right `impersonate`, 400 for groups without a user, 431 for too many groups and extra values
 */
export function impersonated(
  access: Access,
  { headers }: Pick<ApiRequest, 'headers'>,
  user: User,
  asked: Asked,
): User {
  const name = headers['impersonate-user'] ?? '';
  const groups = listOf(headers['impersonate-group']);
  const uid = headers['impersonate-uid'] ?? '';
  const extra = extraOf(headers);
  checkCount(groups.length + extra.reduce((sum, [, values]) => sum + values.length, 0));
  if (name === '') {
    if (groups.length === 0 && uid === '' && extra.length === 0) return user;
    const all = `Groups:${inGo(groups)}, Extra:${extraInGo(extra)}`;
    const wanted = `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, ${all}}`;
    throw badRequest(`requested ${wanted} without impersonating a user name`);
  }

  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  const parts: readonly Part[] = [
    account === null
      ? part('', 'users', name)
      : { ...part('', 'serviceaccounts', account[2] ?? ''), namespace: account[1] ?? '' },
    ...[...new Set(groups)].map((group) => part('', 'groups', group)),
    ...extra.flatMap(([key, values]) =>
      [...new Set(values)].map((value) => ({
        ...part(authentication, 'userextras', value),
        subresource: key,
      })),
    ),
    ...(uid === '' ? [] : [part(authentication, 'uids', uid)]),
  ];
  const { path } = asked;
  const questions = parts.map((route) => attributesOf(user, { path, verb: 'impersonate', route }));
  const refused = access.firstRefused(questions);
  if (refused !== undefined) {
    const route = parts[questions.indexOf(refused)];
    // From 1.36 on it is told as what the finer rights to impersonate, which are not looked at here, would have to allow;
    // there are none for a service account with more than its name.
    if (account !== null && parts.length > 1) throw forbiddenTo(user, { path, verb: 'impersonate', route });
    const mode =
      account !== null ? 'serviceaccount' : isBareNode(name, parts) ? 'arbitrary-node' : 'user-info';
    throw forbiddenTo(user, { ...asked, verb: `impersonate-on:${mode}:${asked.verb}` });
  }
  const known = account === null || groups.length > 0 ? groups : serviceAccountGroups(account[1] ?? '');
  return {
    name,
    groups: withEverybody(name, known),
    ...(uid === '' ? {} : { uid }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}

/** Each of them is a question to the authorizer. */
const mostValues = 1_000;

function checkCount(count: number): void {
  if (count <= mostValues) return;
  const message = `the Impersonate headers have more than ${mostValues} groups and extra values: send fewer`;
  throw new Refusal({ code: 431, reason: 'BadRequest', message });
}

const isBareNode = (name: string, parts: readonly Part[]): boolean =>
  name.startsWith('system:node:') && parts.length === 1;

/** As Go prints a list of strings. */
const inGo = (list: readonly string[]): string =>
  list.length === 0 ? '[]string(nil)' : `[]string{${list.map((one) => JSON.stringify(one)).join(', ')}}`;

const extraInGo = (extra: readonly (readonly [string, readonly string[]])[]): string =>
  extra.length === 0
    ? 'map[string][]string(nil)'
    : `map[string][]string{${extra.map(([key, list]) => `${JSON.stringify(key)}:${inGo(list)}`).join(', ')}}`;

const authentication = 'authentication.k8s.io';

const part = (group: string, resource: string, name: string): Part => ({
  group,
  resource,
  subresource: '',
  namespace: '',
  name,
});

function withEverybody(name: string, groups: readonly string[]): readonly string[] {
  const unauthenticated = 'system:unauthenticated';
  if (groups.includes(unauthenticated)) return groups;
  const everybody = name === 'system:anonymous' ? unauthenticated : authenticated;
  return groups.includes(everybody) ? groups : [...groups, everybody];
}

/**
 * A header that came several times is one list by the time it is here.
 *
 * @throws Refusal 431
 */
function listOf(header = ''): readonly string[] {
  const list = header.split(',', mostValues + 1);
  checkCount(list.length);
  return list.map((one) => one.trim()).filter((one) => one !== '');
}

function extraOf(headers: ApiRequest['headers']): [string, readonly string[]][] {
  const prefix = 'impersonate-extra-';
  return Object.entries(headers).flatMap(([header, value]) =>
    header.startsWith(prefix) ? [[unescaped(header.slice(prefix.length)), listOf(value)]] : [],
  );
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
