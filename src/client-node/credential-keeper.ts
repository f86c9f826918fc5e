import { asyncScheduler, catchError, defer, from, map, type Observable, throwError } from 'rxjs';
import { credentialsError } from '../source/index.ts';
import { askForCredentials, type Credentials } from './credentials.ts';
import type { KubeConfigLike } from './kube-config-like.ts';
import { pluginCacheOf } from './plugin-cache.ts';
import { withoutSecrets } from './without-secrets.ts';

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

/** In ms: a plugin that has not answered by then may never do so, and is run once more. */
const patience = 300_000;

const keepers = new WeakMap<KubeConfigLike, CredentialKeeper>();

/** One for all transports of a config: what plugins remember is the config's, and a login is asked for once. */
export function credentialKeeperOf(config: KubeConfigLike): CredentialKeeper {
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

  const ask = (): Promise<Credentials> => {
    const cache = pluginCacheOf(config);
    const now = asyncScheduler.now();
    if (areRefused && now - refreshed >= refreshInterval) {
      areRefused = false;
      refreshed = now;
      generation++;
      cache.forget();
    }
    cache.prepare();
    return askForCredentials(config).finally(() => cache.mend());
  };

  /** What a plugin is about to say, where it is asked for the same user and cluster already. */
  const askOnce = (): Promise<Credentials> => {
    const cluster = config.getCurrentCluster();
    const user = config.getCurrentUser?.() as PluginUser | null | undefined;
    if (!user?.exec && !user?.authProvider) return ask();
    const since = asyncScheduler.now();
    if (asked?.cluster === cluster && asked.user === user && since - asked.since < patience)
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
