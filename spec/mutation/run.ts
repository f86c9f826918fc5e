/**
 * Runs mutation tests of `src/` with Stryker, one folder at a time: `npm run mutation`. `npm run mutation -- --help`
 * prints the options. Stryker skips code and specs that have not changed since the last run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import {
  type Equivalent,
  merged,
  percent,
  type Report,
  resultOf,
  type Score,
  survivingPlaces,
} from './score.ts';
import { flag, oneOf, scriptOptions } from '../support/script-options.ts';

/**
 * The tested folders of `src/`. The folder `apiserver` is missing, because `npm run differential` compares it with a
 * real server.
 */
const rooms: readonly string[] = [
  ...['objects', 'scheduling', 'source', 'reflector', 'queue', 'store', 'delivery', 'informer', 'views'],
  ...[
    'discovery',
    'client',
    'controller',
    'client-go',
    'fetch',
    'client-node',
    'kinds',
    'recording',
    'testing',
    'yaml',
    'cli',
  ],
];

/**
 * Files with loops over bytes. Stryker adds an `if` for each mutation, which makes such loops slow. All specs of the
 * folder would be twenty times slower. Therefore each of these files is tested separately, with its own spec.
 */
const loops: Readonly<Record<string, readonly string[]>> = {
  source: ['machine/json-scan', 'machine/size-guard'],
};

/**
 * Folders whose specs start servers. If all specs of the folder tested each mutation, hundreds of slow specs would run
 * for a mutation. So first, only the specs of a subfolder test the mutations of that subfolder. Then all specs of the
 * folder test the mutations that have survived.
 */
const byFolder: ReadonlySet<string> = new Set(['cli']);

/** Code that draws on the terminal. This code has no mutation test, because developers look at the drawing. */
const lookedAt: ReadonlySet<string> = new Set(['cli-live']);

/** The minimum share of found mutations in percent: of all files, and of the files that import RxJS. */
const floors = { room: 85, operators: 80 };

const given = scriptOptions({
  usage: `
npm run mutation -- [FOLDER …] [--survivors]

Changes the sources of folders of src/, one place at a time, and runs the specs of the folder that reach the place. Ends
with code 0 if the specs detect at least ${floors.room} % of the mutations of each folder, and ${floors.operators} % of the
mutations in files that import RxJS; otherwise with 1; with 2 for a wrong command line.

  FOLDER        one of ${rooms.join(', ')}; all by default
  --survivors   prints each mutation that no spec detects
`,
  options: { folder: oneOf(rooms), survivors: flag },
  positional: 'folder',
});
const equivalents = JSON.parse(
  readFileSync(new URL('equivalent.json', import.meta.url), 'utf8'),
) as readonly Equivalent[];
const folder = fileURLToPath(new URL('../../build/mutation/', import.meta.url));
mkdirSync(folder, { recursive: true });

let failed = 0;
for (const room of given.folder.length === 0 ? rooms : given.folder) {
  const report = mutate(room);
  if (report === undefined) {
    console.log(`FAILED  ${room}: Stryker wrote no report`);
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

/** The files and specs of one run of Stryker. */
interface Part {
  readonly name: string;
  readonly places: readonly string[];
  readonly specs: string;
}

function partsOf(room: string): readonly Part[] {
  if (byFolder.has(room)) {
    const folders = readdirSync(`src/${room}`, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    return [
      { name: `${room}-top`, places: [`src/${room}/*.ts`], specs: `spec/${room}/*.spec.ts` },
      ...folders.map(({ name }) => ({
        name: `${room}-${name}`,
        places: [`src/${room}/${name}/**/*.ts`],
        specs: `spec/${room}/${name}/**/*.spec.ts`,
      })),
    ].filter(({ name }) => !lookedAt.has(name));
  }
  const apart = loops[room] ?? [];
  return [
    {
      name: room,
      places: [`src/${room}/**/*.ts`, ...apart.map((file) => `!src/${room}/${file}.ts`)],
      specs: `spec/${room}/**/*.spec.ts`,
    },
    ...apart.map((file) => ({
      name: `${room}-${basename(file)}`,
      places: [`src/${room}/${file}.ts`],
      specs: `spec/${room}/${file}.spec.ts`,
    })),
  ];
}

/** Runs Stryker for a folder. Returns `undefined` if Stryker has written no report. */
function mutate(room: string): Report | undefined {
  const reports = partsOf(room).map(reportOf);
  if (reports.includes(undefined)) return undefined;
  const report: Report = { files: Object.assign({}, ...reports.map((one) => one?.files)) as Report['files'] };
  const places = byFolder.has(room) ? survivingPlaces(report, equivalents) : [];
  if (places.length === 0) return report;
  const again = reportOf({ name: `${room}-again`, places, specs: `spec/${room}/**/*.spec.ts` });
  return again && merged(report, again);
}

function reportOf({ name, places, specs }: Part): Report | undefined {
  const report = `${folder}${name}.json`;
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      'run',
      ...['--mutate', [...places, '!src/**/index.ts', '!src/**/generated/**'].join(',')],
      ...['--incrementalFile', report],
    ],
    { stdio: ['ignore', process.stderr, process.stderr], env: { ...process.env, MUTATION_SPECS: specs } },
  );
  return status === 0 ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined;
}

function shown(score: Score): string {
  return `${percent(score).toFixed(1)} % of ${score.all}`;
}
