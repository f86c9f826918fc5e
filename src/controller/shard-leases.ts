import {
  defer,
  distinctUntilChanged,
  EMPTY,
  expand,
  finalize,
  map,
  merge,
  type Observable,
  type ObservableInput,
  of,
  startWith,
} from 'rxjs';
import {
  aFunction,
  anObject,
  checkArgument,
  checkOptions,
  integer,
  type KubeError,
  type ObjectKey,
  type Rule,
  splitKey,
} from '../objects/index.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import { aTransport, type Transport } from '../source/index.ts';
import { leaseClock } from './leader-election-clock.ts';
import { checkLeaseKey, type LeaseTimings, timingRules, timingsOf } from './leader-election-options.ts';
import { advanceShards, newShardHolder } from './machine/shard-holder.ts';
import type { ShardEvent, ShardSettings, ShardStep } from './machine/shard-types.ts';
import { shardActions } from './shard-leases-requests.ts';

/** The options of `shardLeases`. */
export interface ShardLeaseOptions extends LeaseTimings {
  /**
   * The namespace and the begin of the names of all Leases: `namespace/name`. The Lease of shard 3 is `name-3`. All processes that share the
   * shards use the same value.
   */
  readonly prefix: ObjectKey;
  /** The number of shards. All processes that share the shards use the same number. */
  readonly of: number;
  /**
   * Called with a shard before its release. The Lease is renewed until the result completes. Use it if the work of a shard goes on for a
   * while after the set without the shard was emitted.
   */
  readonly beforeRelease?: (shard: number) => ObservableInput<unknown>;
  /** Called with the error of each failed request, such as a 403. A conflict with another process is no error. */
  readonly onError?: (error: KubeError) => void;
}

/**
 * Divides the shards `0` to `of - 1` among all running processes that call this function with the same `prefix`, and emits the shards of
 * this process: first the empty set, and then each change. The Observable never completes and never errors.
 *
 * Each shard has a Lease. Each process also has a Lease of its own, `name-member-…`, so that the others can count it. Every `retryPeriod`, a process
 * lists the Leases with the label `rx-informer/shards` and renews its own. The number of processes and the order of their identities give each process a
 * quota; the quotas together are `of`. A process with more shards than its quota gives some up, and a process with fewer takes free ones.
 *
 * A shard changes its process without two holders at once: the old process first emits the set without the shard, waits for
 * `beforeRelease`, and then releases the Lease by a write that succeeds only if the Lease is still its own. The shards of a process that was killed are taken over
 * after the `leaseDuration`, plus at most three retry periods.
 *
 * **A Lease does not exclude two holders.** A process that was paused still believes that it holds its shards when it continues, until its next
 * timer runs. So give each write a precondition: send the `resourceVersion` of the object that the decision is based on.
 *
 * The process needs the permissions `list`, `create`, `update` and `delete` for Leases in the namespace. All processes need the same
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
  checkArgument('shardLeases: transport', transport, aTransport);
  checkArgument('shardLeases: options', options, anObject);
  const settings = shardSettings(options);
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

/** @throws OptionsError */
function shardSettings(options: ShardLeaseOptions): ShardSettings {
  checkOptions('shardLeases', options, {
    ...timingRules,
    prefix: aPrefix,
    of: integer(1),
    beforeRelease: aFunction,
    onError: aFunction,
  });
  checkLeaseKey('shardLeases: prefix', options.prefix);
  checkArgument('shardLeases: of', options.of, integer(1));
  const { namespace, name } = splitKey(options.prefix);
  const { labels, ...timings } = timingsOf('shardLeases', options);
  return {
    ...timings,
    namespace,
    prefix: name,
    of: options.of,
    labels: { ...labels, 'rx-informer/shards': name },
    drains: options.beforeRelease !== undefined,
  };
}

const aPrefix: Rule = {
  allowed: "'namespace/name', with a name of at most 63 characters: a-z, 0-9 and '-'",
  test: (given) => typeof given === 'string' && /^[^/]+\/[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(given),
};
