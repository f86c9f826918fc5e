import {
  catchError,
  concat,
  from,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  take,
  tap,
  timer,
  toArray,
} from 'rxjs';
import { type KubeConfigLike, kubeConfigTransport } from '../../client-node/index.ts';
import { ConnectionError } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { checkInsecureCredentials } from '../connection/check-insecure-credentials.ts';
import type { Connection } from '../connection/connection.ts';
import { textIn } from '../../discovery/index.ts';
import { checkUser } from './check-user.ts';
import { type ChosenContext, chooseContext } from './choose-context.ts';
import { clientNodeConfig } from './client-node-config.ts';
import { clusterAddress } from './cluster-address.ts';
import { credentialProblem } from './credential-problem.ts';
import { impersonationHeaders } from './impersonation.ts';
import { type Kubeconfig, mergeKubeconfigs } from './kubeconfig.ts';
import type { KubeconfigFiles } from './kubeconfig-files.ts';
import { type ClientNode, loadClientNode } from './load-client-node.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

/** Options of {@link kubeconfigConnection}. */
export interface KubeconfigOptions {
  /** The command calls `report` with a message when a login program takes long. */
  readonly report?: (text: string) => void;
  readonly load?: () => Promise<ClientNode>;
  readonly allowInsecureCredentials?: boolean | undefined;
}

/**
 * Emits the connection that a context of a kubeconfig describes. First obtains the credentials, without a time limit
 * for a login program.
 *
 * Errors with a `CommandError` if the kubeconfig is invalid, or if the login fails.
 */
export function kubeconfigConnection(
  { files, name }: KubeconfigFiles,
  context: string | undefined,
  {
    report = () => undefined,
    load = loadClientNode,
    allowInsecureCredentials = false,
  }: KubeconfigOptions = {},
): Observable<Connection> {
  const connected = (configs: readonly Kubeconfig[]): Observable<Connection> => {
    const chosen = chooseContext(mergeKubeconfigs(configs), context, name);
    const { server, proxyHost } = clusterAddress(chosen);
    checkUser(chosen);
    if (credentialNames.some((name) => chosen.user[name] !== undefined)) {
      checkInsecureCredentials(server, allowInsecureCredentials, proxyHost);
    }
    const impersonation = impersonationHeaders(chosen);
    const text = clientNodeConfig(chosen);

    return from(load()).pipe(
      map(({ KubeConfig }) => {
        const config = new KubeConfig();
        config.loadFromString(text);
        return amended(config, chosen, impersonation);
      }),
      switchMap((config) => {
        // `kubeConfigTransport` limits the output of login programs. So this code creates the transport before the
        // login.
        const transport = kubeConfigTransport(config, { allowInsecureCredentials });
        return loggedIn(config, programOf(chosen), report).pipe(map(() => transport));
      }),
      map((transport) => ({
        server,
        transport,
        ...(chosen.namespace === ''
          ? {}
          : { namespace: chosen.namespace, namespaceOwner: `the context “${chosen.name}” of ${name}` }),
        loginHint: loginHint(chosen, name),
        authorityHint: `Its certificate-authority comes from the cluster “${chosen.clusterName}” in ${name}.`,
      })),
    );
  };
  return concat(...files.map(readKubeconfig)).pipe(toArray(), switchMap(connected));
}

/**
 * Adds the impersonation headers that client-node leaves out. Replaces the messages of client-node's errors about
 * credentials.
 */
function amended<Config extends KubeConfigLike>(
  config: Config,
  chosen: ChosenContext,
  impersonation: Readonly<Record<string, string | readonly string[]>>,
): Config {
  const apply = config.applyToHTTPSOptions.bind(config);
  config.applyToHTTPSOptions = (options: { headers?: object }) => {
    options.headers = { ...options.headers, ...impersonation };
    return apply(options).catch((error: unknown) => {
      if (isAboutAgent(error)) throw error;
      // The error has no cause, because the message of the cause may quote a part of the answer of the login program.
      throw new ConnectionError(credentialProblem(error, programOf(chosen), installHintOf(chosen)), {
        answered: false,
        failure: programOf(chosen) === '' ? 'transient' : 'unauthorized',
      });
    });
  };
  return config;
}

/**
 * Whether the error is about the HTTP agent. client-node throws this error after it has obtained the credentials, and
 * the transport handles this error.
 */
const isAboutAgent = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('HTTP protocol is not allowed');

/** Obtains the credentials once. Errors if the login fails, for example because a file is missing. */
function loggedIn<Config extends KubeConfigLike>(
  config: Config,
  program: string,
  report: (text: string) => void,
): Observable<Config> {
  const waiting$ = timer(patience).pipe(
    tap(() => report(`waiting for ${program}, which the kubeconfig logs in with`)),
    ignoreElements(),
  );
  const done$ = from(config.applyToHTTPSOptions({ headers: {} })).pipe(
    catchError((error: unknown) => {
      if (isAboutAgent(error)) return of(undefined);
      throw new CommandError(error instanceof Error ? error.message : '', { cause: error });
    }),
    map(() => config),
  );
  return (program === '' ? done$ : merge(done$, waiting$)).pipe(take(1));
}

/** Time after which `report` reports a login program, in ms. The program may be waiting for a person. */
const patience = 2_000;

/** client-node sends each of these members of a user as a header. */
const credentialNames = ['token', 'tokenFile', 'username', 'password', 'exec', 'auth-provider'];

const installHintOf = ({ user }: ChosenContext): string => textIn(user['exec'], 'installHint');

const programOf = ({ user }: ChosenContext): string => textIn(user['exec'], 'command');

const loginHint = ({ name, userName }: ChosenContext, file: string): string =>
  userName === ''
    ? `The context “${name}” of ${file} names no user: name one that can log in.`
    : `Is the login right and not expired? It is that of the user “${userName}” in ${file}.`;
