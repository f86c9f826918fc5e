/**
 * `npm run suite -- kubectl`: runs unmodified kubectl with the embedded server and with a real kube-apiserver. The
 * exit code and the output of each command must be equal, except ages, uids, versions and addresses. `explained.ts`
 * lists the known differences and their reasons.
 *
 *     npm run suite -- kubectl
 *         [--kubectl PATH]…     instead of the installed kubectl and the kubectl from spec/kube/kubectl
 *         [--only SCENARIO]…
 *         [--show]              also prints the known differences
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startApiServer } from 'rx-informer/apiserver';
import { down, up } from '../../kube/kube.mjs';
import { hasRealServer, kubectls } from './binaries.ts';
import { type Comparison, compare } from './compare.ts';
import { homeAt } from './kubectl.ts';
import { scenarios } from './scenarios/index.ts';
import { closeNotRun, closeRun } from '../../support/close-run.ts';

const { values: options } = parseArgs({
  options: {
    kubectl: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    show: { type: 'boolean', default: false },
  },
});
const chosen = scenarios.filter(({ name }) => options.only?.includes(name) ?? true);
for (const name of options.only ?? []) {
  if (chosen.some((scenario) => scenario.name === name)) continue;
  throw new Error(`--only ${name}: allowed: ${scenarios.map((scenario) => scenario.name).join(', ')}`);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

let [passed, failed, allowed] = [0, 0, 0];
const binaries = hasRealServer() ? (options.kubectl ?? kubectls()) : undefined;
if (binaries === undefined) {
  closeNotRun('no kube-apiserver is installed, and no Go to build it');
} else if (binaries.length === 0) {
  closeNotRun('no kubectl is installed, and no Go to build it');
} else {
  for (const binary of binaries) await compareAll(binary);
  console.log(`${allowed} differences explained`);
  closeRun(passed, failed);
}

/**
 * Runs all scenarios with one kubectl. Each kubectl gets new servers, because the objects of two runs would conflict.
 */
async function compareAll(binary: string): Promise<void> {
  const version = execFileSync(binary, ['version', '--client'], { encoding: 'utf8' }).split('\n')[0] ?? '';
  console.log(`${binary}: ${version}`);
  const token = randomBytes(16).toString('hex');
  const cluster = await up();
  const directory = mkdtempSync(join(tmpdir(), 'rx-informer-clients-'));
  const users = {
    [token]: { user: 'admin', uid: 'admin', groups: ['system:masters'] },
    alice: { user: 'alice', uid: 'alice' },
  };
  const embedded = await startApiServer({ tokens: users, tls: true });
  try {
    const kubeConfig = readFileSync(cluster.kubeconfig, 'utf8');
    const real = homeAt(join(directory, 'real'), binary, cluster.server, kubeConfig);
    const own = homeAt(join(directory, 'own'), binary, embedded.url, embedded.kubeConfig());
    for (const scenario of chosen) {
      if (interrupted.signal.aborted) break;
      report(scenario.name, await compare(scenario, real, own));
    }
  } finally {
    await embedded.close();
    await down(cluster);
    rmSync(directory, { recursive: true });
  }
}

function report(name: string, comparisons: readonly Comparison[]): void {
  const wrong = comparisons.filter(
    ({ difference, explanation }) => (difference === undefined) !== (explanation === undefined),
  );
  const right = comparisons.length - wrong.length;
  console.log(`  ${name}: ${right} of ${comparisons.length}`);
  for (const { step, difference, explanation } of comparisons) {
    if (difference !== undefined && (explanation === undefined || options.show)) {
      console.log(`  ✗ kubectl ${step}\n${difference}`);
    }
    if (difference === undefined && explanation !== undefined) {
      console.log(
        `  ✗ kubectl ${step}\n    is equal by now, but still has an entry in the table: ${explanation}`,
      );
    }
  }
  passed += right;
  failed += wrong.length;
  allowed += comparisons.filter(
    ({ difference, explanation }) => difference !== undefined && explanation !== undefined,
  ).length;
}
