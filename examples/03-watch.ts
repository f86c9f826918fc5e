/**
 * Lists the pods of a namespace. Then watches them from the resourceVersion of the list, so that no change is missed.
 * A watch without a reflector ends when the server closes it or the connection breaks. A reflector would resume the
 * watch.
 *
 * Pipeline stage: the source, which sends the requests `list` and `watch`.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { last, switchMap, tap } from 'rxjs';
import { listWatch, type WatchEvent } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = listWatch(kubeConfigTransport(config), core.v1.pods, { namespace });

const watching = pods
  .list()
  .pipe(
    last(),
    tap(({ items, resourceVersion }) => console.log(`pods at version ${resourceVersion}: ${items.length}`)),
    switchMap(({ resourceVersion }) => pods.watch({ resourceVersion, allowWatchBookmarks: true })),
  )
  .subscribe({
    next: (event) => console.log(describe(event)),
    error: (error: unknown) => console.log(`the watch broke: ${String(error)}`),
    complete: () => console.log('the server closed the watch'),
  });

process.once('SIGINT', () => watching.unsubscribe());

function describe(event: WatchEvent<Pod>): string {
  if (event.type === 'BOOKMARK') return `BOOKMARK: all up to version ${event.resourceVersion} has been sent`;
  const { metadata, status } = event.object; // a DELETED contains the last state of the object
  const isMarked = metadata.deletionTimestamp !== undefined; // a delete of a pod causes a MODIFIED, then a DELETED
  return `${event.type} ${metadata.name} ${isMarked ? 'Terminating' : (status?.phase ?? '-')}`;
}
