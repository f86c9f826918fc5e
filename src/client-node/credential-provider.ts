import { asyncScheduler, catchError, defer, from, map, type Observable, throwError } from 'rxjs';
import { ConnectionError, isRecord } from '../objects/index.ts';
import { elapsed } from '../scheduling/index.ts';
import { credentialsError } from '../source/index.ts';
import {
  requestCredentials,
  type Credentials,
  type KubeConfigLike,
  unsendableHeader,
} from './credentials.ts';
import {
  type ExecPlugin,
  maxPluginTime,
  pluginError,
  PluginFault,
  withoutSecrets,
} from './bounded-plugin.ts';
import { pluginCacheOf } from './plugin-cache.ts';

interface ProvidedCredentials {
  readonly credentials: Credentials;
  /** Call `reject` after a 401. The next request then gets other credentials, if the config provides any. */
  readonly reject: () => void;
}

export interface CredentialProvider {
  /** Requests credentials from the config at each subscription. */
  readonly credentials$: Observable<ProvidedCredentials>;
}

/** In ms: the shortest time between two refreshes of the plugins, even if credentials are rejected more often. */
const refreshInterval = 5_000;

const providers = new WeakMap<KubeConfigLike, CredentialProvider>();

/**
 * Returns one provider for all transports of a config, because the plugins cache credentials in the config. So one login is enough.
 */
export function credentialProviderOf(config: KubeConfigLike): CredentialProvider {
  // Limits the plugins now, because the program can request credentials from the config before the first request.
  pluginCacheOf(config).bound();
  const provider = providers.get(config) ?? createCredentialProvider(config);
  providers.set(config, provider);
  return provider;
}

/**
 * client-node returns rejected credentials until they expire. So a 401 clears client-node's cache before the next request, at most
 * once in 5 s. A 401 of older credentials does not clear the cache. Concurrent requests share one run of a plugin.
 */
function createCredentialProvider(config: KubeConfigLike): CredentialProvider {
  let generation = 0;
  let areRejected = false;
  let refreshedAt = -Infinity;
  let pending: PendingRequest | undefined;
  let hasWorked = false;

  const request = (): Promise<Credentials> => {
    const cache = pluginCacheOf(config);
    const now = asyncScheduler.now();
    if (areRejected && elapsed(refreshedAt, now) >= refreshInterval) {
      areRejected = false;
      refreshedAt = now;
      generation++;
      cache.forget();
    }
    cache.prepare();
    const exec = execOf(config);
    return requestCredentials(config)
      .then((credentials) => {
        if (exec !== undefined && isEmpty(credentials)) {
          throw new PluginFault('printed neither a token nor a client certificate');
        }
        if (exec !== undefined && cache.hasBadToken()) {
          throw new PluginFault('printed a token that is no text, or has only blanks');
        }
        const header = unsendableHeader(credentials);
        if (header !== undefined) {
          cache.forget(); // the credentials file may be replaced before the next request
          throw exec === undefined || header !== 'authorization'
            ? unsendableError(header)
            : new PluginFault(`printed a token that holds ${aCharacter}`);
        }
        hasWorked = true;
        return credentials;
      })
      .catch((error: unknown) => {
        // client-node also caches invalid output of a plugin, and would not run the plugin again.
        if (exec !== undefined) cache.forget();
        throw isOfPlugin(exec, error) ? pluginError(exec, error, hasWorked) : error;
      })
      .finally(() => cache.mend());
  };

  /** Shares a pending request for the same user and cluster. */
  const requestOnce = (): Promise<Credentials> => {
    const cluster = config.getCurrentCluster();
    const user = config.getCurrentUser?.() as PluginUser | null | undefined;
    if (!user?.exec && !user?.authProvider) return request();
    const since = asyncScheduler.now();
    if (
      pending?.cluster === cluster &&
      pending.user === user &&
      elapsed(pending.since, since) < maxPluginTime
    )
      return pending.response;

    const response = request();
    const own: PendingRequest = { cluster, user, since, response };
    pending = own;
    const forget = (): void => {
      if (pending === own) pending = undefined;
    };
    response.then(forget, forget);
    return response;
  };

  return {
    credentials$: defer(() => {
      const response = requestOnce();
      const given = generation;
      return from(response).pipe(
        map((credentials) => ({
          credentials,
          reject: () => {
            if (given === generation) areRejected = true;
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

/** The message contains no value of the header. */
const unsendableError = (header: string): ConnectionError =>
  new ConnectionError(
    `the credentials of the kubeconfig cannot be sent, so nothing was sent: ${header === 'authorization' ? 'the token' : `the value of the header '${header}'`} holds ${aCharacter}`,
    {
      failure: 'unauthorized',
      answered: false,
      advice: "correct the token, or its file, or the names in `as` of the kubeconfig's user",
    },
  );

/** Whether an error comes from the plugin. If a file cannot be read, the error comes from Node, and needs no explanation. */
function isOfPlugin(exec: ExecPlugin | undefined, error: unknown): exec is ExecPlugin {
  const { syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return exec !== undefined && (syscall === undefined || syscall.startsWith('spawn'));
}

/** A request for credentials without a response yet. */
interface PendingRequest {
  readonly cluster: object | null;
  readonly user: object;
  readonly since: number;
  readonly response: Promise<Credentials>;
}

interface PluginUser {
  readonly exec?: unknown;
  readonly authProvider?: unknown;
}
