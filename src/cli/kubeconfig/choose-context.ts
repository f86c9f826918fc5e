import { CommandError, usageError } from '../command-error.ts';
import { textIn } from '../../discovery/index.ts';
import type { Entries, Entry, Kubeconfig } from './kubeconfig.ts';

/** A context of a kubeconfig, and the cluster and the user of the context. */
export interface ChosenContext {
  readonly name: string;
  /** The namespace of the context; `''` if the context has no namespace. */
  readonly namespace: string;
  readonly clusterName: string;
  readonly cluster: Entry;
  /** The name of the user; `''` if the context names no user. Without a user, the server sees an anonymous user. */
  readonly userName: string;
  readonly user: Entry;
}

/**
 * Returns the context that the user typed, or the current context if the user typed no context.
 *
 * @param typed - the value of `--context`
 * @param where - the name of the kubeconfig in an error message
 * @throws CommandError if the context, its cluster or its user does not exist
 */
export function chooseContext(
  { contexts, clusters, users, currentContext }: Kubeconfig,
  typed: string | undefined,
  where: string,
): ChosenContext {
  if (contexts.size === 0) throw new CommandError(`there is no context in ${where}`);
  const name = typed ?? currentContext;
  if (name === '') {
    throw usageError(`${where} has no current context`, `Choose one with --context: ${namesOf(contexts)}`);
  }
  const context = contexts.get(name);
  if (context === undefined) {
    const problem = `there is no context “${name}” in ${where}`;
    const hint = `There is: ${namesOf(contexts)}`;
    throw typed === undefined ? new CommandError(problem, { hints: [hint] }) : usageError(problem, hint);
  }
  const named = (kind: 'cluster' | 'user', entries: Entries): Entry => {
    const entry = entries.get(textIn(context, kind));
    if (entry !== undefined) return entry;
    throw new CommandError(
      `the context “${name}” names the ${kind} “${textIn(context, kind)}”, which is not in ${where}`,
    );
  };
  const userName = textIn(context, 'user');
  return {
    name,
    namespace: textIn(context, 'namespace'),
    clusterName: textIn(context, 'cluster'),
    cluster: named('cluster', clusters),
    userName,
    user: userName === '' ? {} : named('user', users),
  };
}

/** Lists the names of some contexts. A kubeconfig may have hundreds of contexts. */
function namesOf(contexts: Entries): string {
  const names = [...contexts.keys()].sort();
  return names.length > most
    ? `${names.slice(0, most).join(', ')} and ${names.length - most} more`
    : names.join(', ');
}

const most = 12;
