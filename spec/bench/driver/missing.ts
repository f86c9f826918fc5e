import type { ScenarioResult } from './run-scenario.ts';

/**
 * Returns the names of the measured programs that failed in some round. Omits programs that need Go or a separate
 * installation.
 */
export function missing(results: readonly ScenarioResult[]): readonly string[] {
  return results.flatMap(({ scenario, outcomes }) =>
    outcomes
      .filter(({ name, notRun }) => notRun !== undefined && !isOther(name))
      .map(({ name, notRun = '' }) => `${scenario.name}, ${name}: ${notRun}`),
  );
}

const isOther = (name: string): boolean => /^(peer: |client-go, )|, peer$/.test(name);
