import { kubeConfigTransport } from '../../../src/client-node/index.ts';
import { fetchTransport } from '../../../src/fetch/index.ts';
import type { Transport } from '../../../src/source/index.ts';
import type { Variant } from '../variant.ts';
import { floor } from './floor.ts';
import { informerOver } from './informer.ts';
import { listWatchOver } from './list-watch.ts';
import { peerRebuilt } from './peer-rebuilt.ts';
import { queryOver, rebuiltOver } from './query.ts';

const overClientNode = (server: string): Transport =>
  kubeConfigTransport({
    getCurrentCluster: () => ({ server }),
    applyToHTTPSOptions: () => Promise.resolve(),
  });
const overFetch = (server: string): Transport => fetchTransport({ server });

/** Each runs in a process of its own; the others are compared with the floor. */
export const variants: Readonly<Record<string, () => Variant>> = {
  floor,
  'listWatch, fetch': () => listWatchOver(overFetch),
  'listWatch, client-node': () => listWatchOver(overClientNode),
  'informer, fetch': () => informerOver(overFetch),
  'informer, client-node': () => informerOver(overClientNode),
  'informer, fetch, streaming': () => informerOver(overFetch, 'auto'),
  'query, client-node': () => queryOver(overClientNode),
  'query rebuilt, client-node': () => rebuiltOver(overClientNode),
  'query rebuilt, peer': peerRebuilt,
};

/** What has to be there before a variant runs. Rejects with an Error that says why it cannot. */
export const preparations: Readonly<Record<string, () => Promise<void>>> = {};
