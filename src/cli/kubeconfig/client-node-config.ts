import { CommandError } from '../command-error.ts';
import { isRecord } from '../../objects/index.ts';
import { checkRegularFile, readFileNow } from '../input-file.ts';
import { recordsIn, textIn } from '../../discovery/index.ts';
import { reasonOf } from '../reason-of.ts';
import type { ChosenContext } from './choose-context.ts';
import type { Entry } from './kubeconfig.ts';

/**
 * Creates a kubeconfig of one context for client-node. Uses the member names that client-node knows, and the values
 * that kubectl would use. Leaves out the rest of the user's kubeconfig, because the rest could cause an error in
 * client-node.
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

/**
 * The name of a user without credentials, for a context that names no user. Without any user, client-node
 * would ignore the certificate authority of the cluster.
 */
const anonymousUser = '(anonymous)';

function userOf({ user, cluster, userName }: ChosenContext): Entry {
  const own = dataFirst(user, ['client-certificate', 'client-key']);
  checkFiles(own, ['client-certificate', 'client-key', 'tokenFile']);
  checkFiles(settingsOf(own), ['tokenFile']);
  const { tokenFile, exec, ...others } = own;
  const rest = {
    ...others,
    'token-file': undefined, // kubectl ignores `token-file`; client-node would read it, even from a pipe
    // Without a password, client-node would send the text `undefined` as the password.
    ...(textIn(own, 'username') !== '' && { password: textIn(own, 'password') }),
  };
  if (isRecord(exec)) return { ...rest, exec: execOf(exec, cluster, userName) };
  if (typeof tokenFile !== 'string' || tokenFile === '') return rest;
  // client-node ignores the member `tokenFile` of a user, and reads the member `token-file` only once. So the
  // result uses the auth-provider `tokenFile` of client-node, which reads the file repeatedly.
  return {
    ...rest,
    token: undefined,
    'auth-provider': { name: 'tokenFile', config: { tokenFile } },
  };
}

/**
 * Returns the config of an auth-provider. If the config has the member `tokenFile`, client-node reads the file with
 * this name. The name of the auth-provider does not matter.
 */
function settingsOf(user: Entry): Entry {
  const provider = user['auth-provider'];
  const settings = isRecord(provider) ? provider['config'] : undefined;
  return isRecord(settings) ? settings : {};
}

/** Removes the member for a file name if the kubeconfig also contains the data of the file. The data has precedence. */
function dataFirst(entry: Entry, members: readonly string[]): Entry {
  const inline = members.filter((member) => textIn(entry, `${member}-data`) !== '');
  return { ...entry, ...Object.fromEntries(inline.map((member) => [member, undefined])) };
}

/**
 * Adds the variable KUBERNETES_EXEC_INFO, which describes the request to the login program. client-node does not set
 * the variable.
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
 * Checks the files that client-node reads as a whole and synchronously. Refuses a number as a file name, because Node
 * would use the number as a file descriptor.
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
