/**
 * Measures the costs of this library, of a minimal program without a library (the baseline program), and of other
 * libraries: `npm run bench`. `npm run bench -- --help` prints the options.
 *
 * Each run of a measured program has a separate process. The programs run in turn, and each ratio compares two runs of
 * the same round. The server runs in a separate process. It has made all response bodies before the clock starts.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { flag, oneOf, scriptOptions, textLike, wholeNumber } from '../support/script-options.ts';
import { missing } from './driver/missing.ts';
import { profileSummaries } from './driver/profiles.ts';
import { reportOf } from './driver/report.ts';
import { runScenario, type ScenarioResult } from './driver/run-scenario.ts';
import { tableOf } from './driver/table.ts';
import { resourceNames } from './resources.ts';
import { chosen, scenariosOf } from './scenarios/index.ts';
import { planOf } from './scenarios/plan.ts';

const given = scriptOptions(
  {
    usage: `
npm run bench -- [--quick] [--json] [--report FILE] [--profile DIR] [--only NAME] [--kind KIND] [--objects N]
                 [--events N] [--rounds N]

What it costs to hold a collection: CPU, wall time, stalls, memory, events, delays, a relist; ours, the
floor (fetch, JSON.parse, a Map) and other libraries. Each figure is the median of fresh processes,
each ratio the median of ratios to the floor of the same round. A contender that holds another
state than the server in the end, or hands over a change twice or never, has no figures. --only, --kind and --objects may be
given several times. The scenarios query (beside what one writes by hand) and real (a kube-apiserver over
TLS, beside client-go's protobuf) run when they are named. Ends with code 0, 1 when the floor or one of ours
was not run (others may be absent), or 2 when it was called wrongly.

  --quick       fewer objects, events and rounds: less than two minutes in all
  --json        every figure of every run, instead of tables: npm run --silent bench -- --json
  --report FILE writes what --json prints into a file, beside the tables
  --profile DIR runs each process with Node's --cpu-prof, and says where its time went. The profiles lie in
                DIR/SCENARIO/CONTENDER, and open as flame graphs in Chrome's DevTools (Performance, Load
                profile) and on speedscope.app. What is measured is then a little dearer
  --only NAME   a scenario, or a part of the names of contenders, who run beside the floor
  --kind KIND   the collections to hold: ${resourceNames.join(', ')}; all by default
  --objects N   objects of a collection, at most 1,000,000; several are also the sizes that growth and stages compare
  --events N    first events, while code is still being compiled, and as many flat out behind them
  --rounds N    rounds; at least 5 make a figure worth telling, 3 with --quick
`,
    options: {
      quick: flag,
      json: flag,
      report: textLike(/./, 'the path of a file'),
      profile: textLike(/./, 'the path of a folder'),
      only: textLike(/./, 'the name of a scenario, or a part of the name of a contender'),
      kind: oneOf(resourceNames),
      objects: wholeNumber(1, 1_000_000),
      events: wholeNumber(1),
      rounds: wholeNumber(1),
    },
  },
  ({ only, report, profile, ...rest }) => {
    try {
      if (chosen(scenariosOf(planOf(rest)), only).length === 0) return 'nothing is left to run';
      for (const path of report) {
        possible('--report', path, () => {
          mkdirSync(dirname(path), { recursive: true });
          appendFileSync(path, '');
        });
      }
      for (const path of profile) possible('--profile', path, () => mkdirSync(path, { recursive: true }));
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  },
);

const isQuick = given.quick.length > 0;
const rounds = given.rounds.at(-1) ?? (isQuick ? 3 : 5);
const profiles = given.profile.at(-1);
const results: ScenarioResult[] = [];
for (const scenario of chosen(scenariosOf(planOf(given)), given.only)) {
  const result = await runScenario(scenario, rounds, (line) => process.stderr.write(`${line}\n`), profiles);
  results.push(result);
  if (given.json.length > 0) continue;
  console.log(`${tableOf(result)}\n`);
  if (profiles !== undefined) console.log(profileSummaries(profiles, result).join(''));
}
const report = JSON.stringify(reportOf(results), null, 2);
if (given.json.length > 0) console.log(report);
else console.log('a × is the ratio to the floor of the same round, ± half of p10 to p90');
for (const path of given.report) writeFileSync(path, `${report}\n`);
const absent = missing(results);
for (const line of absent) console.error(`not run: ${line}`);
process.exitCode = absent.length > 0 ? 1 : 0;

/**
 * Checks that the file of an option can be written. The check runs before the measurements, because the measurements
 * take minutes.
 *
 * @throws Error if the file cannot be written
 */
function possible(option: string, path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Error(`${option} ${path}: ${(error as Error).message}`, { cause: error });
  }
}
