/**
 * Tests `makeInformer` of this library and `makeInformer` of client-node under faults: `npm run suite -- faults`.
 *
 *     npm run suite -- faults [--only CASE] [--contender NAME] [--markdown] [--check] [--jobs 16]
 *
 * Each library runs each test case twice: with and without the restart in the `error` callback that client-node
 * documents. Each run has a separate server and a separate process. `--markdown` writes the table into
 * docs/migrate/from-client-node.md. `--check` runs only this library. The last line is "N passed, N failed", which
 * counts the test cases of this library.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { endings } from './cases/endings.ts';
import { frames } from './cases/frames.ts';
import { programs } from './cases/programs.ts';
import { refusals } from './cases/refusals.ts';
import { contenders } from './contenders.ts';
import type { FaultCase, Outcome } from './fault-case.ts';
import { markdownTable, type Row, textTable } from './table.ts';
import { play } from './scene.ts';
import { closeRun } from '../support/close-run.ts';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    contender: { type: 'string', multiple: true },
    markdown: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '16' },
  },
});
if (given.markdown && (given.check || given.only !== undefined || given.contender !== undefined))
  throw new Error('--markdown writes the whole table: omit --check, --only and --contender');
const ours = 'rx-informer';
const cases = [...endings, ...refusals, ...frames, ...programs].filter(
  ({ name }) => given.only?.some((part) => name.includes(part)) ?? true,
);
for (const part of given.only ?? []) {
  if (!cases.some(({ name }) => name.includes(part)))
    throw new Error(`--only ${part}: no case has this text in its name`);
}
const names = Object.keys(contenders).filter((name) =>
  given.check ? name === ours : (given.contender?.some((part) => name.includes(part)) ?? true),
);

interface Job {
  readonly fault: FaultCase;
  readonly contender: string;
  readonly restart: boolean;
}
// Long test cases start first. Otherwise a long test case could run alone at the end. The order does not change the
// table.
const jobs: Job[] = cases
  .flatMap((fault) =>
    names.flatMap((contender) => [false, true].map((restart) => ({ fault, contender, restart }))),
  )
  .sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
const outcomes = new Map<string, Outcome>();
const keyOf = ({ fault, contender, restart }: Job): string => `${fault.name}|${contender}|${restart}`;

function isLong({ fault }: Job): boolean {
  return ['silent', 'quiet', 'watch 403', 'watch 404', 'error 403', 'gone, open'].includes(fault.name);
}

async function work(): Promise<void> {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    const { fault, contender, restart } = job;
    const cast = {
      contender,
      restart,
      program: fault.program ?? 'plain',
      hooks: fault.hooks?.() ?? {},
    } as const;
    const outcome = await play(cast, fault.run);
    outcomes.set(keyOf(job), outcome);
    process.stderr.write(
      `${outcome.right ? 'right' : 'wrong'}  ${fault.name}, ${contender}${restart ? ', restart' : ''}: ${outcome.text}\n`,
    );
  }
}
await Promise.all(Array.from({ length: Number(given.jobs) }, work));

const rows = cases.map((fault): Row => {
  const cell = (contender: string, restart: boolean): Outcome =>
    outcomes.get(keyOf({ fault, contender, restart })) ?? { text: '', right: false };
  return {
    title: fault.title,
    cells: names.map((contender) => ({ plain: cell(contender, false), restart: cell(contender, true) })),
  };
});
console.log(textTable(names, rows));

if (given.markdown) {
  const file = 'docs/migrate/from-client-node.md';
  const [begin, end] = ['<!-- faults: begin -->', '<!-- faults: end -->'];
  const page = readFileSync(file, 'utf8');
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (before < begin.length || after < before) throw new Error(`${file} has no markers for the table`);
  writeFileSync(file, `${page.slice(0, before)}\n\n${markdownTable(names, rows)}\n\n${page.slice(after)}`);
}

const own = [...outcomes].filter(([key]) => key.includes(`|${ours}|`)).map(([, outcome]) => outcome);
const passed = own.filter(({ right }) => right).length;
closeRun(passed, own.length - passed);
