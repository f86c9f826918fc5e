/**
 * Lists the pods of a namespace page by page, and ends. All pages of a list have the same resourceVersion. Together
 * they contain the collection at that version, even if other clients write in the meantime. A watch can start from
 * that version.
 *
 * Pipeline stage: the source, which sends the request `list`.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = listWatch(kubeConfigTransport(config), core.v1.pods, { namespace });
const versions = new Set<string>();
let listed = 0;

pods.list({ limit: 2 }).subscribe({
  next: ({ items, remainingItemCount = 0, resourceVersion }) => {
    console.log(`a page of ${items.length}, ${remainingItemCount} to come`);
    for (const { metadata, spec, status } of items) {
      const images = spec?.containers.map(({ image }) => image).join(' ');
      console.log(`  ${metadata.name} ${status?.phase ?? '-'} ${images ?? '-'}`);
    }
    versions.add(resourceVersion);
    listed += items.length;
  },
  error: (error: unknown) => {
    console.error(String(error)); // the pages before an error are not a complete list
    process.exitCode = 1;
  },
  complete: () => console.log(`${listed} pods, as they were at version ${[...versions].join(' and ')}`),
});
