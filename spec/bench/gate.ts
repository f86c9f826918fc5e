/**
 * Whether the library has become dearer beside the floor: `npm run bench:gate`; `-- --help` has its options.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { flag, scriptOptions } from '../support/script-options.ts';
import { runScenario, type ScenarioResult } from './driver/run-scenario.ts';
import type { Scenario } from './driver/scenario.ts';
import { summaries } from './driver/summary.ts';
import { tableOf } from './driver/table.ts';
import { gated, gateRounds } from './gate/gated.ts';
import { judge, type Measured, type Verdict } from './gate/judge.ts';
import { readKept, writeKept } from './gate/kept.ts';
import { ratiosToKeep } from './gate/to-keep.ts';

const given = scriptOptions({
  usage: `
npm run bench:gate -- [--write]

Measures a short set beside the floor in the same run, and compares the ratios with those in
spec/bench/ratios.json: each may be worse by the noise stated there, those with a mark have to keep that,
and figures of bytes their bars. What fails is measured again before it counts. Ends with code 0 when all is kept, 1 when
something is worse, 2 when it was called wrongly.

  --write   keeps the ratios of this run, of twice the rounds, with the noise that it had; refused where
            that is above 0.15
`,
  options: { write: flag },
});

// Part of it is measured as it is published. Not before the options are read: who asks for help waits for no build.
execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 2, 2] });

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const kept = readKept();

async function run(scenarios: readonly Scenario[], rounds: number): Promise<readonly ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for (const scenario of scenarios) results.push(await runScenario(scenario, rounds, say));
  return results;
}
const measured = (results: readonly ScenarioResult[]): Measured =>
  Object.fromEntries(results.map((result) => [result.scenario.name, summaries(result)]));
const failures = (verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.filter(({ passed }) => !passed);

if (given.write.length > 0) {
  const results = await run(gated, 2 * gateRounds);
  for (const result of results) console.log(`${tableOf(result)}\n`);
  writeKept({ ...kept, ratios: ratiosToKeep(measured(results), gateRounds, kept.marks) });
} else {
  let results = await run(gated, gateRounds);
  const dubious = new Set(failures(judge(kept, measured(results))).map(({ scenario }) => scenario));
  if (dubious.size > 0) {
    say(`once more: ${[...dubious].join(', ')}`);
    const again = await run(
      gated.filter(({ name }) => dubious.has(name)),
      gateRounds,
    );
    results = results.map((result) => joined(result, again));
  }
  for (const result of results) console.log(`${tableOf(result)}\n`);
  const verdicts = judge(kept, measured(results));
  for (const { passed, text } of verdicts) console.log(`${passed ? 'ok    ' : 'FAILED'}  ${text}`);
  const failed = failures(verdicts).length;
  console.log(`${verdicts.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || verdicts.length === 0 ? 1 : 0;
}

/** The rounds of two runs of a scenario; who ran at last was run. */
function joined(result: ScenarioResult, again: readonly ScenarioResult[]): ScenarioResult {
  const more = again.find(({ scenario }) => scenario === result.scenario);
  if (more === undefined) return result;
  return {
    ...result,
    outcomes: more.outcomes.map((outcome, nth) => ({
      ...outcome,
      rounds: [...(result.outcomes[nth]?.rounds ?? []), ...outcome.rounds],
    })),
  };
}
