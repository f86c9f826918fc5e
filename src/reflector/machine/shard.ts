import {
  anObject,
  checkArgument,
  checkOptions,
  fnv1a,
  integer,
  type KubeObject,
  oneOf,
  type Rule,
} from '../../objects/index.ts';

/**
 * One part of a collection, for one of several processes that share the work: together they have each object once.
 *
 * The server sends no other part where it can (Kubernetes 1.36 with the gate `ShardedListAndWatch`); what it sends all the
 * same is dropped on arrival, silently, before it costs memory. The split is the server's own in both cases, so the processes
 * agree through an upgrade of it, too. It is not by key, for the server cannot split by that: an object that is deleted
 * and made anew under its name may then be another process's. A change of `of` moves most objects: start all processes
 * anew with it.
 *
 * @example
 * The pods of a StatefulSet with four replicas:
 * ```ts
 * import { hostname } from 'node:os';
 *
 * const ordinal = Number(hostname().split('-').at(-1));
 * const pods = informer(listWatch(transport, core.v1.pods), { shard: { index: ordinal, of: 4 } });
 * ```
 */
export interface Shard {
  /** Which part, from 0. */
  readonly index: number;
  /** Of how many, at most 1,048,576. */
  readonly of: number;
  /**
   * Default 'uid', which makes the parts equal. 'namespace' keeps together what is in one namespace, of all kinds: who
   * owns and what is owned. Objects without a namespace are all in one part, and so may namespaces be that differ in
   * their last characters alone, as `team-1` and `team-2`: the server's hash hardly spreads those.
   */
  readonly by?: 'uid' | 'namespace';
}

/** Up to 2^21 the products below are exact. */
const most = 1_048_576;

/** What every function that takes a shard says of it; its members are then {@link checkShard}'s. */
export const aShard: Rule = { allowed: 'an object with index and of', test: (given) => anObject.test(given) };

/** @throws OptionsError for the member that is wrong: `reflect: shard: index must be … from 0 to 3, not 4` */
export function checkShard(option: string, shard: Shard | undefined): void {
  if (shard === undefined) return;
  const { index, of } = shard;
  const upTo = (min: number, max: number): Rule => ({
    allowed: `a whole number from ${min} to ${max}`,
    test: (given) => integer(min).test(given) && (given as number) <= max,
  });
  checkOptions(option, shard, { index: anything, of: anything, by: oneOf('uid', 'namespace') });
  checkArgument(`${option}: of`, of, upTo(1, most));
  checkArgument(`${option}: index`, index, upTo(0, of - 1));
}

const anything: Rule = { allowed: '', test: () => true };

/** Whether the hash, of 64 bits, is in the range: floor(hash * of / 2^64), a half at a time. */
export function isInShard({ index, of, by }: Shard, { metadata }: KubeObject): boolean {
  const [high, low] = fnv1a(by === 'namespace' ? (metadata.namespace ?? '') : metadata.uid);
  return Math.floor((high * of + Math.floor((low * of) / 2 ** 32)) / 2 ** 32) === index;
}

/** The same in the server's words: the range has its start, and not its end. */
export function shardSelector({ index, of, by = 'uid' }: Shard): string {
  const bound = (nth: number): string => {
    const hash = ((BigInt(nth) << 64n) + BigInt(of - 1)) / BigInt(of);
    return `'0x${hash.toString(16).padStart(16, '0')}'`;
  };
  return `shardRange(object.metadata.${by}, ${bound(index)}, ${bound(index + 1)})`;
}
