/**
 * Runs one process of a group. The group divides the ConfigMaps with the label `work` into four shards. Each process
 * watches only its shards, and writes its name into the ConfigMaps. Start the program several times, and kill one
 * process: the others take over its shards.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import {
  distinctUntilChanged,
  groupBy,
  map,
  mergeMap,
  type Observable,
  switchMap,
  takeUntil,
  tap,
} from 'rxjs';
import { EMPTY } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { controller, type ReconcileOutcome, runUntilSignal, shardLeases } from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);
const identity = process.env['IDENTITY'] ?? `process-${process.pid}`;
const configMaps = resourceClient(transport, core.v1.configmaps);
const of = 4;

/** Writes the name of this process into the ConfigMaps of one shard. */
function work(index: number): Observable<ReconcileOutcome> {
  const objects = informer(listWatch(transport, core.v1.configmaps, { namespace, labelSelector: 'work' }), {
    reflect: { shard: { index, of } },
    resetDelay: 0,
  });
  return controller({
    for: objects,
    resource: core.v1.configmaps,
    reconcile: (object, { key }) => {
      if (object === undefined || object.data?.['worker'] === identity) return undefined;
      // The write is refused if another process has written the ConfigMap after this process has read it.
      const { resourceVersion } = object.metadata;
      const written$ = configMaps.patch(key, { metadata: { resourceVersion }, data: { worker: identity } });
      return written$.pipe(map(() => undefined));
    },
  });
}

await runUntilSignal((stop$) =>
  shardLeases(transport, {
    prefix: `${namespace}/workers`,
    of,
    identity,
    leaseDuration: 3_000,
    renewDeadline: 2_000,
    retryPeriod: 500,
  }).pipe(
    tap((shards) => console.log('shards', [...shards].sort().join(' '))),
    mergeMap((shards) =>
      Array.from({ length: of }, (_none, index) => ({ index, isHeld: shards.has(index) })),
    ),
    groupBy(({ index }) => index),
    mergeMap((shard$) =>
      shard$.pipe(
        map(({ isHeld }) => isHeld),
        distinctUntilChanged(),
        switchMap((isHeld) => (isHeld ? work(shard$.key) : EMPTY)),
      ),
    ),
    tap((outcome) => {
      if (outcome.outcome === 'failed') console.log('failed', outcome.key, String(outcome.error));
    }),
    takeUntil(stop$),
  ),
);
