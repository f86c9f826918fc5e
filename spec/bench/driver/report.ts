import { availableParallelism, cpus } from 'node:os';
import process from 'node:process';
import type { ScenarioResult } from './run-scenario.ts';
import { summaries } from './summary.ts';

/** Formats results as JSON: each measurement of each round, and the summaries. */
export function reportOf(results: readonly ScenarioResult[]): object {
  return {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    scenarios: results.map((result) => {
      const { name, title, servers, floor, columns } = result.scenario;
      const rows = summaries(result).map((summary, nth) => ({
        ...summary,
        rounds: result.outcomes[nth]?.rounds ?? [],
      }));
      return { name, title, servers, floor, columns, contenders: rows };
    }),
  };
}
