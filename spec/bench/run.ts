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

Measures what the cache of a collection costs: CPU, wall time, stalls, memory, events, delays and a relist.
Compares this library with the floor (fetch, JSON.parse and a Map) and with other libraries. Each figure is the
median of new processes, and each ratio is the median of the ratios to the floor of the same round. A contender has no
figures if its last state differs from that of the server, or if it has delivered a change twice or never. --only,
--kind and --objects can be given several times. The scenarios query (compared with a handwritten query), served joins
(a join of pods from a server) and real (a kube-apiserver over TLS, compared with the protobuf of client-go) run only if
--only names them. Ends with code 0; with 1 if the floor or a variant of this library did not run (other contenders may
be absent); with 2 for a wrong command line.

  --quick       fewer objects, events and rounds: takes less than two minutes
  --json        every figure of every run, instead of tables: npm run --silent bench -- --json
  --report FILE writes the output of --json into a file, in addition to the tables
  --profile DIR runs each process with Node's --cpu-prof, and prints the functions that took most time. The profiles
                are in DIR/SCENARIO/CONTENDER. Chrome's DevTools (Performance, Load profile) and speedscope.app show
                them as flame graphs. The measured costs are then slightly higher
  --only NAME   a scenario, or a part of the names of contenders; the floor runs, too
  --kind KIND   the collections to cache: ${resourceNames.join(', ')}; all by default
  --objects N   objects of a collection, at most 1,000,000; growth, stages, views and joins compare all sizes
  --events N    number of first events, while V8 still compiles the code, and of events at full speed after them
  --rounds N    rounds; 5 by default, 3 with --quick; a reliable figure needs at least 5
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
      if (chosen(scenariosOf(planOf(rest)), only).length === 0) return 'no scenario is left to run';
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
