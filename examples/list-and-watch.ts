/**
 * Lists the pods of a cluster, page by page, then watches them with nothing in between: the two requests that all the
 * rest is built on.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { defer, mergeMap, of, tap } from 'rxjs';
import { listWatch, type WatchEvent } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();

const pods = listWatch(kubeConfigTransport(config), core.v1.pods);

const listed$ = defer(() => {
  let listed = 0;
  return pods.list({ limit: 2 }).pipe(
    tap(({ items, remainingItemCount = 0 }) => {
      listed += items.length;
      console.log(`page of ${items.length}, ${remainingItemCount} to come: ${items.map(nameOf).join(' ')}`);
    }),
    // Every page of one list has the same version: the watch starts where the last page ends.
    mergeMap(({ resourceVersion, remainingItemCount = 0 }) =>
      remainingItemCount > 0 ? [] : of({ listed, resourceVersion }),
    ),
  );
});

const running = listed$
  .pipe(
    tap(({ listed, resourceVersion }) => console.log(`${listed} pods at version ${resourceVersion}`)),
    mergeMap(({ resourceVersion }) => pods.watch({ resourceVersion, allowWatchBookmarks: true })),
  )
  .subscribe({
    next: (event) => console.log(describe(event)),
    error: (error: unknown) => console.error(String(error)),
    complete: () => console.log('the server closed the watch'),
  });

process.once('SIGINT', () => running.unsubscribe());

function describe(event: WatchEvent<Pod>): string {
  if (event.type === 'BOOKMARK') return `BOOKMARK ${event.resourceVersion}`;
  return `${event.type} ${nameOf(event.object)} ${event.object.status?.phase ?? ''}`;
}

function nameOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
