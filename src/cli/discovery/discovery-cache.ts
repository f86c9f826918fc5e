import type { Discovery } from '../../discovery/index.ts';

/**
 * The resources that a server offers (its API discovery), and the version that the server had when the
 * resources were requested.
 */
export interface KeptDiscovery extends Discovery {
  /** The version of the server; `''` if the server does not report one. */
  readonly serverVersion: string;
}

/** Stores the discovery of servers, so that a command does not request the discovery at each start. */
export interface DiscoveryCache {
  /** Returns the stored discovery of a server; `undefined` if the cache has no usable entry. */
  read(server: string): KeptDiscovery | undefined;
  write(server: string, kept: KeptDiscovery): void;
  forget(server: string): void;
}

/** A discovery cache that stores nothing. */
export const noCache: DiscoveryCache = {
  read: () => undefined,
  write: () => undefined,
  forget: () => undefined,
};
