import { CommandError } from '../command-error.ts';
import { isRecord } from '../../objects/index.ts';
import { checkRegularFile, readFileNow } from '../input-file.ts';
import { recordsIn, textIn } from '../loose-json.ts';
import { reasonOf } from '../reason-of.ts';
import type { ChosenContext } from './choose-context.ts';
import type { Entry } from './kubeconfig.ts';

/**
 * Creates a kubeconfig of one context for client-node, with member names that client-node knows, and with the values
 * that kubectl would use. No other part of the user's kubeconfig can then cause an error.
 *
 * @throws CommandError if client-node cannot do what kubectl does, and if client-node would wait for a pipe
 */
export function clientNodeConfig(chosen: ChosenContext): string {
  const { name, clusterName, namespace } = chosen;
  const userName = chosen.userName === '' ? anonymousUser : chosen.userName;
  const cluster = dataFirst(chosen.cluster, ['certificate-authority']);
  checkFiles(cluster, ['certificate-authority']);
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name: clusterName, cluster }],
    users: [{ name: userName, user: userOf(chosen) }],
    contexts: [{ name, context: { cluster: clusterName, user: userName, namespace } }],
  });
}

/** Without a user, client-node ignores the certificate of the authority. */
const anonymousUser = '(nobody)';

function userOf({ user, cluster, userName }: ChosenContext): Entry {
  const own = dataFirst(user, ['client-certificate', 'client-key']);
  checkFiles(own, ['client-certificate', 'client-key', 'tokenFile']);
  checkFiles(settingsOf(own), ['tokenFile']);
  const { tokenFile, exec, ...others } = own;
  const rest = {
    ...others,
    'token-file': undefined, // kubectl ignores it; client-node would read it, even from a pipe
    ...(textIn(own, 'username') !== '' && { password: textIn(own, 'password') }), // client-node would send `undefined`
  };
  if (isRecord(exec)) return { ...rest, exec: execOf(exec, cluster, userName) };
  if (typeof tokenFile !== 'string' || tokenFile === '') return rest;
  // client-node calls this member `token-file`, and reads it only once. An auth-provider reads the file again.
  return {
    ...rest,
    token: undefined,
    'auth-provider': { name: 'tokenFile', config: { tokenFile } },
  };
}

/**
 * Returns the config of an auth-provider. client-node reads a `tokenFile` in the config, whatever the name of the
 * provider is.
 */
function settingsOf(user: Entry): Entry {
  const provider = user['auth-provider'];
  const settings = isRecord(provider) ? provider['config'] : undefined;
  return isRecord(settings) ? settings : {};
}

/** Removes the file name of a member if the kubeconfig contains the data itself: the data has precedence. */
function dataFirst(entry: Entry, members: readonly string[]): Entry {
  const inline = members.filter((member) => textIn(entry, `${member}-data`) !== '');
  return { ...entry, ...Object.fromEntries(inline.map((member) => [member, undefined])) };
}

/**
 * Adds the variable KUBERNETES_EXEC_INFO, which describes the request to the login program. client-node does not set
 * it.
 */
function execOf(exec: Entry, cluster: Entry, userName: string): Entry {
  if (textIn(exec, 'command') === '') {
    throw new CommandError(`the user “${userName}” of the kubeconfig has an exec without a command`);
  }
  if (exec['interactiveMode'] === 'Always') {
    throw new CommandError(
      `${textIn(exec, 'command')}, with which the user “${userName}” logs in, wants a terminal (interactiveMode: Always), which it cannot have here`,
    );
  }
  const request = {
    kind: 'ExecCredential',
    apiVersion: textIn(exec, 'apiVersion'),
    spec: {
      interactive: false,
      ...(exec['provideClusterInfo'] === true && { cluster: clusterInfo(cluster) }),
    },
  };
  const execInfo = { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(request) };
  return { ...exec, env: [...recordsIn(exec, 'env'), execInfo] };
}

function clusterInfo(cluster: Entry): Entry {
  const file = textIn(cluster, 'certificate-authority');
  const inline = textIn(cluster, 'certificate-authority-data');
  return {
    server: cluster['server'],
    'tls-server-name': cluster['tls-server-name'],
    'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
    'proxy-url': cluster['proxy-url'] ?? undefined,
    'certificate-authority-data':
      inline === '' && file !== '' ? base64Of(file) : cluster['certificate-authority-data'],
  };
}

/**
 * Checks files that client-node reads as a whole, and synchronously. A number would be the descriptor of an open file
 * of the process.
 */
function checkFiles(entry: Entry, members: readonly string[]): void {
  for (const member of members) {
    const file = entry[member] ?? '';
    if (typeof file !== 'string') {
      throw new CommandError(`${member} in the kubeconfig is not a text: give the name of a regular file`);
    }
    if (file === '') continue;
    try {
      checkRegularFile(file);
    } catch (cause) {
      throw unreadable(file, cause);
    }
  }
}

const unreadable = (file: string, cause: unknown): CommandError =>
  new CommandError(`cannot read ${file}, which the kubeconfig names: ${reasonOf(cause)}`, { cause });

function base64Of(file: string): string {
  try {
    return readFileNow(file).toString('base64');
  } catch (cause) {
    throw unreadable(file, cause);
  }
}
