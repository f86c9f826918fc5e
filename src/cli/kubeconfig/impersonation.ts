import { isRecord } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { textIn } from '../../discovery/index.ts';
import type { ChosenContext } from './choose-context.ts';

/**
 * Returns the impersonation headers of a user of a kubeconfig, without the header for the user name. client-node sends
 * the header for the user name, and no other impersonation header.
 *
 * @throws CommandError if a header cannot be sent, because without the header the request would have too many rights
 */
export function impersonationHeaders({
  user,
  userName,
}: Pick<ChosenContext, 'user' | 'userName'>): Readonly<Record<string, string | readonly string[]>> {
  const of = `of the user “${userName}” of the kubeconfig`;
  const uid = textIn(user, 'as-uid');
  const groups = listOf(user['as-groups'], `as-groups ${of}`);
  const extra = extraHeaders(user['as-user-extra'], of);
  if (textIn(user, 'as') === '' && (uid !== '' || groups.length > 0 || extra.size > 0)) {
    // The message of the function `validateAuthInfo` in client-go's package clientcmd.
    throw new CommandError(
      `requesting uid, groups or user-extra for “${userName}” without impersonating a user: in the kubeconfig the user has no “as”`,
    );
  }
  return {
    ...(uid === '' ? {} : { 'Impersonate-Uid': uid }),
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': groups }),
    ...Object.fromEntries(extra),
  };
}

function listOf(value: unknown, what: string): readonly string[] {
  const list = value ?? [];
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
  throw new CommandError(`${what} is not a list of texts`, { hints: ['A number needs quotes in YAML.'] });
}

/**
 * Returns the headers of `as-user-extra`. Header names ignore case. If two names differ only in case, the values of
 * both names are sent in one header, as in client-go.
 */
function extraHeaders(value: unknown, of: string): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, readonly string[]>();
  for (const [key, values] of Object.entries(extraOf(value, of))) {
    const name = `Impersonate-Extra-${encoded(key.replace(/[A-Z]/g, lowerCase), of)}`;
    const list = listOf(values, `“${key}” in as-user-extra ${of}`);
    headers.set(name, [...(headers.get(name) ?? []), ...list]);
  }
  return headers;
}

const lowerCase = (letter: string): string => letter.toLowerCase();

function extraOf(value: unknown, of: string): Readonly<Record<string, unknown>> {
  const extra = value ?? {};
  if (isRecord(extra)) return extra;
  throw new CommandError(`as-user-extra ${of} does not consist of lists with names`);
}

function encoded(key: string, of: string): string {
  try {
    // HTTP allows no parentheses in the name of a header.
    return encodeURIComponent(key).replaceAll('(', '%28').replaceAll(')', '%29');
  } catch {
    throw new CommandError(`as-user-extra ${of} has a name with half a character`);
  }
}
