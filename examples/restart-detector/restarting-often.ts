import { concat, defer, delay, filter, map, mergeMap, of, type OperatorFunction } from 'rxjs';
import type { Change } from 'rx-informer';
import type { Pod } from 'rx-informer/kinds';

export interface Restarting {
  readonly key: string;
  /** Number of restarts within the time window. */
  readonly times: number;
}

/**
 * Emits a pod when it has restarted more than `limit` times within `window` ms. Emits the same pod again only if its
 * count was at or below the limit in the meantime.
 */
export function restartingOften(limit: number, window: number): OperatorFunction<Change<Pod>, Restarting> {
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
        map(({ key, times }) => ({ key, times })),
      );
    });
}

const restarts = ({ status }: Pod): number =>
  (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
