import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { importPeer } from '../peers/install.ts';
import { resources } from '../resources.ts';
import type { Variant } from '../variant.ts';

/** The type of a class that represents a Kubernetes kind in kubernetes-fluent-client. */
type Kind = new () => object;

/**
 * The members of kubernetes-fluent-client that this file uses. This interface replaces the types of the package,
 * because the package is not installed when types are checked.
 */
interface FluentClient {
  readonly kind: { readonly Pod: Kind; readonly ConfigMap: Kind };
  readonly GenericKind: Kind;
  readonly RegisterKind: (
    kind: Kind,
    names: { readonly group: string; readonly version: string; readonly kind: string },
  ) => void;
  readonly K8s: (kind: Kind) => { Watch(callback: (object: unknown) => void): { start(): Promise<unknown> } };
}

/** A measured program that uses kubernetes-fluent-client as in its README: `K8s(kind).Watch(callback).start()`. */
export async function fluent(): Promise<Variant> {
  const { K8s, kind, GenericKind, RegisterKind } = await importPeer<FluentClient>('kubernetes-fluent-client');
  // kubernetes-fluent-client has no class for Leases. Therefore the program registers its own class, as for a custom
  // resource.
  class Lease extends GenericKind {}
  const { group, version } = resources.leases;
  RegisterKind(Lease, { group, version, kind: 'Lease' });
  const kinds = { pods: kind.Pod, configmaps: kind.ConfigMap, leases: Lease };

  return {
    async start({ server, resource }, onObject) {
      useServer(server);
      let size = 0; // counts the objects of the first list, because the cache of this library cannot be read
      const watcher = K8s(kinds[resource]).Watch((object) => {
        size++;
        onObject(object);
      });
      await watcher.start();
      return { size };
    },
  };
}

/**
 * Writes a kubeconfig for the server. kubernetes-fluent-client accepts a cluster only from a kubeconfig, and reads the
 * file at each request.
 */
function useServer(server: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'rx-informer-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const file = join(folder, 'kubeconfig');
  const named = { name: 'bench' };
  writeFileSync(
    file,
    JSON.stringify({
      clusters: [{ ...named, cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ ...named, user: {} }],
      contexts: [{ ...named, context: { cluster: 'bench', user: 'bench' } }],
      'current-context': 'bench',
    }),
  );
  process.env['KUBECONFIG'] = file;
}
