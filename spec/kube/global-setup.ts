import process from 'node:process';
import { assets, isAvailable, up } from './kube.mjs';

/**
 * Starts one cluster for all specs. The specs find it by an environment variable, which `support/cluster.ts` reads.
 */
export default async function globalSetup(): Promise<void> {
  if (!isAvailable()) {
    console.error(
      `No kube-apiserver and etcd in ${assets}, and no Go to build them with.\n` +
        'Install Go 1.26 (they are then built here, once, in minutes), or set KUBEBUILDER_ASSETS to the directory of setup-envtest.',
    );
    process.exit(1);
  }
  process.env['RX_INFORMER_KUBE'] = (await up()).dir;
}
