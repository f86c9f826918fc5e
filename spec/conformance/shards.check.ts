import { describe, expect } from '@jest/globals';
import { namesIn } from './support/bodies.ts';
import { check } from './support/check.ts';
import { get, withQuery } from './support/client.ts';
import { done, createTestNamespace } from './support/test-namespace.ts';

describe('shards', () => {
  check(
    'P138',
    'two halves together have all objects, or each has all objects: the list has shardInfo in the first case',
    async () => {
      const { configMaps } = await createTestNamespace();
      const whole = namesIn(done(await get(configMaps)));
      const bounds = ['0x0000000000000000', '0x8000000000000000', '0x10000000000000000'] as const;
      const half = async (from: string, to: string): Promise<ReturnType<typeof done>> => {
        const shardSelector = `shardRange(object.metadata.uid, '${from}', '${to}')`;
        return done(await get(withQuery(configMaps, { shardSelector })));
      };

      const lower = await half(bounds[0], bounds[1]);
      const upper = await half(bounds[1], bounds[2]);

      const sharded = [lower, upper].map(({ metadata }) => 'shardInfo' in metadata);
      expect(new Set(sharded).size).toBe(1);
      if (sharded[0] === true) {
        expect([...namesIn(lower), ...namesIn(upper)].toSorted()).toEqual(whole);
      } else {
        expect([namesIn(lower), namesIn(upper)]).toEqual([whole, whole]);
      }
    },
  );
});
