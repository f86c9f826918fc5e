import { Refusal } from '../status/refusal.ts';
import { badRequest } from '../status/refusals.ts';
import type { ApiRequest } from '../http/request.ts';
import type { Access } from './access.ts';
import { type RequestTarget, attributesOf, forbiddenTo } from './authorize.ts';
import { authenticated, serviceAccountGroups, type User } from './user.ts';

/**
 * A user, a group, a uid or an extra value in the headers. The authenticated user needs the verb `impersonate` on it.
 */
interface Part {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Returns the user whose rights apply to a request. If the request has `Impersonate-…` headers, it is the user in these
 * headers. Otherwise, it is the authenticated user.
 *
 * @throws Refusal 403 if the authenticated user lacks the right `impersonate`
 * @throws Refusal 400 for groups, a uid or extra values without a user name
 * @throws Refusal 431 for too many groups and extra values
 */
export function impersonated(
  access: Access,
  { headers }: Pick<ApiRequest, 'headers'>,
  user: User,
  asked: RequestTarget,
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
    // Since Kubernetes 1.36, the message names a verb `impersonate-on:…` of constrained impersonation. This server
    // checks only the verb `impersonate`. Kubernetes has no verb `impersonate-on:…` for a service account together with
    // groups, a uid or extra values.
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

/**
 * The maximum number of groups and extra values in a request. The authorizer checks each group and each extra value.
 */
const maxValues = 1_000;

function checkCount(count: number): void {
  if (count <= maxValues) return;
  const message = `the Impersonate headers have more than ${maxValues} groups and extra values: send fewer`;
  throw new Refusal({ code: 431, reason: 'BadRequest', message });
}

const isBareNode = (name: string, parts: readonly Part[]): boolean =>
  name.startsWith('system:node:') && parts.length === 1;

/** Formats a list of strings as Go's `%#v` does. */
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
 * Splits a header into a list. If a client sends the header several times, the HTTP layer has joined the values with
 * commas.
 *
 * @throws Refusal 431 for too many values
 */
function listOf(header = ''): readonly string[] {
  const list = header.split(',', maxValues + 1);
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
