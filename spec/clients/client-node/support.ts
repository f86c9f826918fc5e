import { afterAll, beforeAll, describe } from '@jest/globals';
import type * as k8s from '@kubernetes/client-node';
import { type StartedApiServer, startApiServer } from 'rx-informer/apiserver';

/** One major version of client-node, and a kubeconfig for a test server. */
export interface World {
  readonly k8s: typeof k8s;
  readonly config: k8s.KubeConfig;
  readonly server: StartedApiServer;
}

const versions = {
  'client-node 1.4': async () => (await import('@kubernetes/client-node-1')) as unknown as typeof k8s,
  'client-node 2.x': () => import('@kubernetes/client-node'),
};

/**
 * Runs the same specs with both major versions of client-node, over HTTPS with a token. A spec may call `world` only
 * while the spec runs.
 */
export function describeClients(name: string, specs: (world: () => World) => void): void {
  describe.each(Object.entries(versions))(`${name}, %s`, (_, load) => {
    let world: World | undefined;
    beforeAll(async () => {
      const [k8s, server] = [await load(), await startApiServer({ tokens: { token: 'admin' }, tls: true })];
      const config = new k8s.KubeConfig();
      config.loadFromString(server.kubeConfig());
      world = { k8s, config, server };
    });
    afterAll(() => world?.server.close());
    specs(() => {
      if (world === undefined) throw new Error('the server is not running');
      return world;
    });
  });
}

/** Returns the HTTP status of a refused call. Both major versions of client-node throw the same form of error. */
export async function codeOf(call: Promise<unknown>): Promise<number | undefined> {
  return call.then(
    () => undefined,
    (error: unknown) => (error as { readonly code?: number }).code,
  );
}
