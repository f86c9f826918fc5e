import type { ObservableInput } from 'rxjs';
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
import { aTransport } from '../source/index.ts';
import { checkLeaseKey, type LeaseTimings, timingRules, timingsOf } from './leader-election-options.ts';
import { shardLabel } from './machine/seen-lease.ts';
import type { ShardSettings } from './machine/shard-types.ts';

/** The options of `shardLeases`. */
export interface ShardLeaseOptions extends LeaseTimings {
  /**
   * The namespace of all Leases, and the beginning of their names: `namespace/name`. The Lease of shard 3 is `name-3`.
   * All processes that share the shards use the same value.
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

/** @throws OptionsError for an argument that is not allowed */
export function shardSettings(transport: unknown, options: ShardLeaseOptions): ShardSettings {
  checkArgument('shardLeases: transport', transport, aTransport);
  checkArgument('shardLeases: options', options, anObject);
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
    labels: { ...labels, [shardLabel]: name },
    drains: options.beforeRelease !== undefined,
  };
}

const aPrefix: Rule = {
  allowed: "'namespace/name', with a name of at most 63 characters: a-z, 0-9 and '-'",
  test: (given) => typeof given === 'string' && /^[^/]+\/[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(given),
};
