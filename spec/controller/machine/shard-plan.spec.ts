import { describe, expect, it } from '@jest/globals';
import { memberName, preference, quotaOf } from '../../../src/controller/machine/shard-plan.ts';
import type { ShardSettings } from '../../../src/controller/machine/shard-types.ts';
import { fc } from '../../support/properties.ts';

const settings = (identity: string, of = 8): ShardSettings => ({
  namespace: 'jobs',
  prefix: 'shard',
  of,
  identity,
  leaseDuration: 15_000,
  renewDeadline: 10_000,
  retryPeriod: 2_000,
  releaseOnStop: true,
  labels: {},
  drains: false,
});

describe('the plan of shardLeases', () => {
  it('should give quotas that are equal up to one, and that are the number of shards together', () => {
    const identities = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(identities, fc.integer({ min: 1, max: 40 }), (members, of) => {
        const quotas = members.map((member) => quotaOf(member, members, of));
        expect(quotas.reduce((sum, quota) => sum + quota, 0)).toBe(of);
        expect(Math.max(...quotas) - Math.min(...quotas)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('should count the own process, also before the others have seen it', () => {
    expect(quotaOf('b', ['a'], 4)).toBe(2);
    expect(quotaOf('b', [], 4)).toBe(4);
  });

  it('should prefer all shards in an order that depends on the identity', () => {
    expect(preference(settings('a')).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(preference(settings('a'))).not.toEqual(preference(settings('b')));
  });

  it('should name the Lease of a process by a hash, because an identity can have any characters', () => {
    expect(memberName(settings('Pod 1/é'))).toMatch(/^shard-member-[0-9a-f]{16}$/);
  });
});
