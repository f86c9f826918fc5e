/**
 * Runs all parts of CI, and prints the duration of each part. The last line is "N passed, N failed".
 *
 * A part fails if it has fewer tests than its minimum in .ci/floors.json. If a tool is missing on this computer, the
 * part does not run and counts as failed. With ALLOW_NOT_RUN=1, the part is only reported as "not run".
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const commands = [...readFileSync('README.md', 'utf8').matchAll(/^npm ci && npm (?:start|test)$/gm)].map(
  ([line]) => line,
);
if (commands.length !== 2) throw new Error(`README.md has ${commands.length} set-up commands, not 2`);

const has = (command) => spawnSync(command, ['version'], { stdio: 'ignore' }).status === 0;
const assets = process.env.KUBE_ASSETS ?? join(homedir(), '.cache/rx-informer/kube-assets');
const realServer = process.env.KUBEBUILDER_ASSETS !== undefined || existsSync(assets) || has('go');

const floors = JSON.parse(readFileSync('.ci/floors.json', 'utf8'));
const mayNotRun = process.env.ALLOW_NOT_RUN === '1';

// The packed library is also tested in Chromium. On Debian, this script installs a missing Chromium if the user is
// root.
if (!existsSync('/usr/bin/chromium') && existsSync('/usr/bin/apt-get') && userInfo().uid === 0) {
  spawnSync('bash', ['-c', 'apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The exit code of a suite whose tool is missing (see spec/support/close-run.ts). */
const notRunCode = 77;
const onRealServer = (command) =>
  realServer
    ? command
    : `echo 'not run: no kube-apiserver is installed, and no Go to build it'; exit ${notRunCode}`;

const parts = [
  ['main job, as the README says', `node .ci/main-job.js '${commands[0]}'`],
  ['tests, as the README says', commands[1]],
  ['check', 'npm run check'],
  ['slow tests', 'npm run suite -- slow'],
  ['model', 'npm run suite -- model'],
  ['planted bugs', 'npm run suite -- mutants'],
  ['soak', 'npm run suite -- soak'],
  ['hostile servers', 'npm run suite -- security'],
  ['golden traces', 'npm run golden'],
  ['examples', 'npm run examples'],
  ['transports under Node 20, 22 and 24', 'npm run suite -- nodes'],
  ['faults', 'npm run suite -- faults --check'],
  ['conformance, the embedded server', 'npm run suite -- conformance'],
  ['chaos on real sockets', 'npm run suite -- chaos'],
  ['packed package', 'npm run packed'],
  ['documentation site', 'npm run docs && npm run suite -- site'],
  ['bench, quick', 'npm run --silent build && npm run bench -- --quick --report build/bench.json'],
  ['from the checkout under the Node of this machine', `node .ci/main-job.js 'node dist/cli/main.js demo'`],
  ['real server', onRealServer('npm run suite -- kube')],
  ['conformance, a real kube-apiserver', onRealServer('npm run suite -- conformance --kube')],
  ['applies, beside the real server', onRealServer('npm run differential')],
  ['invalid objects, beside the real server', onRealServer('npm run suite -- invalid-objects')],
  ['kubectl, on both servers', 'npm run suite -- kubectl'],
  ['types of public custom resources', 'npm run suite -- crds'],
  ['client-go on the embedded server', 'npm run suite -- client-go'],
];
for (const [name] of parts) if (floors[name] === undefined) throw new Error(`.ci/floors.json lacks: ${name}`);

/**
 * Matches the line with the numbers of passed and failed tests. A part that counts its tests prints this line at its
 * end. A part without this line counts as one test.
 */
const closing = /^(\d+) passed, (\d+) failed$/gm;

const rows = [];
for (const [name, command] of parts) {
  console.log(`\n=== ${name}: ${command}`);
  const start = Date.now();
  const { code, output } = await run(command);
  const seconds = Math.round((Date.now() - start) / 1000);
  rows.push({ name, seconds, output, ...outcomeOf(name, code, output) });
}

for (const { name, output, failed } of rows) {
  if (failed > 0) console.log(`\n=== failed in ${name}\n${failuresIn(output).join('\n')}`);
}
console.log('');
for (const { name, seconds, passed, failed, problem } of rows) {
  const problems = [failed > 0 && `${failed} FAILED`, problem].filter(Boolean);
  console.log(`${String(seconds).padStart(5)} s  ${[`${name}: ${passed} passed`, ...problems].join(', ')}`);
}

/**
 * Returns the numbers of passed and failed tests of a part. Also returns a problem if the part did not run, or if it
 * had fewer tests than its minimum.
 */
function outcomeOf(name, code, output) {
  if (code === notRunCode) return { passed: 0, failed: mayNotRun ? 0 : 1, problem: 'not run' };
  const counted = [...output.matchAll(closing)].at(-1);
  const [passed, failed] = counted ? [Number(counted[1]), Number(counted[2])] : [code === 0 ? 1 : 0, 0];
  if (code !== 0 || failed > 0) return { passed, failed: Math.max(failed, 1) };
  if (passed >= floors[name]) return { passed, failed };
  return { passed, failed: 1, problem: `fewer cases than ${floors[name]}, the floor in .ci/floors.json` };
}

/**
 * Returns the names of the failed specs, as Jest prints them. For other parts, returns the last ten lines of the
 * output.
 */
function failuresIn(output) {
  const lines = output.split('\n');
  const names = [...new Set(lines.filter((line) => /^ {2}● .* › /.test(line)))];
  return names.length === 0 ? lines.slice(-10) : names.slice(0, 20);
}

const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;

/** Runs a command. Prints its output, and also returns the output. */
function run(command) {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', `{ ${command}; } 2>&1`], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}
