/**
 * Plants bugs in copies of the source code, one bug in each copy: `npm run suite -- mutants [--only WORDS]`. The model
 * tests have to find each bug. If the source code no longer contains the text of a bug, the bug counts as not found,
 * and its text in `mutants.ts` must be updated.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { inParallel, runJob } from '../job.ts';
import { type Mutant, mutants } from './mutants.ts';
import { closeRun } from '../../support/close-run.ts';

/** Maximum number of runs in which a model test has to find a planted bug. */
const most = 1_500;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const lanes = availableParallelism();
const folders: string[] = [];
let passed = 0;
let failed = 0;

try {
  for (let nth = 0; nth < lanes; nth++) folders.push(copyOfSources());
  const chosen = mutants.filter(({ name }) => name.includes(values.only));
  await inParallel(chosen, lanes, async (mutant, lane) => {
    const said = await hunt(mutant, folders[lane] ?? root);
    console.log(`${said.isFound ? 'found' : 'NOT FOUND'}: ${mutant.name}: ${said.how}`);
    if (said.isFound) passed++;
    else failed++;
  });
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
closeRun(passed, failed);

/** Creates a temporary folder with a copy of the package. The folder links to the installed dependencies. */
function copyOfSources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rx-informer-mutant-'));
  for (const part of ['src', 'spec/model', 'spec/support', 'package.json']) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\/src\/(apiserver|cli|kinds)(\/|$)/.test(path),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function hunt(
  { file, from, to, models }: Mutant,
  folder: string,
): Promise<{ readonly isFound: boolean; readonly how: string }> {
  const path = join(folder, 'src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    return { isFound: false, how: `${file} does not contain the text exactly once: ${from}` };
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const beside = pathToFileURL(join(folder, 'spec/model/'));
  let runs = 0;
  try {
    for (const model of models) {
      const outcome = await runJob({ model, seed: 5, runs: most, isHasty: true }, beside);
      runs += outcome.runs;
      const [breach] = outcome.failure?.breaches.split('\n') ?? [];
      if (breach !== undefined) return { isFound: true, how: `by ${model} in run ${runs}: ${breach}` };
    }
    return { isFound: false, how: `in ${runs} runs of ${models.join(', ')}` };
  } catch (error) {
    return { isFound: false, how: error instanceof Error ? error.message : String(error) };
  } finally {
    writeFileSync(path, source);
  }
}
