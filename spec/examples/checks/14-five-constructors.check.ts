import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';

/**
 * Checks that all five constructors deliver the same changes, each in its own format. The order between the five
 * watches depends on the timing.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(configMapsOf(namespace), configMap('sea', 'blue'));
    await cluster.create(configMapsOf(namespace), configMap('sun', 'yellow'));
  },
  run: async ({ cluster, namespace, printed, output, interrupt, ended }) => {
    const configMaps = configMapsOf(namespace);
    const all = (news: string): Promise<unknown> =>
      Promise.all(
        [...handlers, 'newController'].map((handler) => printed(new RegExp(`^${handler}: ${news}$`, 'm'))),
      );
    await all(`(added|ReplacedAll .*) ${namespace}/sun`);
    await cluster.create(configMaps, configMap('sky', 'blue'));
    await cluster.patch(`${configMaps}/sky`, { metadata: { labels: { color: 'grey' } } });
    await cluster.remove(`${configMaps}/sun`);
    await all(`(d|D)eleted ${namespace}/sun`);
    interrupt();
    await ended;

    const lines = output().replaceAll(namespace, 'NAMESPACE').trimEnd().split('\n');
    const seenBy = (handler: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`${handler}: `)).map((line) => line.slice(handler.length + 2));
    deepEqual(seenBy('newController'), [
      'ReplacedAll NAMESPACE/sea NAMESPACE/sun',
      'Added NAMESPACE/sky',
      'Updated NAMESPACE/sky',
      'Deleted NAMESPACE/sun',
    ]);
    for (const handler of handlers) {
      deepEqual(seenBy(handler), [
        'added NAMESPACE/sea',
        'added NAMESPACE/sun',
        'added NAMESPACE/sky',
        'updated NAMESPACE/sky',
        'deleted NAMESPACE/sun',
      ]);
    }
    deepEqual(lines.slice(-4), [
      'newInformer has NAMESPACE/sea NAMESPACE/sky',
      'newIndexerInformer has NAMESPACE/sea NAMESPACE/sky; blue are NAMESPACE/sea',
      'sharedInformer has NAMESPACE/sea NAMESPACE/sky',
      'sharedIndexInformer has NAMESPACE/sea NAMESPACE/sky; blue are NAMESPACE/sea',
    ]);
    deepEqual(lines.length, 4 + 5 * handlers.length + 4);
  },
  ends: 'on-interrupt',
};

const handlers = [
  'newInformer',
  'newIndexerInformer',
  'sharedInformer, handler one',
  'sharedInformer, handler two',
  'sharedIndexInformer, handler one',
  'sharedIndexInformer, handler two',
];

function configMapsOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

function configMap(name: string, color: string): object {
  return { metadata: { name, labels: { color } } };
}
