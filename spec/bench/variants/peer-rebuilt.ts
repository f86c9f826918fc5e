import { KubeConfig, makeInformer, type V1Pod, V1PodList } from '@kubernetes/client-node';
import type { Variant } from '../variant.ts';
import { type Pod, rebuilt } from './newest-pods.ts';

interface PodPage {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly V1Pod[];
}

/**
 * The informer of client-node itself. After each task of the event loop, the program computes the dashboard query
 * again from `list()`. The list function of this program requests pages, because client-node's own list function
 * requests all objects at once.
 */
export function peerRebuilt(): Variant {
  let isDue = false;

  return {
    async start({ server }, onObject) {
      const config = new KubeConfig();
      config.loadFromClusterAndUser({ name: 'bench', server, skipTLSVerify: true }, { name: 'bench' });
      const pods = makeInformer<V1Pod>(config, '/api/v1/pods', async () => {
        const items: V1Pod[] = [];
        for (let next: string | undefined = ''; ;) {
          const token = next === '' ? '' : `&continue=${next}`;
          const page = (await (await fetch(`${server}/api/v1/pods?limit=500${token}`)).json()) as PodPage;
          items.push(...page.items);
          next = page.metadata.continue;
          if (next === undefined) return Object.assign(new V1PodList(), { items, metadata: page.metadata });
        }
      });
      const answer = (): number => rebuilt(pods.list() as unknown as readonly Pod[]).length;
      const gather = (pod: V1Pod): void => {
        onObject(pod);
        if (isDue) return;
        isDue = true;
        setImmediate(() => {
          isDue = false;
          answer();
        });
      };
      for (const verb of ['add', 'update', 'delete'] as const) pods.on(verb, gather);
      await pods.start();
      answer();
      return { size: pods.list().length, list: () => pods.list() };
    },
  };
}
