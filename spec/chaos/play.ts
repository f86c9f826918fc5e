/**
 * Runs the chaos test against one server in this process, and prints the report:
 * `node play.ts SITE SEED CHANGES MINUTES`. SITE is the server: `embedded` or `real`. Prints each step on stderr as it
 * happens.
 */
import process from 'node:process';
import { chaos, type Report } from './chaos.ts';
import { watchers } from './informers/crowd.ts';
import { crowdApart, CrowdEnded } from './informers/crowd-handle.ts';
import { embeddedSite } from './sites/embedded.ts';
import { realSite } from './sites/real.ts';
import type { Site } from './sites/site.ts';

const [name = '', ...numbers] = process.argv.slice(2);
const [seed = 1, changes = 20_000, minutes = 1] = numbers.map(Number);

let site: Site | undefined;
process.once('SIGTERM', () => void Promise.resolve(site?.close()).finally(() => process.exit(2)));
try {
  site = await (name === 'real' ? realSite : embeddedSite)(watchers);
  const report = await chaos(site, crowdApart, {
    seed,
    changes,
    // The test with the real server has fewer steps, because a restart of that server takes seconds.
    steps: Math.round(minutes * (name === 'real' ? 26 : 40)),
    rate: changes / (minutes * 60),
    keys: 40,
    patience: 120_000,
    log: (line) => void process.stderr.write(`${line}\n`),
  });
  console.log(text(report));
} catch (error) {
  // Errors of the library are in the report. An error that arrives here is an error of the test itself, except
  // `CrowdEnded`: the process with the informers has ended.
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const whose =
    error instanceof CrowdEnded
      ? 'the process with the informers ended'
      : 'the test itself failed, not the library';
  console.log(`FAILED  ${whose}: ${message}\n0 passed, 1 failed`);
  process.stderr.write(`${stack ?? message}\n`);
  process.exitCode = 1;
} finally {
  await site?.close();
}

function text(report: Report): string {
  const { verdicts, left } = report;
  const checks = verdicts.flatMap((one) => [
    { says: `${one.name}: the store equals the server`, wrong: one.store },
    { says: `${one.name}: its handlers have the last state of each object`, wrong: one.handlers },
    {
      says: `${one.name}: no change was repeated or out of order (received ${one.received})`,
      wrong: one.contradictions,
    },
    {
      says: `${one.name}: it met faults (${one.failures})`,
      wrong: one.failures > 0 ? [] : ['it met no fault'],
    },
  ]);
  checks.push({ says: 'no socket or timer is left open', wrong: left });
  const failed = checks.filter(({ wrong }) => wrong.length > 0).length;
  process.exitCode = failed === 0 ? 0 : 1;
  const agreed =
    report.agreedAfter === undefined
      ? 'not all informers agreed with the server'
      : `all informers agreed with the server ${(report.agreedAfter / 1_000).toFixed(1)} s after the last fault`;
  const received = verdicts.reduce((sum, one) => sum + one.received, 0);
  return [
    ...checks.map(({ says, wrong }) =>
      [`${wrong.length === 0 ? 'ok  ' : 'FAIL'}  ${says}`, ...wrong].join('\n      '),
    ),
    `${report.changes} changes (${report.retries} requests repeated), received ${received} times, over ${report.connections} connections; ${agreed}`,
    `${checks.length - failed} passed, ${failed} failed`,
  ].join('\n');
}
