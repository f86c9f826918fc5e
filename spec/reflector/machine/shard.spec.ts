import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { fnv1a, type KubeObject } from '../../../src/objects/index.ts';
import { isInShard, type Shard, shardSelector } from '../../../src/reflector/machine/shard.ts';

const objectOf = (uid: string, namespace?: string): KubeObject => ({
  metadata: { name: 'a', uid, resourceVersion: '1', ...(namespace === undefined ? {} : { namespace }) },
});

const hashOf = (text: string): bigint => {
  const [high, low] = fnv1a(text);
  return BigInt(high) * 2n ** 32n + BigInt(low);
};

/** Parses the hash range of a shard selector as a server does. */
function rangeIn(shard: Shard): { readonly start: bigint; readonly end: bigint } {
  const [, start = '', end = ''] =
    /, '(0x[0-9a-f]{16})', '(0x[0-9a-f]{16}|0x10{16})'\)$/.exec(shardSelector(shard)) ?? [];
  return { start: BigInt(start), end: BigInt(end) };
}

const count = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2 ** 20 }));
const uid = fc.oneof(fc.uuid(), fc.string({ minLength: 1 }));

describe('a shard', () => {
  it('should contain the objects whose hash is in its range, so that each object is in exactly one shard', () => {
    fc.assert(
      fc.property(count, uid, (of, id) => {
        const index = Number((hashOf(id) * BigInt(of)) >> 64n);
        const { start, end } = rangeIn({ index, of });

        expect(start <= hashOf(id) && hashOf(id) < end).toBe(true);
        for (const other of [0, index - 1, index, index + 1, of - 1]) {
          expect(isInShard({ index: other, of }, objectOf(id))).toBe(other === index);
        }
      }),
    );
  });

  it('should begin at the end of the previous shard, from 0 to 2^64, all of equal size', () => {
    fc.assert(
      fc.property(count, fc.nat(), (of, nth) => {
        const index = nth % of;
        const { start, end } = rangeIn({ index, of });

        expect(index === 0 ? 0n : rangeIn({ index: index - 1, of }).end).toBe(start);
        if (index === of - 1) expect(end).toBe(2n ** 64n);
        const step = 2n ** 64n / BigInt(of);
        expect([step, step + 1n]).toContain(end - start);
      }),
    );
  });

  it('should print the selector of the API server', () => {
    expect([0, 1, 2, 3].map((index) => shardSelector({ index, of: 4 }))).toEqual([
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x4000000000000000')",
      "shardRange(object.metadata.uid, '0x4000000000000000', '0x8000000000000000')",
      "shardRange(object.metadata.uid, '0x8000000000000000', '0xc000000000000000')",
      "shardRange(object.metadata.uid, '0xc000000000000000', '0x10000000000000000')",
    ]);
    expect(shardSelector({ index: 0, of: 2, by: 'namespace' })).toBe(
      "shardRange(object.metadata.namespace, '0x0000000000000000', '0x8000000000000000')",
    );
  });

  it('should contain all objects of a namespace, and all objects without one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.option(fc.string(), { nil: undefined }),
        uid,
        uid,
        (of, namespace, one, two) => {
          const shards = Array.from({ length: of }, (_, index): Shard => ({ index, of, by: 'namespace' }));
          const homes = (id: string): number[] =>
            shards.filter((shard) => isInShard(shard, objectOf(id, namespace))).map(({ index }) => index);

          expect(homes(one)).toHaveLength(1);
          expect(homes(one)).toEqual(homes(two));
          // A server hashes an absent namespace as an empty string.
          if (namespace === undefined) expect(homes(one)).toEqual([Number((hashOf('') * BigInt(of)) >> 64n)]);
        },
      ),
    );
  });

  it('should spread names badly that differ only at the end, as the hash of the server does', () => {
    const sizes = [0, 1, 2, 3].map((index) => {
      const shard: Shard = { index, of: 4, by: 'namespace' };
      const teams = Array.from({ length: 100 }, (_, nth) => objectOf('u', `team-${nth}`));
      return teams.filter((object) => isInShard(shard, object)).length;
    });

    expect(sizes).toEqual([0, 90, 0, 10]);
  });
});
