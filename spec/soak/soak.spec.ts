import { describe, expect, it } from '@jest/globals';
import { judge } from './judge.ts';
import { soak, type SoakPlan } from './soak.ts';

describe('a soak', () => {
  it.each([1, 2])(
    'should lose and repeat no change, and leave nothing open (G1, G2, G4, G5, G6, G12, G15, G17): seed %d',
    (seed) => {
      const plan: SoakPlan = { days: 1, changes: 10_000, keys: 600, seed };

      const result = soak(plan);

      expect(judge(result, plan).filter(({ holds }) => !holds)).toEqual([]);
      // Checks that the simulated day had all kinds of failures.
      expect([...result.failures.keys()].sort()).toEqual([
        'expired',
        'transient',
        'unauthorized',
        'unsupported',
      ]);
      expect(result.server.lists).toBeGreaterThan(5);
      expect(result.server.watches).toBeGreaterThan(100);
    },
  );

  it('should find a change that no subscriber received', () => {
    const plan: SoakPlan = { days: 1, changes: 500, keys: 20, seed: 3 };
    const result = soak(plan);
    const [name = ''] = result.handler.content.keys();
    result.handler.content.delete(name);
    result.ledger.expected.deleted++;

    const found = judge(result, plan).filter(({ holds }) => !holds);
    expect(found.map(({ what }) => what)).toEqual([
      'the handler has the last states (G4)',
      'each change once (G5, G12)',
      'each handler call',
      'each change emitted or counted as conflated (G4)',
    ]);
  });
});
