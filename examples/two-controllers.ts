/**
 * Two controllers share one informer. The first controller sets the label `owner: unknown` of each pod that has no label `owner`. The
 * second controller prints the phase of each pod. The API server gets one list request and one watch request.
 *
 * Both controllers come behind all stages of the informer.
 */
import { KubeConfig } from '@kubernetes/client-node';
import { map, merge, tap } from 'rxjs';
import { informer, listWatch } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { changed, controller, reconcileByKey, runUntilSignal, toRequests } from 'rx-informer/controller';
import { core } from 'rx-informer/kinds';

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const transport = kubeConfigTransport(config);
const pods = informer(listWatch(transport, core.v1.pods, { namespace }));
const client = resourceClient(transport, core.v1.pods);

await runUntilSignal((stop$) => {
  const labeller$ = controller({
    for: pods,
    resource: core.v1.pods,
    stop$,
    reconcile: (pod, { key }) => {
      if (pod === undefined || pod.metadata.labels?.['owner'] !== undefined) return undefined;
      const labelled$ = client.patch(key, { metadata: { labels: { owner: 'unknown' } } });
      return labelled$.pipe(map(() => undefined));
    },
  });
  const reporter$ = pods.changes().pipe(
    changed(({ status }) => status?.phase),
    toRequests(),
    reconcileByKey(({ key }) => console.log(key, pods.store.get(key)?.status?.phase ?? 'gone'), {
      inputs: { pods },
      stop$,
    }),
  );
  return merge(labeller$, reporter$).pipe(
    tap((outcome) => {
      if (outcome.outcome === 'failed') console.error(outcome.key, String(outcome.error));
    }),
  );
});
