/**
 * Compares the costs of the library with their limits: `npm run bench:gate`. `npm run bench:gate -- --help` explains
 * the rules.
 */
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { scriptOptions } from '../support/script-options.ts';
import { runScenario } from './driver/run-scenario.ts';
import type { Scenario } from './driver/scenario.ts';
import { summaries, type Summary } from './driver/summary.ts';
import { tableOf } from './driver/table.ts';
import { gated, gateRounds } from './gate/gated.ts';
import { decided, judge, type Verdict } from './gate/judge.ts';
import { readMarks } from './gate/marks.ts';

scriptOptions({
  usage: `
npm run bench:gate

Measures a short set of scenarios and the floor, and compares the medians with the marks in spec/bench/marks.json. Each
comparison allows for the noise of the run. A scenario that breaks a mark is measured and judged twice more, and two of
the three judgements decide. A mark that is known to be missed is printed as missed; it is broken when its figure has
become worse. The machine must be quiet: a figure whose noise is above 15 % of its mark breaks the mark. Ends with code
0 if no mark is broken, 1 if a mark is broken, 2 for a wrong command line.
`,
  options: {},
});

// The package is built here, because some scenarios measure the built package. The build comes after the options are
// read, because `--help` needs no build.
execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 2, 2] });

const marks = readMarks();
const first = await judgementOf(gated);
const broken = new Set(first.filter(({ outcome }) => outcome === 'broken').map(({ scenario }) => scenario));
const judgements = [first];
while (broken.size > 0 && judgements.length < 3) {
  process.stderr.write(`once more: ${[...broken].join(', ')}\n`);
  const again = await judgementOf(gated.filter(({ name }) => broken.has(name)));
  judgements.push(
    first.map((verdict, nth) => (broken.has(verdict.scenario) ? (again[nth] ?? verdict) : verdict)),
  );
}

const verdicts = decided(judgements);
for (const { outcome, scenario, text } of verdicts) console.log(`${outcome.padEnd(6)}  ${scenario}, ${text}`);
const count = (wanted: Verdict['outcome']): number =>
  verdicts.filter(({ outcome }) => outcome === wanted).length;
console.log(`${count('missed')} marks missed`);
console.log(`${count('kept')} passed, ${count('broken')} failed`);
process.exitCode = count('broken') > 0 || verdicts.length === 0 ? 1 : 0;

/** Runs the scenarios, prints their tables, and compares the measurements with all limits. */
async function judgementOf(scenarios: readonly Scenario[]): Promise<readonly Verdict[]> {
  const measured: Record<string, readonly Summary[]> = {};
  for (const scenario of scenarios) {
    const result = await runScenario(scenario, gateRounds, (line) => void process.stderr.write(`${line}\n`));
    console.log(`${tableOf(result)}\n`);
    measured[scenario.name] = summaries(result);
  }
  return judge(marks, measured);
}
