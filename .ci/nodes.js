/**
 * Runs the specs of all transports with each Node version that the library supports, in random order. Prints the total
 * numbers: `node .ci/nodes.js [--all] [MAJOR …]`. With `--all`, the script also runs the specs of `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findNode } from './find-node.js';

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const majors = positionals.length > 0 ? positionals.map(Number) : [20, 22, 24];
const projects = ['contract', ...(values.all ? ['unit'] : [])];
const root = join(import.meta.dirname, '..');
const jest = join(root, 'node_modules/jest/bin/jest.js');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const directory = mkdtempSync(join(tmpdir(), 'rx-informer-nodes-'));
const sum = { passed: 0, failed: 0 };
let runs = 0;

try {
  for (const major of majors) {
    for (const project of projects) {
      const { passed, failed } = run(findNode(major), project);
      sum.passed += passed;
      sum.failed += failed;
    }
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;

function run(node, project) {
  const file = join(directory, `${++runs}.json`);
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  const report = ['--json', '--outputFile', file, '--silent'];
  const options = ['--selectProjects', project, ...report, '--randomize', '--seed', seed];
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`Node ${version} (${node}): ${project}, in the order of --randomize --seed ${seed}`);
  const { status } = spawnSync(node, [...flags, jest, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const outcome = outcomeIn(file);
  console.log(`Node ${version}: ${outcome.passed} passed, ${outcome.failed} failed\n`);
  // If Jest ends with an error, the run counts as failed, even if the report is missing or contains no failed test.
  return status !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

function outcomeIn(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
