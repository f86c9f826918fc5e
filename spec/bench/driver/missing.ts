import type { ScenarioResult } from './run-scenario.ts';

/** Returns the contenders that did not run in some round. Leaves out contenders that need an installation or Go. */
export function missing(results: readonly ScenarioResult[]): readonly string[] {
  return results.flatMap(({ scenario, outcomes }) =>
    outcomes
      .filter(({ name, notRun }) => notRun !== undefined && !isOther(name))
      .map(({ name, notRun = '' }) => `${scenario.name}, ${name}: ${notRun}`),
  );
}

const isOther = (name: string): boolean => /^(peer: |client-go, )|, peer$/.test(name);
