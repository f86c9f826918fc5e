/**
 * client-node's own example of an informer. Only two lines are different: the import and the call. With this library,
 * the restart after an error is not necessary. The example keeps the restart to show that it does no harm.
 */
import process from 'node:process';
import * as k8s from '@kubernetes/client-node';
import { makeInformer } from 'rx-informer/client-node';

const kc = new k8s.KubeConfig();
kc.loadFromDefault();

const k8sApi = kc.makeApiClient(k8s.CoreV1Api);
const listFn = () => k8sApi.listPodForAllNamespaces();
const informer = makeInformer(kc, '/api/v1/pods', listFn);

informer.on('add', (obj: k8s.V1Pod) => {
  console.log(`Added: ${obj.metadata?.name ?? ''}`);
});
informer.on('update', (obj: k8s.V1Pod) => {
  console.log(`Updated: ${obj.metadata?.name ?? ''}`);
});
informer.on('delete', (obj: k8s.V1Pod) => {
  console.log(`Deleted: ${obj.metadata?.name ?? ''}`);
});
informer.on('error', (err: k8s.V1Pod) => {
  console.error(err);
  // Restart informer after 5sec
  setTimeout(() => {
    void informer.start();
  }, 5000).unref(); // otherwise the timer could start the informer after the stop
});

await informer.start();
console.log(`${informer.list().length} pods cached`);

process.once('SIGINT', () => void informer.stop());
