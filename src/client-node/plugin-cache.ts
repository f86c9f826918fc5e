import { isRecord, isNonEmptyString } from '../objects/index.ts';
import { boundPlugins } from './bounded-plugin.ts';
import type { KubeConfigLike } from './credentials.ts';

/**
 * What the plugins of client-node (1.4 and 2.x) remember of credentials, found by its shape. Where a later one has another
 * shape nothing is changed: it is then asked as it is.
 */
export interface PluginCache {
  /** What was remembered is no good: the plugin gets other credentials when it is asked again. */
  forget(): void;
  /** Bounds what exec plugins may write, and for how long they may run. */
  bound(): void;
  /** Whether the token that an exec plugin printed is no text, or has only blanks. client-node would send it as it is. */
  hasBadToken(): boolean;
  /** Before the plugin is asked: gives it what it needs in the form in which it works. */
  prepare(): void;
  /** After the plugin was asked: sets right what it remembers wrongly. */
  mend(): void;
}

/** Of the current user. */
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
      // Google's and Azure's old plugins; without a command they could only complain that the token has expired.
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
      // openid-client takes a URL, and is given the text.
      if (typeof issuer === 'string' && URL.canParse(issuer)) settings[issuerUrl] = new URL(issuer);
    },
    mend() {
      if (typeof issuer === 'string') settings[issuerUrl] = issuer;
      for (const authenticator of authenticators) {
        mendExec(authenticator, name);
        mendOidc(authenticator);
      }
      // An issuer that does not renew one of them leaves it out of its answer, and client-node then forgets it.
      for (const [name, token] of tokens) settings[name] ??= token;
    },
  };
}

type Authenticator = Record<string, unknown>;

/** `ExecAuth` keeps what each user's plugin printed until it expires. */
function forgetExec({ tokenCache }: Authenticator, user: string): void {
  if (isRecord(tokenCache) && user in tokenCache) (tokenCache as Authenticator)[user] = null;
}

/** 1.4 runs a plugin that names no expiry for each request; such credentials are good until a 401, as in client-go. */
function mendExec(authenticator: Authenticator, user: string): void {
  const status = statusOf(authenticator, user);
  if ('token' in status || 'clientCertificateData' in status) status['expirationTimestamp'] ??= never;
}

/** Of the ExecCredential that is remembered for a user. */
const statusOf = ({ tokenCache }: Authenticator, user: string): Record<string, unknown> =>
  recordOf(recordOf(recordOf(tokenCache)[user])['status']);

const never = '9999-12-31T23:59:59Z';

/** `FileAuth` reads the file once a minute. */
function forgetFile(authenticator: Authenticator): void {
  if ('lastRead' in authenticator && 'token' in authenticator) authenticator['lastRead'] = null;
}

/** `OpenIDConnectAuth` keeps the time, in seconds since 1970; 0 makes it look into the token. */
function forgetOidc(authenticator: Authenticator, settings: Readonly<Record<string, unknown>>): void {
  const canRefresh = ['client-id', 'refresh-token', issuerUrl].every((name) =>
    isNonEmptyString(settings[name]),
  );
  if (canRefresh && typeof authenticator[expiration] === 'number') authenticator[expiration] = 1;
}

/** After a refresh it takes the seconds that are left, if it is told any, for the time. */
function mendOidc(authenticator: Authenticator): void {
  if (!(expiration in authenticator)) return;
  const seconds = authenticator[expiration] ?? 0;
  if (typeof seconds === 'number' && seconds !== 1 && seconds < aLongTime) authenticator[expiration] = 0;
}

const issuerUrl = 'idp-issuer-url';
const expiration = 'currentTokenExpiration';
/** In seconds: thirty years are no time that is left, but one since 1970. */
const aLongTime = 946_684_800;
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
