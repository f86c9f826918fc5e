import { afterEach, describe, expect, it } from '@jest/globals';
import { chaos } from './chaos.ts';
import { watchers } from './informers/crowd.ts';
import { crowdHere } from './informers/crowd-handle.ts';
import { embeddedSite } from './sites/embedded.ts';
import type { Site } from './sites/site.ts';

let site: Site | undefined;
afterEach(() => site?.close());

describe('chaos on real sockets', () => {
  it('should lose and repeat no change: ten informers, 1,000 changes (G1, G2, G6, G7)', async () => {
    site = await embeddedSite(watchers);
    const extent = { seed: 10, changes: 1_000, steps: 7, rate: 1_000, keys: 15, patience: 50_000 };
    const { verdicts, log, agreedAfter, changes } = await chaos(site, crowdHere, extent);

    const wrong = verdicts.filter(
      ({ store, handlers, contradictions }) => store.length + handlers.length + contradictions.length > 0,
    );
    expect({ wrong, log: wrong.length === 0 ? [] : log }).toEqual({ wrong: [], log: [] });
    expect(agreedAfter).toBeDefined();
    expect(changes).toBeGreaterThanOrEqual(1_000);
    expect(verdicts.filter(({ failures }) => failures > 0).length).toBeGreaterThan(5);
  });
});
