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
import { textIn } from '../loose-json.ts';
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

/** What is done along the way. */
export interface KubeconfigOptions {
  /** Hears that a program which logs in takes its time. */
  readonly tell?: (text: string) => void;
  readonly load?: () => Promise<ClientNode>;
  readonly allowInsecureCredentials?: boolean | undefined;
}

/**
 * The connection that a context of a kubeconfig describes. Once it emits there were credentials, and a program that
 * logs in took the time it wanted.
 *
 * Errors with a `CommandError` where that cannot be.
 */
export function kubeconfigConnection(
  { files, name }: KubeconfigFiles,
  context: string | undefined,
  { tell = () => undefined, load = loadClientNode, allowInsecureCredentials = false }: KubeconfigOptions = {},
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
        // Before the login: it bounds what a program that logs in may write.
        const transport = kubeConfigTransport(config, { allowInsecureCredentials });
        return loggedIn(config, programOf(chosen), tell).pipe(map(() => transport));
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

/** The same, with what client-node leaves out, and words of our own for what goes wrong with the credentials. */
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
      // No cause: its text may be a piece of what a program answered.
      throw new ConnectionError(credentialProblem(error, programOf(chosen), installHintOf(chosen)), {
        answered: false,
        failure: programOf(chosen) === '' ? 'transient' : 'unauthorized',
      });
    });
  };
  return config;
}

/** It comes after the credentials, and is the transport's business. */
const isAboutAgent = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('HTTP protocol is not allowed');

/** Errors with what keeps somebody from logging in, be it a file that is not there. */
function loggedIn<Config extends KubeConfigLike>(
  config: Config,
  program: string,
  tell: (text: string) => void,
): Observable<Config> {
  const waiting$ = timer(patience).pipe(
    tap(() => tell(`waiting for ${program}, which the kubeconfig logs in with`)),
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

/** A program that takes longer may be waiting for a person, ms. */
const patience = 2_000;

/** What a user of a kubeconfig has that is sent as a header. */
const credentialNames = ['token', 'tokenFile', 'username', 'password', 'exec', 'auth-provider'];

const installHintOf = ({ user }: ChosenContext): string => textIn(user['exec'], 'installHint');

const programOf = ({ user }: ChosenContext): string => textIn(user['exec'], 'command');

const loginHint = ({ name, userName }: ChosenContext, file: string): string =>
  userName === ''
    ? `The context “${name}” of ${file} names no user: name one that can log in.`
    : `Is the login right and not expired? It is that of the user “${userName}” in ${file}.`;
