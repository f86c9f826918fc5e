/**
 * Writes the table of faults and states into docs/reference/faults.md:
 *
 *     node write-table.ts [--check]
 *
 * With `--check`, the script writes nothing, and fails if the page is not up to date. With or without `--check`, the
 * script fails if a combination of fault and state has no expected behaviour.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { cells } from './cells.ts';
import { missingIn, tableOf, withTable } from './table.ts';

const page = new URL('../../../docs/reference/faults.md', import.meta.url);
const there = readFileSync(page, 'utf8');
const wanted = withTable(there, tableOf(cells));
const missing = missingIn(cells);
const check = process.argv.includes('--check');
const isOutdated = check && wanted !== there;

for (const name of missing) console.error(`no cell for ${name}`);
if (isOutdated)
  console.error('docs/reference/faults.md is not what the cells say: npm run suite -- faults:table');
if (!check) writeFileSync(page, wanted);
process.exitCode = missing.length > 0 || isOutdated ? 1 : 0;
