/**
 * A controller with two informers, written with standard RxJS operators. For each ConfigMap with the label
 * `pod-keeper`, the controller keeps `data.replicas` pods with the image `data.image` running. It creates and deletes
 * pods. Its pods have the same label.
 *
 * This code receives the changes of two informers, so it comes behind all pipeline stages.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core } from 'rx-informer/kinds';
import { keeperOf, keepPods, label, type PodWriter } from './keep-pods.ts';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);

const path = `/api/v1/namespaces/${namespace}/pods`;
const headers = { 'content-type': 'application/json' };
const writer: PodWriter = {
  create: (pod) => transport.open({ method: 'POST', path, headers, body: JSON.stringify(pod) }),
  delete: (key, preconditions) => {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', preconditions });
    return transport.open({ method: 'DELETE', path: `${path}/${key.replace(/.*\//, '')}`, headers, body });
  },
};

const scope = { namespace, labelSelector: label };
const keepers = informer(listWatch(transport, core.v1.configmaps, scope));
const pods = informer(listWatch(transport, core.v1.pods, scope), { indexers: { keeper: keeperOf } });

const running = keepPods(keepers, pods, writer).subscribe((line) => console.log(line));

process.once('SIGINT', () => running.unsubscribe());
