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
 * A shard is one part of a collection, for one of several processes that share the work. Each object is in
 * exactly one shard.
 *
 * Kubernetes 1.36 can filter the objects on the server (feature gate `ShardedListAndWatch`). On other
 * servers, the reflector drops the objects of other shards, without an incident. The reflector uses the same
 * hash as the server, so all processes agree, even during an upgrade of the server.
 *
 * By default, the uid of an object decides its shard, not its key. If an object is deleted and created again
 * with the same name, the new object can be in another shard. If `of` changes, most objects move to another
 * shard, so restart all processes together.
 *
 * @example
 * The pods of a StatefulSet with four replicas:
 * ```ts
 * import { hostname } from 'node:os';
 *
 * const ordinal = Number(hostname().split('-').at(-1));
 * const pods = informer(listWatch(transport, core.v1.pods), { reflect: { shard: { index: ordinal, of: 4 } } });
 * ```
 */
export interface Shard {
  /** The index of this shard, from 0. */
  readonly index: number;
  /** The number of shards, at most 1,048,576. */
  readonly of: number;
  /**
   * The field whose hash decides the shard of an object. Default: 'uid', so that the shards have about equal
   * sizes.
   *
   * 'namespace' puts all objects of one namespace, of all kinds, into the same shard. So an owner and its
   * owned objects are together. All objects without a namespace are in one shard. Namespaces that differ only
   * in the last characters, such as `team-1` and `team-2`, are often in the same shard, because the server's
   * hash hardly separates them.
   */
  readonly by?: 'uid' | 'namespace';
}

/** The maximum number of shards. The products in `isInShard` are exact up to 2^21 shards. */
const maxShards = 1_048_576;

/** The check for an option that has to be a shard. {@link checkShard} checks the members of the shard. */
export const aShard: Rule = { allowed: 'an object with index and of', test: (given) => anObject.test(given) };

/**
 * Checks the members of a shard.
 *
 * @throws OptionsError that names the wrong member, for example `reflect: shard: index must be … from 0 to
 * 3, not 4`
 */
export function checkShard(option: string, shard: Shard | undefined): void {
  if (shard === undefined) return;
  const { index, of } = shard;
  const upTo = (min: number, max: number): Rule => ({
    allowed: `a whole number from ${min} to ${max}`,
    test: (given) => integer(min).test(given) && (given as number) <= max,
  });
  checkOptions(option, shard, { index: anything, of: anything, by: oneOf('uid', 'namespace') });
  checkArgument(`${option}: of`, of, upTo(1, maxShards));
  checkArgument(`${option}: index`, index, upTo(0, of - 1));
}

const anything: Rule = { allowed: '', test: () => true };

/**
 * Returns whether an object is in a shard: whether floor(hash * of / 2^64) equals the index. The hash has 64
 * bits, so the function multiplies its two halves separately.
 */
export function isInShard({ index, of, by }: Shard, { metadata }: KubeObject): boolean {
  const [high, low] = fnv1a(by === 'namespace' ? (metadata.namespace ?? '') : metadata.uid);
  return Math.floor((high * of + Math.floor((low * of) / 2 ** 32)) / 2 ** 32) === index;
}

/**
 * Returns the shard selector for the server. The selector is a range of hashes. The range includes its start
 * and excludes its end.
 */
export function shardSelector({ index, of, by = 'uid' }: Shard): string {
  const bound = (nth: number): string => {
    const hash = ((BigInt(nth) << 64n) + BigInt(of - 1)) / BigInt(of);
    return `'0x${hash.toString(16).padStart(16, '0')}'`;
  };
  return `shardRange(object.metadata.${by}, ${bound(index)}, ${bound(index + 1)})`;
}
