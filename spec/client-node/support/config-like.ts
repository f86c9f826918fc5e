import type { KubeConfigLike } from '../../../src/client-node/index.ts';

/** The request options that a fake config fills in and that the specs use. */
export interface Filled {
  headers: Record<string, unknown>;
  [field: string]: unknown;
}

/** The content of a fake config. */
interface Says {
  /** Fields of the cluster other than `server`. */
  readonly cluster?: object;
  /** Fills in the request options: headers, TLS material and authentication. */
  readonly fill?: (options: Filled) => unknown;
  readonly user?: object;
}

/** Returns a config that has only the members of `KubeConfig` that the transport uses. */
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
