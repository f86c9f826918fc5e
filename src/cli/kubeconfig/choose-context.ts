import { CommandError, usageError } from '../command-error.ts';
import { textIn } from '../loose-json.ts';
import type { Entries, Entry, Kubeconfig } from './kubeconfig.ts';

/** A context with all that it names. */
export interface ChosenContext {
  readonly name: string;
  /** `''` for none. */
  readonly namespace: string;
  readonly clusterName: string;
  readonly cluster: Entry;
  /** `''` for nobody: the server sees an anonymous user. */
  readonly userName: string;
  readonly user: Entry;
}

/**
 * The context that was typed, else the current one.
 *
 * @param typed - of `--context`
 * @param where - what the kubeconfig is called in a message
 * @throws CommandError where it, or what it names, is not there
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

/** A kubeconfig may have hundreds. */
function namesOf(contexts: Entries): string {
  const names = [...contexts.keys()].sort();
  return names.length > most
    ? `${names.slice(0, most).join(', ')} and ${names.length - most} more`
    : names.join(', ');
}

const most = 12;
