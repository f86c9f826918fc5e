/**
 * Tells of pods that restart, once each time they come to rest. Old and new are in the record, so nothing has to be
 * remembered; the rest is stock RxJS.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { debounceTime, filter, groupBy, map, mergeMap, type Observable } from 'rxjs';
import { type Informer, informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const restarts = (pod: Pod): number =>
  (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

function restarting(pods: Informer<Pod>, quiet: number): Observable<string> {
  return pods.changes().pipe(
    filter((change) => change.type === 'updated'),
    filter(({ old, object }) => restarts(object) > restarts(old)),
    // A group ends when its pod has been quiet for a while: groups that never end would be a leak.
    groupBy(({ key }) => key, { duration: (group$) => group$.pipe(debounceTime(2 * quiet)) }),
    mergeMap((group$) => group$.pipe(debounceTime(quiet))),
    map(({ key, object }) => `${key} restarted, ${restarts(object)} times by now`),
  );
}

const config = new KubeConfig();
config.loadFromDefault();

const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods));
const running = restarting(pods, Number(process.env['QUIET'] ?? 10_000)).subscribe((line) =>
  console.log(line),
);

process.once('SIGINT', () => running.unsubscribe());
