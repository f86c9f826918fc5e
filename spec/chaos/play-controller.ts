/**
 * Runs the chaos test of a controller against one server in this process, and prints the report:
 * `node play-controller.ts SITE SEED`. SITE is the server: `embedded` or `real`. Prints each step on stderr as it happens.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { config } from 'rxjs';
import { controllerChaos, type ControllerReport, replicaClients } from './controller/controller-chaos.ts';
import { requestFaults } from './proxy/request-fault.ts';
import { embeddedSite } from './sites/embedded.ts';
import { realSite } from './sites/real.ts';
import type { Site } from './sites/site.ts';

const [name = '', seed = '1'] = process.argv.slice(2);

let site: Site | undefined;
const unhandled: string[] = [];
const onUnhandled = (error: unknown): void => void unhandled.push(String(error));
config.onUnhandledError = onUnhandled;
process.on('unhandledRejection', onUnhandled);
process.once('SIGTERM', () => void Promise.resolve(site?.close()).finally(() => process.exit(2)));
try {
  site = await (name === 'real' ? realSite : embeddedSite)(replicaClients);
  const report = await controllerChaos(site, {
    seed: Number(seed),
    steps: 1_000,
    rate: 150,
    keys: 24,
    patience: 60_000,
    report: (line) => void process.stderr.write(`${line}\n`),
  }).finally(() => site?.close());
  // The end of the server can cause errors that nothing handles. Node and RxJS report these a task later.
  await sleep(100);
  console.log(text(report));
} catch (error) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.log(`FAILED  the test itself failed, not the library: ${message}\n0 passed, 1 failed`);
  process.stderr.write(`${stack ?? message}\n`);
  process.exitCode = 1;
}
// A timer or a socket that is left would keep this process running.
setTimeout(() => {
  console.log(
    `FAILED  the process did not end: ${process.getActiveResourcesInfo().join(', ')}\n0 passed, 1 failed`,
  );
  process.exit(1);
}, 20_000).unref();

function text({ checks, hits, agreedAfter, ...report }: ControllerReport): string {
  const rows = Object.entries({
    ...checks,
    'nothing was unhandled': unhandled,
    'each fault of requests was applied': requestFaults
      .filter((fault) => !hits.has(fault.name))
      .map((fault) => `never: ${fault.name}`),
    'runs failed, and the leader changed': report.failures > 0 && report.terms > 1 ? [] : ['no'],
  });
  const failed = rows.filter(([, wrong]) => wrong.length > 0).length;
  process.exitCode = failed === 0 ? 0 : 1;
  const { changes, runs, failures, terms } = report;
  const agreed =
    agreedAfter === undefined
      ? 'never settled'
      : `settled ${(agreedAfter / 1_000).toFixed(1)} s after the last fault`;
  return [
    ...rows.map(([says, wrong]) =>
      [`${wrong.length === 0 ? 'ok  ' : 'FAIL'}  ${says}`, ...wrong].join('\n      '),
    ),
    `${changes} changes, ${runs} runs, ${failures} failed, ${terms} terms of a leader; ${agreed}`,
    `${rows.length - failed} passed, ${failed} failed`,
  ].join('\n');
}
