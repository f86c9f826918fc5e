import { isRecord, isNonEmptyString } from '../objects/index.ts';
import { boundPlugins } from './bounded-plugin.ts';
import type { KubeConfigLike } from './credentials.ts';

/**
 * Accesses the credential caches of the plugins of client-node 1.4 and 2.x. The caches are recognised by
 * their members. If a later version of client-node has other members, its caches are not changed.
 */
export interface PluginCache {
  /** Clears the cache, so that the plugin provides other credentials at the next request. */
  forget(): void;
  /** Limits the output and the run time of exec plugins. */
  bound(): void;
  /**
   * Returns whether the token of an exec plugin is blank or not a string. client-node would send such a token
   * unchanged.
   */
  hasBadToken(): boolean;
  /** Call `prepare` before a request to the plugin. `prepare` converts the issuer to the type that the plugin needs. */
  prepare(): void;
  /** Call `mend` after a request to the plugin. `mend` corrects wrong values in the plugin's cache. */
  mend(): void;
}

export function pluginCacheOf(config: KubeConfigLike): PluginCache {
  const user = recordOf(config.getCurrentUser?.());
  const settings = recordOf(recordOf(user['authProvider'])['config']);
  const tokens = ['id-token', 'refresh-token']
    .map((name) => [name, settings[name]] as const)
    .filter(([, token]) => isNonEmptyString(token));
  const authenticators = [
    ...listOf((config as { readonly authenticators?: unknown }).authenticators),
    ...listOf((config as { readonly custom_authenticators?: unknown }).custom_authenticators),
  ].filter(isRecord);
  const name = String(user['name']);
  const issuer = settings[issuerUrl];

  return {
    forget() {
      for (const authenticator of authenticators) {
        forgetExec(authenticator, name);
        forgetFile(authenticator);
        forgetOidc(authenticator, settings);
      }
      // The old auth plugins of Google and Azure store the time `expiry` of their token. If `expiry` is in
      // the past, the plugin runs its command again. A plugin without a command would only fail, so its
      // `expiry` does not change.
      if (settings['cmd-path'] !== undefined) settings['expiry'] = new Date(0).toISOString();
    },
    bound() {
      boundPlugins(authenticators);
    },
    hasBadToken() {
      const tokens = authenticators.map((authenticator) => statusOf(authenticator, name)['token']);
      return tokens.some((token) => Boolean(token) && !(typeof token === 'string' && token.trim() !== ''));
    },
    prepare() {
      // The library openid-client needs a URL object, but client-node passes a text.
      if (typeof issuer === 'string' && URL.canParse(issuer)) settings[issuerUrl] = new URL(issuer);
    },
    mend() {
      if (typeof issuer === 'string') settings[issuerUrl] = issuer;
      for (const authenticator of authenticators) {
        mendExec(authenticator, name);
        mendOidc(authenticator);
      }
      // An issuer that does not renew a token omits the token in its response, and client-node then deletes the token.
      for (const [name, token] of tokens) settings[name] ??= token;
    },
  };
}

type Authenticator = Record<string, unknown>;

/**
 * Clears the cache of `ExecAuth` for one user. `ExecAuth` caches the output of each user's plugin until the
 * output expires.
 */
function forgetExec({ tokenCache }: Authenticator, user: string): void {
  if (isRecord(tokenCache) && user in tokenCache) (tokenCache as Authenticator)[user] = null;
}

/**
 * Sets an expiry for the output of an exec plugin without an expiry. client-node 1.4 would run such a plugin
 * for each request. As in client-go, this library uses the credentials until a 401.
 */
function mendExec(authenticator: Authenticator, user: string): void {
  const status = statusOf(authenticator, user);
  if ('token' in status || 'clientCertificateData' in status) status['expirationTimestamp'] ??= never;
}

/** Returns the status of the ExecCredential that is cached for a user. */
const statusOf = ({ tokenCache }: Authenticator, user: string): Record<string, unknown> =>
  recordOf(recordOf(recordOf(tokenCache)[user])['status']);

const never = '9999-12-31T23:59:59Z';

/** Clears the cache of `FileAuth`, which otherwise reads the token file only once a minute. */
function forgetFile(authenticator: Authenticator): void {
  if ('lastRead' in authenticator && 'token' in authenticator) authenticator['lastRead'] = null;
}

/**
 * Clears the cache of `OpenIDConnectAuth`, which caches the expiry of the token in seconds since 1970. If the
 * cached value is 0, `OpenIDConnectAuth` reads the expiry from the token.
 */
function forgetOidc(authenticator: Authenticator, settings: Readonly<Record<string, unknown>>): void {
  const canRefresh = ['client-id', 'refresh-token', issuerUrl].every((name) =>
    isNonEmptyString(settings[name]),
  );
  if (canRefresh && typeof authenticator[expiration] === 'number') authenticator[expiration] = 1;
}

/**
 * After a refresh, `OpenIDConnectAuth` stores the remaining seconds as the expiry. This function replaces the
 * value by a time since 1970.
 */
function mendOidc(authenticator: Authenticator): void {
  if (!(expiration in authenticator)) return;
  const seconds = authenticator[expiration] ?? 0;
  if (typeof seconds === 'number' && seconds !== 1 && seconds < aLongTime) authenticator[expiration] = 0;
}

const issuerUrl = 'idp-issuer-url';
const expiration = 'currentTokenExpiration';
/**
 * A time of about thirty years, in seconds. A larger value is a time since 1970, and a smaller value is a
 * remaining time.
 */
const aLongTime = 946_684_800;
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
