import {
  defer,
  distinctUntilChanged,
  EMPTY,
  expand,
  finalize,
  map,
  merge,
  type Observable,
  of,
  startWith,
} from 'rxjs';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { Transport } from '../source/index.ts';
import { leaseClock } from './leader-election-options.ts';
import { advanceShards, newShardHolder } from './machine/shard-holder.ts';
import type { ShardEvent, ShardStep } from './machine/shard-types.ts';
import { type ShardLeaseOptions, shardSettings } from './shard-leases-options.ts';
import { shardActions } from './shard-leases-requests.ts';

/**
 * Divides the shards `0` to `of - 1` among all running processes that call this function with the same `prefix`, and emits the shards of
 * this process: first the empty set, and then each change. The Observable never completes and never errors.
 *
 * Each shard has a Lease. Each process also has a Lease of its own, `name-member-…`, so that the others can count it. Every `retryPeriod`, a process
 * lists the Leases with the label `rx-informer/shards` and renews its own. The number of processes and the order of their identities give each process a
 * quota; the quotas together are `of`. A process with more shards than its quota gives some up, and a process with fewer takes free ones.
 *
 * A shard changes its process without two holders at once: the old process first emits the set without the shard, waits
 * for `beforeRelease`, and then releases the Lease by a write. The write succeeds only if the old process is still the
 * holder. The shards of a process that was killed are taken over after the `leaseDuration`, plus at most three retry
 * periods.
 *
 * **A Lease does not exclude two holders.** A process that was paused still believes that it holds its shards when it continues, until its next
 * timer runs. So give each write a precondition: send the `resourceVersion` of the object that the decision is based on.
 *
 * Another client can have created the Lease of a shard without the label. Such a Lease is taken over too, if it has no
 * holder or has not changed for its duration.
 *
 * The process needs the permissions `get`, `list`, `create`, `update` and `delete` for Leases in the namespace. All processes need the same
 * `leaseDuration`, `renewDeadline` and `retryPeriod`.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const shards$ = shardLeases(transport, { prefix: 'kube-system/my-controller', of: 8, identity: 'pod-1' });
 * const running$ = shards$.pipe(map((shards) => [...shards].join(', ')));
 * ```
 */
export function shardLeases(
  transport: Transport,
  options: ShardLeaseOptions,
): Observable<ReadonlySet<number>> {
  const settings = shardSettings(transport, options);
  const perform = shardActions(transport, settings, options);
  const now = options.clock ?? leaseClock();

  return defer(() => {
    let state = newShardHolder;
    let isStopped = false;
    const enter = (event: ShardEvent): ShardStep => {
      const step = advanceShards(settings, state, event, now());
      state = step.state;
      return step;
    };
    const act = ({ actions }: ShardStep): Observable<ShardStep> =>
      merge(...actions.map(perform)).pipe(map(enter));
    const steps$ = defer(() => of(enter({ type: 'start' }))).pipe(
      // A subscriber that unsubscribes during a notification must not cause another request.
      expand((step) => (isStopped ? EMPTY : act(step))),
    );
    const release = (): void => {
      of(enter({ type: 'stop' }))
        .pipe(expand(act))
        .subscribe({ error: reportUnhandledError });
    };
    return steps$.pipe(
      map((step) => step.state.shards),
      startWith(newShardHolder.shards),
      distinctUntilChanged(),
      finalize(() => {
        isStopped = true;
        release();
      }),
    );
  });
}
