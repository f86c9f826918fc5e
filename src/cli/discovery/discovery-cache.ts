import type { Discovery } from './discovery.ts';

/** The discovery of a server, and the version that the server had. */
export interface KeptDiscovery extends Discovery {
  /** The version of the server; `''` if the server does not report one. */
  readonly serverVersion: string;
}

/** Stores the discovery of servers, so that a command need not request it at each start. */
export interface DiscoveryCache {
  /** Returns `undefined` if the cache has no usable entry. */
  read(server: string): KeptDiscovery | undefined;
  write(server: string, kept: KeptDiscovery): void;
  forget(server: string): void;
}

/** A cache that stores nothing. */
export const noCache: DiscoveryCache = {
  read: () => undefined,
  write: () => undefined,
  forget: () => undefined,
};
