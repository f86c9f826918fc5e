/**
 * Finds pods by namespace, by label and by image without reading all pods. An index function returns the index values
 * of an object: no value, one value or several values. You can add an index at any time. A new index contains the
 * objects that are already in the store.
 *
 * Pipeline stage: the store with its indexes. A queue fills the store.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { filter, map, tap } from 'rxjs';
import { byLabel, byNamespace, deltaFifo, keyOf, listWatch, reflect } from 'rx-informer';
import { newIndexer } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = listWatch(kubeConfigTransport(config), core.v1.pods, { namespace });
const indexer = newIndexer<Pod, 'namespace' | 'app'>(keyOf, { namespace: byNamespace, app: byLabel('app') });

const running = reflect(pods)
  .pipe(
    deltaFifo(),
    tap(indexer),
    filter(([{ type }]) => type !== 'Bookmark'), // a bookmark has a resourceVersion, but no object
    map((_, turn) => turn === 0), // the first value is the whole list
  )
  .subscribe((isFirst) => (isFirst ? ask() : print('web pods now', indexer.indexKeys('app', 'web'))));

process.once('SIGINT', () => running.unsubscribe());

/** Shows one query of each kind. */
function ask(): void {
  print('in the namespace', indexer.indexKeys('namespace', namespace));
  print('apps', indexer.listIndexFuncValues('app'));

  for (const { metadata } of indexer.byIndex('app', 'web')) console.log(`${metadata.name} is a web pod`);
  const one = indexer.getByKey(`${namespace}/a`);
  if (one !== undefined) print(`of the same app as ${keyOf(one)}`, indexer.index('app', one).map(keyOf));

  const more = indexer.addIndexers({
    image: ({ spec }: Pod) => spec?.containers.map(({ image = '' }) => image) ?? [],
  });
  for (const image of more.listIndexFuncValues('image')) print(image, more.indexKeys('image', image));
}

function print(what: string, values: readonly string[]): void {
  console.log(`${what}: ${values.join(' ')}`);
}
