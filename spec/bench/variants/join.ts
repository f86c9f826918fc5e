import { concat, NEVER, of } from 'rxjs';
import { join } from '../../../src/derived/index.ts';
import { informer } from '../../../src/informer/index.ts';
import type { KubeObject } from '../../../src/objects/index.ts';
import { listWatch, type Transport } from '../../../src/source/index.ts';
import type { Variant } from '../variant.ts';
import { atOnce } from './at-once.ts';

interface ScheduledPod extends KubeObject {
  readonly spec?: { readonly nodeName?: string };
}

/** The number of nodes of the pods of the benchmark server. */
const nodeCount = 211;

/**
 * An informer of this library, and a join of the pods with their nodes. The benchmark server has no nodes, so the nodes are
 * in memory. The handler receives the rows of the join.
 */
export function joinOver(transportTo: (server: string) => Transport): Variant {
  return {
    async start({ server }, onObject) {
      const source = listWatch<ScheduledPod>(transportTo(server), {
        group: '',
        version: 'v1',
        resource: 'pods',
      });
      const pods = informer(source, { reflect: { streamingList: 'never', ...atOnce } });
      const items = Array.from({ length: nodeCount }, (_, nth) => ({
        metadata: {
          name: `node-${nth}.eu-central-1.compute.internal`,
          uid: `uid of ${nth}`,
          resourceVersion: '1',
        },
      }));
      const nodes = informer<KubeObject>(
        concat(of({ type: 'REPLACED', items, resourceVersion: '1' } as const), NEVER),
      );
      const rows = join(pods, nodes, ({ spec }) => spec?.nodeName, { type: 'inner' });
      let received = 0;
      await new Promise<void>((resolve) => {
        rows.changes().subscribe(({ object }) => {
          received++;
          onObject(object.left);
          if (received >= rows.store.size && rows.store.hasSynced) resolve();
        });
      });
      return {
        size: rows.store.size,
        list: () => rows.store.list().map(({ left }) => left),
      };
    },
  };
}
