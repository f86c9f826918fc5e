/**
 * client-go's simple informer: a store with the pods of a namespace, and one handler. The store applies each change
 * before the informer calls the handler.
 *
 * One call creates all pipeline stages, from the source to the handler.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { listWatch } from 'rx-informer';
import { newInformer } from 'rx-informer/client-go';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';

const { store, controller } = newInformer({
  listerWatcher: listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }),
  handler: {
    onAdd(pod, isInInitialList) {
      print(`${pod.metadata.name} ${isInInitialList ? 'was here' : 'is new'}`);
    },
    onUpdate(old, pod) {
      print(`${pod.metadata.name} went from ${phaseOf(old)} to ${phaseOf(pod)}`);
    },
    onDelete(pod, finalStateKnown) {
      print(`${pod.metadata.name} has gone${finalStateKnown ? '' : ', while no watch was open'}`);
    },
  },
  watchErrorHandler: (error) => console.error(`it goes on after ${String(error)}`),
});

const running = controller.run();
process.once('SIGINT', () => running.unsubscribe());

/** Returns the status of a pod in the form in which kubectl shows it. */
function phaseOf({ metadata, status }: Pod): string {
  return metadata.deletionTimestamp === undefined ? (status?.phase ?? '-') : 'Terminating';
}

function print(news: string): void {
  console.log(`${news}; pods: ${store.size}`);
}
