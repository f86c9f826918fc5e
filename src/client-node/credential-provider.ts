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
  /**
   * Records that the server rejected the credentials. Call `reject` after a 401. The next request then gets
   * new credentials, if the config can provide new credentials.
   */
  readonly reject: () => void;
}

export interface CredentialProvider {
  /** Emits credentials. Each subscription requests credentials from the config. */
  readonly credentials$: Observable<ProvidedCredentials>;
}

/**
 * The shortest time between two refreshes of the plugins, in ms. The limit also applies if the server rejects
 * credentials more often.
 */
const refreshInterval = 5_000;

const providers = new WeakMap<KubeConfigLike, CredentialProvider>();

/**
 * Returns the credential provider that all transports of a config share. The plugins cache credentials in the
 * config, so one login is enough.
 */
export function credentialProviderOf(config: KubeConfigLike): CredentialProvider {
  // The plugins are limited here, because the program can request credentials from the config before the
  // first request.
  pluginCacheOf(config).bound();
  const provider = providers.get(config) ?? createCredentialProvider(config);
  providers.set(config, provider);
  return provider;
}

/**
 * Creates the credential provider of a config. client-node returns rejected credentials until they expire. So
 * after a 401, the provider clears the cache of client-node before the next request, at most once in 5 s. A
 * 401 for older credentials does not clear the cache. Concurrent requests share one run of a plugin.
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
          throw new PluginFault('printed a token that is not a string, or has only blanks');
        }
        const header = unsendableHeader(credentials);
        if (header !== undefined) {
          cache.forget(); // read the credentials again at the next request, because the file may be correct then
          throw exec === undefined || header !== 'authorization'
            ? unsendableError(header)
            : new PluginFault(`printed a token that holds ${aCharacter}`);
        }
        hasWorked = true;
        return credentials;
      })
      .catch((error: unknown) => {
        // The cache is cleared, because client-node also caches invalid output of a plugin, and would not run
        // the plugin again.
        if (exec !== undefined) cache.forget();
        throw isOfPlugin(exec, error) ? pluginError(exec, error, hasWorked) : error;
      })
      .finally(() => cache.mend());
  };

  /** Requests credentials. If a request for the same user and cluster is pending, its result is shared. */
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

/**
 * Creates the error for a header that HTTP does not allow. The message does not contain the value of the
 * header.
 */
const unsendableError = (header: string): ConnectionError =>
  new ConnectionError(
    `the credentials of the kubeconfig cannot be sent, so nothing was sent: ${header === 'authorization' ? 'the token' : `the value of the header '${header}'`} holds ${aCharacter}`,
    {
      failure: 'unauthorized',
      answered: false,
      advice: "correct the token, or its file, or the names in `as` of the kubeconfig's user",
    },
  );

/**
 * Returns whether an error comes from an exec plugin. If a file cannot be read, the error comes from Node,
 * and needs no explanation.
 */
function isOfPlugin(exec: ExecPlugin | undefined, error: unknown): exec is ExecPlugin {
  const { syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return exec !== undefined && (syscall === undefined || syscall.startsWith('spawn'));
}

/** A request for credentials that is still pending. */
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
