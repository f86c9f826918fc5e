/**
 * Tells of pods that restart more than three times within ten minutes. Old and new are in the record, so nothing of a pod
 * has to be remembered; the window is stock RxJS: a restart counts now, and no more when the window has passed over it.
 */
import process from 'node:process';
import { KubeConfig } from '@kubernetes/client-node';
import { concat, defer, delay, filter, first, map, mergeMap, of, type OperatorFunction } from 'rxjs';
import { type Change, informer, listWatch } from 'rx-informer';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { core, type Pod } from 'rx-informer/kinds';

const restarts = (pod: Pod): number =>
  (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

interface Restarting {
  readonly key: string;
  /** Within the window. */
  readonly times: number;
}

/** Pods that have come to more than `limit` restarts within `window` ms; again only once they were calmer. */
function restartingOften(limit: number, window: number): OperatorFunction<Change<Pod>, Restarting> {
  return (changes$) =>
    defer(() => {
      const counts = new Map<string, number>();
      return changes$.pipe(
        filter((change) => change.type === 'updated'),
        map(({ key, old, object }) => ({ key, more: restarts(object) - restarts(old) })),
        filter(({ more }) => more > 0),
        mergeMap(({ key, more }) => concat(of({ key, more }), of({ key, more: -more }).pipe(delay(window)))),
        map(({ key, more }) => {
          const before = counts.get(key) ?? 0;
          const times = before + more;
          if (times > 0) counts.set(key, times);
          else counts.delete(key);
          return { key, before, times };
        }),
        filter(({ before, times }) => before <= limit && times > limit),
      );
    });
}

const config = new KubeConfig();
config.loadFromDefault();
const namespace = config.getContextObject(config.currentContext)?.namespace ?? 'default';
const pods = informer(listWatch(kubeConfigTransport(config), core.v1.pods, { namespace }));

const running = pods
  .changes()
  .pipe(restartingOften(3, 10 * 60_000))
  .subscribe(({ key, times }) => console.log(`${key} restarts again and again: ${times} times by now`));
pods.status$
  .pipe(first(({ hasSynced }) => hasSynced))
  .subscribe(() => console.log(`${pods.store.size} pods are watched`));

process.once('SIGINT', () => running.unsubscribe());
