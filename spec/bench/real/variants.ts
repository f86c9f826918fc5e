import { readFileSync } from 'node:fs';
import type { Transport } from '../../../src/source/index.ts';
import type { Variant } from '../variant.ts';
import type { RealAddress } from './address.ts';

type Make = (address: RealAddress) => Promise<Variant>;

const transportTo = async ({ server, token, caFile }: RealAddress): Promise<() => Transport> => {
  const { kubeConfigTransport } = await import('../../../src/client-node/index.ts');
  const ca = readFileSync(caFile, 'utf8');
  const transport = kubeConfigTransport({
    getCurrentCluster: () => ({ server }),
    applyToHTTPSOptions: (options) => {
      Object.assign(options, { ca, headers: { authorization: `Bearer ${token}` } });
      return Promise.resolve();
    },
  });
  return () => transport;
};

/** The measured programs for a real API server. These programs send the credentials of the server. */
export const realVariants: Readonly<Record<string, Make>> = {
  floor: async ({ token }) =>
    (await import('../variants/floor.ts')).floor({ authorization: `Bearer ${token}` }),
  informer: async (address) =>
    (await import('../variants/informer.ts')).informerOver(await transportTo(address)),
  'informer, streaming': async (address) =>
    (await import('../variants/informer.ts')).informerOver(await transportTo(address), 'auto'),
  metadata: async (address) =>
    (await import('../variants/metadata.ts')).metadataOver(await transportTo(address)),
  'peer: client-node 2.0.1': async ({ kubeconfig }) => {
    const { KubeConfig } = await import('@kubernetes/client-node');
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    return (await import('../variants/client-node-2.ts')).clientNode2(config);
  },
};
