import type { KubeConfigLike } from '../../../src/client-node/index.ts';

/** What a config fills in, as far as specs fill it in. */
export interface Filled {
  headers: Record<string, unknown>;
  [field: string]: unknown;
}

/** What a config of a spec's own says. */
interface Says {
  /** Beside the server. */
  readonly cluster?: object;
  /** Fills in headers, TLS material and authentication. */
  readonly fill?: (options: Filled) => unknown;
  readonly user?: object;
}

/** A config that has no more of a `KubeConfig` than the transport needs. */
export function configLike(server: string, { cluster, fill, user }: Says = {}): KubeConfigLike {
  const current = { server, ...cluster };
  return {
    getCurrentCluster: () => current,
    ...(user !== undefined && { getCurrentUser: () => user }),
    async applyToHTTPSOptions(options) {
      await fill?.(options as Filled);
    },
  };
}
