import { kubeConfigTransport } from '../../../src/client-node/index.ts';
import { fetchTransport } from '../../../src/fetch/index.ts';
import type { Variant } from '../variant.ts';
import { floor } from './floor.ts';
import { listWatchOver } from './list-watch.ts';

/** Each runs in a process of its own; the others are compared with the floor. */
export const variants: Readonly<Record<string, () => Variant>> = {
  floor,
  'listWatch, fetch': () => listWatchOver((server) => fetchTransport({ server })),
  'listWatch, client-node': () =>
    listWatchOver((server) =>
      kubeConfigTransport({
        getCurrentCluster: () => ({ server }),
        applyToHTTPSOptions: () => Promise.resolve(),
      }),
    ),
};
