/**
 * Runs a suite of suites.js: `npm run suite -- NAME [OPTION …]`. `--list` prints all suites. The name `check` runs all
 * suites of the group `check`. Exits with the code of the first command that fails. Exits with 2 if the arguments are
 * wrong.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { suites } from './suites.js';

const named = new Map(Object.values(suites).flatMap(Object.entries));
const [name, ...options] = process.argv.slice(2);

if (name === '--list' || name === '--help') console.log(listed());
else if (name === 'check' && options.length === 0) process.exitCode = runAll(Object.entries(suites.check));
else if (named.has(name)) process.exitCode = runOne(named.get(name), options);
else {
  console.error(`error: ${problem()}\n\n${listed()}`);
  process.exitCode = 2;
}

function runAll(entries) {
  for (const [part, suite] of entries) {
    console.log(`\n--- ${part}`);
    const code = runOne(suite, []);
    if (code !== 0) {
      console.error(`\n${part} failed; alone: npm run suite -- ${part}`);
      return code;
    }
  }
  return 0;
}

function runOne([, ...commands], given) {
  for (const [at, [program, ...words]] of commands.entries()) {
    const isLast = at === commands.length - 1;
    const { status, signal, error } = spawnSync(program, isLast ? [...words, ...given] : words, {
      stdio: 'inherit',
    });
    if (error !== undefined) console.error(`error: ${program} cannot be run: ${error.message}`);
    if (signal !== null) console.error(`error: ${program} ended by ${signal}`);
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

function problem() {
  if (name === undefined) return 'no suite is named';
  if (name === 'check') return 'check has no options; name one of its parts';
  return `there is no suite '${name}'`;
}

function listed() {
  const width = Math.max(...[...named.keys()].map(({ length }) => length));
  const groups = Object.entries(suites).map(([group, entries]) =>
    [`${group}:`, ...Object.entries(entries).map(([one, [help]]) => `  ${one.padEnd(width)}  ${help}`)].join(
      '\n',
    ),
  );
  return ['npm run suite -- NAME [OPTION …]', ...groups].join('\n\n');
}
