/**
 * A controller with two informers. For each ConfigMap with the label `pod-keeper`, the controller keeps `data.replicas`
 * pods with the image `data.image` running. It creates and deletes pods. Its pods have the same label.
 *
 * Each informer has its own pipeline. The controller receives the changes of two informers, after the last stage of each
 * pipeline. After Ctrl-C, the controller finishes its running writes and starts no others.
 */
import { KubeConfig } from '@kubernetes/client-node';
import { tap } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { type ReconcileOutcome, runUntilSignal } from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';
import { keeperOf, keepPods, label } from './keep-pods.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

const scope = { namespace, labelSelector: label };
const keepers = informer(listWatch(transport, core.v1.configmaps, scope));
const pods = informer(listWatch(transport, core.v1.pods, scope), { indexers: { keeper: keeperOf } });
const client = resourceClient(transport, core.v1.pods);

await runUntilSignal((stop$) =>
  keepPods(keepers, pods, client, { log: (line) => console.log(line), stop$ }).pipe(tap(logFailure)),
);

function logFailure(outcome: ReconcileOutcome): void {
  if (outcome.outcome === 'notSynced') {
    for (const { name, reason } of outcome.inputs) console.log(`${name} not synced: ${reason}`);
  } else if (outcome.outcome === 'failed') {
    const { key, retryAfter, error } = outcome;
    const next = retryAfter === undefined ? 'waits for a change' : `again in ${retryAfter} ms`;
    console.log(`${key} failed, ${next}: ${String(error)}`);
  }
}
