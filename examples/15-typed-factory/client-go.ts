/**
 * Uses client-go's typed factory. An editor can complete `apps().v1().deployments()`. Handlers receive the old and the
 * new object with the type Deployment. When the informer has synced, a lister reads its store.
 *
 * The factory creates informers, and a lister reads the store of one informer.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { sharedInformerFactory } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { apps, type Deployment } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const factory = sharedInformerFactory(kubeConfigTransport(config), { apps }, { namespace });
const deployments = factory.apps().v1().deployments();

deployments.informer().setWatchErrorHandler((error) => console.error(`deployments: ${String(error)}`));
deployments.informer().addEventHandler({
  onAdd(deployment, isInInitialList) {
    console.log(`${isInInitialList ? 'found' : 'added'} ${describe(deployment)}`);
  },
  onUpdate(old, deployment) {
    if (old.spec?.replicas === deployment.spec?.replicas) return; // the update changed only other fields
    console.log(`scaled ${describe(old)} to ${deployment.spec?.replicas}`);
  },
  onDelete(deployment, finalStateKnown) {
    console.log(`deleted ${describe(deployment)}${finalStateKnown ? '' : ', while no watch was open'}`);
  },
});

factory.start(stop.signal);
try {
  await factory.waitForCacheSync(AbortSignal.any([stop.signal, AbortSignal.timeout(30_000)]));
  const inNamespace = deployments.lister().byNamespace(namespace);
  console.log(`all: ${inNamespace.list().map(describe).join(', ')}`);
  console.log(`in the tier front: ${inNamespace.list('tier=front').map(describe).join(', ')}`);
  console.log(`web: ${inNamespace.get('web')?.spec?.replicas ?? 'none'}`);
} catch (error) {
  if (!stop.signal.aborted) throw error; // the message of the error names the informers that have not synced, with the reason
}

function describe({ metadata, spec }: Deployment): string {
  return `${metadata.name} of ${spec?.replicas}`;
}
