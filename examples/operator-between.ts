/**
 * An operator of one's own between reflector and queue: system pods never reach the store, and a deployment's pods are
 * slimmed to what a dashboard shows. A slow subscriber gets the newest state of each pod, four times a second.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { interval, map, type MonoTypeOperatorFunction } from 'rxjs';
import { informer, listWatch, type ReflectorEvent } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const isSystem = (pod: Pod): boolean => pod.metadata.namespace?.startsWith('kube-') ?? false;

function withoutSystem(): MonoTypeOperatorFunction<ReflectorEvent<Pod>> {
  return map((event) => {
    switch (event.type) {
      case 'REPLACED':
        return { ...event, items: event.items.filter((pod) => !isSystem(pod)) };
      case 'ADDED':
      case 'MODIFIED': // the store drops the delete of what it never had
        return isSystem(event.object) ? { ...event, type: 'DELETED' } : event;
      default:
        return event;
    }
  });
}

function slim({ metadata, spec, status, ...pod }: Pod): Pod {
  const shown = { nodeName: spec?.nodeName, containers: [] };
  return { ...pod, metadata, spec: shown, status: { phase: status?.phase } } as Pod;
}

const config = new KubeConfig();
config.loadFromDefault();

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods), {
  through: withoutSystem(),
  reflect: { transform: slim },
});

const running = pods
  .changes({
    buffer: 'conflate',
    pace: interval(250),
    gauge: {
      next: ({ conflated }) => conflated > 0 && console.log(`${conflated} merged into later ones so far`),
    },
  })
  .subscribe(({ type, key, object }) =>
    console.log(type, key, object.spec?.nodeName ?? '-', object.status?.phase),
  );

process.once('SIGINT', () => running.unsubscribe());
