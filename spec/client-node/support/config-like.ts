import type { KubeConfigLike } from '../../../src/client-node/index.ts';

/** The options that a config fills in, as far as specs use them. */
export interface Filled {
  headers: Record<string, unknown>;
  [field: string]: unknown;
}

/** The content of a custom config. */
interface Says {
  /** Fields of the cluster in addition to the server. */
  readonly cluster?: object;
  /** Fills in headers, TLS material and authentication. */
  readonly fill?: (options: Filled) => unknown;
  readonly user?: object;
}

/** Returns a config with only the members of a `KubeConfig` that the transport needs. */
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
