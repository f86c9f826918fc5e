import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { importPeer } from '../peers/install.ts';
import { resources } from '../resources.ts';
import type { Variant } from '../variant.ts';

/** A class that names a kind. */
type Kind = new () => object;

/** As much of kubernetes-fluent-client as is used: it is not installed where the types are checked. */
interface FluentClient {
  readonly kind: { readonly Pod: Kind; readonly ConfigMap: Kind };
  readonly GenericKind: Kind;
  readonly RegisterKind: (
    kind: Kind,
    names: { readonly group: string; readonly version: string; readonly kind: string },
  ) => void;
  readonly K8s: (kind: Kind) => { Watch(callback: (object: unknown) => void): { start(): Promise<unknown> } };
}

/** kubernetes-fluent-client as its README shows it: `K8s(kind).Watch(callback).start()`. */
export async function fluent(): Promise<Variant> {
  const { K8s, kind, GenericKind, RegisterKind } = await importPeer<FluentClient>('kubernetes-fluent-client');
  // Leases are none of its kinds: they are told to it as a custom resource is.
  class Lease extends GenericKind {}
  const { group, version } = resources.leases;
  RegisterKind(Lease, { group, version, kind: 'Lease' });
  const kinds = { pods: kind.Pod, configmaps: kind.ConfigMap, leases: Lease };

  return {
    async start({ server, resource }, onObject) {
      useServer(server);
      let size = 0; // its cache cannot be read; before the watch it hands over each object once
      const watcher = K8s(kinds[resource]).Watch((object) => {
        size++;
        onObject(object);
      });
      await watcher.start();
      return { size };
    },
  };
}

/** It takes a cluster from a kubeconfig alone, and reads that at each request. */
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
