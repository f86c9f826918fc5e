import type { Discovery } from './discovery.ts';

/** What a server of some version offered when it was last asked. */
export interface KeptDiscovery extends Discovery {
  /** The server's own, `''` where it does not tell. */
  readonly serverVersion: string;
}

/** Keeps what servers offer, so that it need not be asked for at each start. */
export interface DiscoveryCache {
  /** `undefined` where nothing is kept, or nothing of use. */
  read(server: string): KeptDiscovery | undefined;
  write(server: string, kept: KeptDiscovery): void;
  forget(server: string): void;
}

/** Keeps nothing. */
export const noCache: DiscoveryCache = {
  read: () => undefined,
  write: () => undefined,
  forget: () => undefined,
};
