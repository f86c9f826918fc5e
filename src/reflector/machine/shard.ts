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
 * One part of a collection, for one of several processes that share the work. Each object is in one part.
 *
 * The server filters the objects if it can (Kubernetes 1.36 with the feature gate `ShardedListAndWatch`). Otherwise the reflector
 * drops the objects of other shards when they arrive, without an incident. Both use the server's hash, so the processes agree also
 * while the server is upgraded.
 *
 * The hash is not of the key: an object that is deleted and created again with the same name can be in another shard. A change of
 * `of` moves most objects: restart all processes together.
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
  /** The index of the part, from 0. */
  readonly index: number;
  /** The number of parts, at most 1,048,576. */
  readonly of: number;
  /**
   * Default 'uid': parts of equal size. 'namespace' keeps all objects of one namespace in one part, of all kinds, so owners are
   * together with the objects that they own. All objects without a namespace are in one part. Namespaces that differ in their
   * last characters only, as `team-1` and `team-2`, are often in one part too: the server's hash hardly separates them.
   */
  readonly by?: 'uid' | 'namespace';
}

/** The products in `isInShard` are exact up to 2^21. */
const maxShards = 1_048_576;

/** The rule for an option that is a shard; {@link checkShard} checks its members. */
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
  checkArgument(`${option}: of`, of, upTo(1, maxShards));
  checkArgument(`${option}: index`, index, upTo(0, of - 1));
}

const anything: Rule = { allowed: '', test: () => true };

/** Whether floor(hash * of / 2^64) is the index. The hash has 64 bits, so the two halves are multiplied separately. */
export function isInShard({ index, of, by }: Shard, { metadata }: KubeObject): boolean {
  const [high, low] = fnv1a(by === 'namespace' ? (metadata.namespace ?? '') : metadata.uid);
  return Math.floor((high * of + Math.floor((low * of) / 2 ** 32)) / 2 ** 32) === index;
}

/** The selector for the server: a range of hashes, start included, end excluded. */
export function shardSelector({ index, of, by = 'uid' }: Shard): string {
  const bound = (nth: number): string => {
    const hash = ((BigInt(nth) << 64n) + BigInt(of - 1)) / BigInt(of);
    return `'0x${hash.toString(16).padStart(16, '0')}'`;
  };
  return `shardRange(object.metadata.${by}, ${bound(index)}, ${bound(index + 1)})`;
}
