import type { Transport } from '../../../src/source/index.ts';
import { installPeers } from '../peers/install.ts';
import type { Variant } from '../variant.ts';

const overClientNode = async (): Promise<(server: string) => Transport> => {
  const { kubeConfigTransport } = await import('../../../src/client-node/index.ts');
  return (server) =>
    kubeConfigTransport({
      getCurrentCluster: () => ({ server }),
      applyToHTTPSOptions: () => Promise.resolve(),
    });
};
const overFetch = async (): Promise<(server: string) => Transport> => {
  const { fetchTransport } = await import('../../../src/fetch/index.ts');
  return (server) => fetchTransport({ server });
};

/**
 * The measured programs that cache a collection, by name. Each program runs in a separate process and is compared with
 * the baseline program `floor`. A process loads only the modules of its program, because loaded modules use memory.
 */
export const variants: Readonly<Record<string, () => Promise<Variant>>> = {
  floor: async () => (await import('./floor.ts')).floor(),
  'listWatch, fetch': async () => (await import('./list-watch.ts')).listWatchOver(await overFetch()),
  'listWatch, client-node': async () =>
    (await import('./list-watch.ts')).listWatchOver(await overClientNode()),
  'informer, fetch': async () => (await import('./informer.ts')).informerOver(await overFetch()),
  'informer, client-node': async () => (await import('./informer.ts')).informerOver(await overClientNode()),
  'informer, fetch, streaming': async () =>
    (await import('./informer.ts')).informerOver(await overFetch(), 'auto'),
  'informer, client-node, streaming': async () =>
    (await import('./informer.ts')).informerOver(await overClientNode(), 'auto'),
  'compact, client-node': async () => (await import('./compact.ts')).compactOver(await overClientNode()),
  'factory, client-node': async () => (await import('./factory.ts')).factoryOver(await overClientNode()),
  'metadata, client-node': async () => (await import('./metadata.ts')).metadataOver(await overClientNode()),
  'drop-in makeInformer': async () => (await import('./client-node-2.ts')).dropIn(),
  'peer: client-node 2.0.1': async () => (await import('./client-node-2.ts')).clientNode2(),
  'peer: client-node 1.4.0': async () => (await import('./client-node-1.ts')).clientNode1(),
  'peer: kubernetes-fluent-client 3.11.6': async () => (await import('./fluent.ts')).fluent(),
  'join, client-node': async () => (await import('./join.ts')).joinOver(await overClientNode()),
  'query, client-node': async () => (await import('./query.ts')).queryOver(await overClientNode()),
  'query rebuilt, client-node': async () => (await import('./query.ts')).rebuiltOver(await overClientNode()),
  'query rebuilt, peer': async () => (await import('./peer-rebuilt.ts')).peerRebuilt(),
};

/**
 * Preparations of measured programs, by name. A preparation rejects with the reason if the program cannot run on this
 * computer.
 */
export const preparations: Readonly<Record<string, () => Promise<void>>> = {
  'peer: kubernetes-fluent-client 3.11.6': installPeers,
};
