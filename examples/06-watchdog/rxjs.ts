/**
 * Does the same as `client-go.ts`, but with one RxJS pipe. Operators replace client-go's loop, its lock and its
 * callbacks. You can remove an operator or add your own operator. The handler is a `map`, because a change has the old
 * and the new object.
 *
 * The program combines the pipeline stages from the source to the store.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { concatAll, ignoreElements, map, merge } from 'rxjs';
import { type Change, deltaFifo, indexedStore, listWatch, reflect } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const store = indexedStore<Pod>();
const run$ = reflect(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace })).pipe(
  deltaFifo({ process: (deltas) => store.apply(deltas) }),
  ignoreElements(),
);
const news$ = store.batches$.pipe(
  concatAll(), // a list is one batch with many changes
  map((change) => `${newsOf(change)}; pods: ${store.size}`),
);
const running = merge(news$, run$).subscribe((line) => console.log(line));

process.once('SIGINT', () => running.unsubscribe());

function newsOf(change: Change<Pod>): string {
  const { name } = change.object.metadata;
  switch (change.type) {
    case 'added':
      return `${name} ${change.cause === 'initial' ? 'was here' : 'is new'}`;
    case 'updated':
      return `${name} went from ${phaseOf(change.old)} to ${phaseOf(change.object)}`;
    case 'deleted':
      return `${name} has gone${change.finalStateKnown ? '' : ', while no watch was open'}`;
  }
}

/** Returns the status of a pod in the form in which kubectl shows it. */
function phaseOf({ metadata, status }: Pod): string {
  return metadata.deletionTimestamp === undefined ? (status?.phase ?? '-') : 'Terminating';
}
