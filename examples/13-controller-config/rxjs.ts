/**
 * Does the same as `client-go.ts`, but each field of a Config is an operator or an option. `resyncPeriod` is an option
 * of `changes()`, `process` is a `concatMap` for each key, and `retry` repeats failed work. Each key is a group, so
 * keys do not wait for each other. The informer has a store, so the program needs no other store.
 *
 * The informer contains all pipeline stages. The RxJS pipe of this program works on the changes of the informer.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { concatMap, defer, groupBy, mergeMap, of, retry, timer } from 'rxjs';
import { type Change, informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }));
const refused = new Set<string>();

const running = pods
  .changes({ resyncPeriod: 2000 })
  .pipe(
    groupBy(({ key }) => key), // keeps 3 KB of memory for each key forever; `reconcileByKey` of rx-informer/controller avoids this
    mergeMap((changes$) => changes$.pipe(concatMap((change) => defer(() => work(change)).pipe(tryAgain())))),
  )
  .subscribe((line) => console.log(line));

/** Works on one change. The first work on a pod with the name "difficult" fails. */
function work({ type, key, cause, object: { metadata } }: Change<Pod>) {
  if (metadata.name === 'difficult' && !refused.has(key)) {
    refused.add(key);
    throw new Error(`${key} was refused: not now`);
  }
  return of(`${cause === 'resync' ? 'resynced' : type} ${metadata.name}`);
}

function tryAgain<T>() {
  return retry<T>({
    delay: (error, times) => {
      console.log(error instanceof Error ? error.message : String(error));
      return timer(Math.min(100 * 2 ** times, 60_000));
    },
  });
}

process.once('SIGINT', () => {
  running.unsubscribe();
  console.log('synced:', pods.store.hasSynced, 'at version:', pods.store.resourceVersion);
});
