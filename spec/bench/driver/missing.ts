import type { ScenarioResult } from './run-scenario.ts';

/** Who was to run everywhere, and was not in some round. Others need an installation or Go, and may be absent. */
export function missing(results: readonly ScenarioResult[]): readonly string[] {
  return results.flatMap(({ scenario, outcomes }) =>
    outcomes
      .filter(({ name, notRun }) => notRun !== undefined && !isOther(name))
      .map(({ name, notRun = '' }) => `${scenario.name}, ${name}: ${notRun}`),
  );
}

const isOther = (name: string): boolean => /^(peer: |client-go, )|, peer$/.test(name);
