/**
 * Replays recorded results of client-go: `npm run golden -- [DIR]`. By default, replays the files of this folder.
 *
 * Exits with code 1 if a test case fails, if a file cannot be read, or if there is no file.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type FileResult, replay } from './replay.ts';
import { closeRun } from '../support/close-run.ts';

/** Maximum number of printed failures for each file, and of printed lines for each failure. */
const shown = { failures: 3, lines: 4 };

const folder = process.argv[2] ?? fileURLToPath(new URL('.', import.meta.url));

let results: readonly FileResult[] = [];
try {
  results = replay(folder);
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

let passed = 0;
let recorded = 0;
let failed = 0;
for (const result of results) {
  switch (result.kind) {
    case 'not yet':
      console.log(`not yet: ${result.file} (${result.cases} cases)`);
      break;
    case 'broken':
      console.log(`error: ${result.file} is not a golden file: ${result.problem}`);
      failed++;
      break;
    case 'replayed':
      print(result);
      passed += result.passed;
      recorded += result.asRecorded;
      failed += result.failures.length;
  }
}
console.log(`${recorded} equal as recorded, ${passed - recorded} equal under a mapping`);
closeRun(passed, failed);

function print({
  file,
  passed,
  asRecorded,
  failures,
  mappings,
}: FileResult & { readonly kind: 'replayed' }): void {
  const mapped = passed - asRecorded;
  console.log(
    `${file}: ${asRecorded} of ${passed + failures.length} equal as recorded${mapped === 0 ? '' : `, ${mapped} equal under a mapping`}`,
  );
  for (const [mapping, cases] of [...mappings].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`  ${mapping}: in ${cases} case${cases === 1 ? '' : 's'}`);
  }
  for (const { name, lines } of failures.slice(0, shown.failures)) {
    console.log(`  ${name}`);
    for (const line of lines.slice(0, shown.lines)) console.log(`    ${line.replaceAll('\n', '\n  ')}`);
    if (lines.length > shown.lines) console.log(`    and ${lines.length - shown.lines} more differences`);
  }
  if (failures.length > shown.failures)
    console.log(`  and ${failures.length - shown.failures} more failed cases`);
}
