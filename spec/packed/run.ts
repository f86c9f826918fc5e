/**
 * Packs the library, installs the tarball into empty folders, and uses it as users do: with client-node, without
 * client-node, and with common compilers, bundlers and test runners. The last line is "N passed, N failed".
 *
 *     npm run packed [-- --only NAME]    runs only the tools whose names contain NAME
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findNode } from '../../.ci/find-node.js';
import { closeNotRun, closeRun } from '../support/close-run.ts';
import { findChromium } from './browser.ts';
import { checkInstalled } from './installed.ts';
import { createTally } from './tally.ts';
import { angular } from './tools/angular.ts';
import { bundlers } from './tools/bundlers.ts';
import { jestTools } from './tools/jest.ts';
import { node } from './tools/node.ts';
import { runTools } from './tools/run-tools.ts';
import { otherRuntimes } from './tools/runtimes.ts';
import { testRunners } from './tools/test-runners.ts';
import type { Nodes } from './tools/tool.ts';
import { typescript } from './tools/typescript.ts';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const nodes: Nodes = { 20: findNode(20), 22: findNode(22), 24: findNode(24) };
const chromium = findChromium();
const tally = createTally();
const home = mkdtempSync(join(tmpdir(), 'rx-informer-packed-'));
try {
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', home];
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' })) as [
    { filename: string },
  ];
  const tarball = join(home, filename);
  if (only === undefined) await checkInstalled(home, tarball, nodes, chromium, tally);
  const tools = [
    angular(nodes, chromium),
    ...typescript(nodes),
    ...jestTools(nodes),
    ...testRunners(nodes),
    node(nodes),
    ...bundlers(nodes),
    ...otherRuntimes(),
  ];
  await runTools(
    tools.filter(({ name }) => only === undefined || name.includes(only)),
    home,
    tarball,
    tally,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
if (chromium === undefined)
  tally.notRun('the checks in a browser', 'no Chromium was found; set CHROMIUM to its path');
const { passed, failed, missing } = tally;
closeRun(passed, failed);
if (failed === 0 && missing.length > 0) closeNotRun(missing.join('; '));
