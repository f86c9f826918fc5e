import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bugs } from './controller/bugs.ts';
import { controllerChaos, replicaClients } from './controller/controller-chaos.ts';
import { embeddedSite } from './sites/embedded.ts';
import type { Site } from './sites/site.ts';

// A streaming list without an answer ends after 30 s. Therefore `patience` is longer.
const extent = { seed: 5, steps: 7, rate: 150, keys: 24, patience: 45_000 };

/** Time limit of a test in ms: longer than the faults and twice the patience, so that a failed test prints its log. */
const limit = 180_000;

let site: Site;
beforeEach(async () => void (site = await embeddedSite(replicaClients)));
afterEach(() => site.close());

describe('chaos of a controller on real sockets', () => {
  it(
    'should bring each key into its wanted state, with one run of a key at a time (G19, G20, G24, G25, G26)',
    async () => {
      const { checks, log, agreedAfter, failures } = await controllerChaos(site, extent);

      const wrong = Object.values(checks).flat();
      expect({ wrong, log: wrong.length === 0 ? [] : log }).toEqual({ wrong: [], log: [] });
      expect(agreedAfter).toBeDefined();
      expect(failures).toBeGreaterThan(0);
    },
    limit,
  );

  it.each(bugs.map((bug) => [bug.name, bug] as const))(
    'should find the bug: %s',
    async (_, bug) => {
      const { checks } = await controllerChaos(site, { ...extent, bug });

      expect(checks[bug.check]).toContainEqual(expect.stringMatching(bug.problem));
    },
    limit,
  );
});
