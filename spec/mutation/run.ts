/**
 * Mutation testing of `src/`, room by room: `npm run mutation`; `-- --help` has its options. What did not change since the
 * last run is not tried again.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Equivalent, percent, type Report, resultOf, type Score } from './score.ts';
import { flag, oneOf, scriptOptions } from '../support/script-options.ts';

/** `apiserver` has its differential with the real server; a terminal is looked at. */
const rooms: readonly string[] = [
  ...['objects', 'source', 'reflector', 'queue', 'store', 'delivery', 'informer', 'views'],
  ...['fetch', 'client-node', 'kinds', 'recording', 'testing', 'yaml', 'cli'],
];

/**
 * Files with loops over bytes. Stryker puts a switch at each mutation, and in these loops the switches make the specs of the whole
 * room twenty times slower. So each of these files is mutated apart, with its own spec.
 */
const loops: Readonly<Record<string, readonly string[]>> = {
  source: ['machine/json-scan', 'machine/size-guard'],
};

/** Least scores, in percent. */
const floors = { room: 85, operators: 80 };

const given = scriptOptions({
  usage: `
npm run mutation -- [ROOM …] [--survivors]

Changes the sources of rooms, one place at a time, and runs those specs of the room that reach the place. Ends with
code 0 when the specs find at least ${floors.room} % of the mutations of each room, and ${floors.operators} % of those in files that
import RxJS; with 1 when not; with 2 when it was called wrongly.

  ROOM          one of ${rooms.join(', ')}; all by default
  --survivors   prints each mutation that no spec finds
`,
  options: { room: oneOf(rooms), survivors: flag },
  positional: 'room',
});
const equivalents = JSON.parse(
  readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'),
) as readonly Equivalent[];
const folder = fileURLToPath(new URL('../../build/mutation/', import.meta.url));
mkdirSync(folder, { recursive: true });

let failed = 0;
for (const room of given.room.length === 0 ? rooms : given.room) {
  const report = mutate(room);
  if (report === undefined) {
    console.log(`FAILED  ${room}: Stryker gave no report`);
    failed++;
    continue;
  }
  const { room: whole, operators, survivors, equivalent } = resultOf(report, equivalents);
  const isEnough = whole.all > 0 && percent(whole) >= floors.room && percent(operators) >= floors.operators;
  if (!isEnough) failed++;
  console.log(
    `${isEnough ? 'ok    ' : 'FAILED'}  ${room}: ${shown(whole)}, in operator files ${shown(operators)}, ${equivalent} equivalent`,
  );
  if (given.survivors.length > 0) {
    for (const { file, line, text, replacement } of survivors)
      console.log(`  ${file}:${line}: ${text}\n    ${replacement.replaceAll(/\s+/g, ' ')}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;

/** Stryker's report of a room; `undefined` where it made none. */
function mutate(room: string): Report | undefined {
  const apart = loops[room] ?? [];
  const places = [`src/${room}/**/*.ts`, '!src/**/index.ts', '!src/**/generated/**', '!src/cli/live/**'];
  const reports = [
    reportOf(
      room,
      [...places, ...apart.map((file) => `!src/${room}/${file}.ts`)],
      `spec/${room}/**/*.spec.ts`,
    ),
    ...apart.map((file) =>
      reportOf(`${room}-${basename(file)}`, [`src/${room}/${file}.ts`], `spec/${room}/${file}.spec.ts`),
    ),
  ];
  const files = Object.assign({}, ...reports.map((report) => report?.files)) as Report['files'];
  return reports.includes(undefined) ? undefined : { files };
}

function reportOf(name: string, places: readonly string[], specs: string): Report | undefined {
  const report = `${folder}${name}.json`;
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      ...['--mutate', places.join(',')],
      ...['--incrementalFile', report],
    ],
    { stdio: ['ignore', process.stderr, process.stderr], env: { ...process.env, MUTATION_SPECS: specs } },
  );
  return status === 0 ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined;
}

function shown(score: Score): string {
  return `${percent(score).toFixed(1)} % of ${score.all}`;
}
