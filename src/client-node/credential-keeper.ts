import { asyncScheduler, catchError, defer, from, map, type Observable, throwError } from 'rxjs';
import { ConnectionError, isRecord } from '../objects/index.ts';
import { elapsed } from '../scheduling/index.ts';
import { credentialsError } from '../source/index.ts';
import { askForCredentials, type Credentials, type KubeConfigLike, unsendableHeader } from './credentials.ts';
import {
  type ExecPlugin,
  maxPluginTime,
  pluginError,
  PluginFault,
  withoutSecrets,
} from './bounded-plugin.ts';
import { pluginCacheOf } from './plugin-cache.ts';

/** Credentials, and what to do when they are refused. */
interface HeldCredentials {
  readonly credentials: Credentials;
  /** The server answered 401: whoever asks next is given others, if there are others. */
  readonly refused: () => void;
}

/** Where the requests of all transports of a config have their credentials from. */
export interface CredentialKeeper {
  /** Asks anew at each subscription. */
  readonly held$: Observable<HeldCredentials>;
}

/** In ms: how often plugins are made to give other credentials, however often those are refused. */
const refreshInterval = 5_000;

const keepers = new WeakMap<KubeConfigLike, CredentialKeeper>();

/** One for all transports of a config: what plugins remember is the config's, and a login is asked for once. */
export function credentialKeeperOf(config: KubeConfigLike): CredentialKeeper {
  // At once, and not at the first request: the program that made the config may ask it for credentials before.
  pluginCacheOf(config).bound();
  const keeper = keepers.get(config) ?? createCredentialKeeper(config);
  keepers.set(config, keeper);
  return keeper;
}

/**
 * client-node would give refused credentials again until they expire. So after a 401 what it remembers is dropped before it
 * is asked next; not more than once in 5 s, and not for a 401 that older credentials earned. Plugins that are asked by many
 * requests at one moment run once.
 */
function createCredentialKeeper(config: KubeConfigLike): CredentialKeeper {
  let generation = 0;
  let areRefused = false;
  let refreshed = -Infinity;
  let asked: Asked | undefined;
  let hasWorked = false;

  const ask = (): Promise<Credentials> => {
    const cache = pluginCacheOf(config);
    const now = asyncScheduler.now();
    if (areRefused && elapsed(refreshed, now) >= refreshInterval) {
      areRefused = false;
      refreshed = now;
      generation++;
      cache.forget();
    }
    cache.prepare();
    const exec = execOf(config);
    return askForCredentials(config)
      .then((credentials) => {
        if (exec !== undefined && isEmpty(credentials)) {
          throw new PluginFault('printed neither a token nor a client certificate');
        }
        if (exec !== undefined && cache.hasBadToken()) {
          throw new PluginFault('printed a token that is no text, or has only blanks');
        }
        const header = unsendableHeader(credentials);
        if (header !== undefined) {
          cache.forget(); // a file may be written anew
          throw exec === undefined || header !== 'authorization'
            ? unsendableError(header)
            : new PluginFault(`printed a token that holds ${aCharacter}`);
        }
        hasWorked = true;
        return credentials;
      })
      .catch((error: unknown) => {
        // client-node keeps what a plugin printed, be it no credential, and would not run the plugin again.
        if (exec !== undefined) cache.forget();
        throw isOfPlugin(exec, error) ? pluginError(exec, error, hasWorked) : error;
      })
      .finally(() => cache.mend());
  };

  /** What a plugin is about to say, where it is asked for the same user and cluster already. */
  const askOnce = (): Promise<Credentials> => {
    const cluster = config.getCurrentCluster();
    const user = config.getCurrentUser?.() as PluginUser | null | undefined;
    if (!user?.exec && !user?.authProvider) return ask();
    const since = asyncScheduler.now();
    if (asked?.cluster === cluster && asked.user === user && elapsed(asked.since, since) < maxPluginTime)
      return asked.answer;

    const answer = ask();
    const mine: Asked = { cluster, user, since, answer };
    asked = mine;
    const forget = (): void => {
      if (asked === mine) asked = undefined;
    };
    answer.then(forget, forget);
    return answer;
  };

  return {
    held$: defer(() => {
      const answer = askOnce();
      const given = generation;
      return from(answer).pipe(
        map((credentials) => ({
          credentials,
          refused: () => {
            if (given === generation) areRefused = true;
          },
        })),
      );
    }).pipe(catchError((error: unknown) => throwError(() => credentialsError(withoutSecrets(error))))),
  };
}

function execOf(config: KubeConfigLike): ExecPlugin | undefined {
  const user = config.getCurrentUser?.() as PluginUser | null | undefined;
  return isRecord(user?.exec) ? user.exec : undefined;
}

const isEmpty = ({ headers, tls }: Credentials): boolean =>
  headers['authorization'] === undefined && tls.cert === undefined;

const aCharacter =
  'a character that HTTP does not allow in a header: a control character, a line end, or one outside Latin-1';

/** It shows no value. */
const unsendableError = (header: string): ConnectionError =>
  new ConnectionError(
    `the credentials of the kubeconfig cannot be sent, so nothing was sent: ${header === 'authorization' ? 'the token' : `the value of the header '${header}'`} holds ${aCharacter}`,
    {
      failure: 'unauthorized',
      answered: false,
      advice: "correct the token, or its file, or the names in `as` of the kubeconfig's user",
    },
  );

/** Not a file that the kubeconfig names and that cannot be read: what Node says of it stands for itself. */
function isOfPlugin(exec: ExecPlugin | undefined, error: unknown): exec is ExecPlugin {
  const { syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return exec !== undefined && (syscall === undefined || syscall.startsWith('spawn'));
}

/** A question that is not answered yet. */
interface Asked {
  readonly cluster: object | null;
  readonly user: object;
  readonly since: number;
  readonly answer: Promise<Credentials>;
}

interface PluginUser {
  readonly exec?: unknown;
  readonly authProvider?: unknown;
}
