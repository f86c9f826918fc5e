/**
 * `npm run suite -- conformance`: checks whether an API server keeps the rules P1 to P138 of the list and watch
 * protocol.
 *
 *     npm run suite -- conformance                          the embedded server, started here
 *     npm run suite -- conformance --kube                   a real kube-apiserver, started here
 *     npm run suite -- conformance --server URL --token T [--ca FILE | --insecure] [--without NEED]…
 *     npm run suite -- conformance --only P13 [--only P21]
 *
 * A server under test needs a user `alice` with the token `alice` and without permissions. The server refuses
 * requests without a token. It allows the CORS origin `http://app.example`, but not `http://evil.example`. It has
 * compacted the resourceVersions 1 and 2.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { down, up } from '../kube/kube.mjs';
import { startEmbedded } from './support/embedded.ts';
import { explanations } from './support/explained.ts';
import { type Need, type Target, targetVariable } from './support/target.ts';

/** An API server under test, and a function that stops the server. */
interface Started {
  readonly target: Omit<Target, 'directory' | 'limitedToken'>;
  readonly stop: () => Promise<void> | void;
}

const { values: options } = parseArgs({
  options: {
    server: { type: 'string' },
    token: { type: 'string' },
    ca: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    kube: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const without = options.without.map(needOf);
const only = options.only.map(numberOf);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const { target, stop } = await started();
const directory = mkdtempSync(join(tmpdir(), 'rx-informer-conformance-'));
try {
  process.exitCode = await jest({ ...target, limitedToken: 'alice', directory });
} finally {
  await stop();
  rmSync(directory, { recursive: true });
}

async function started(): Promise<Started> {
  const { server, token, ca, insecure } = options;
  if (options.kube) {
    const cluster = await up();
    const { caFile } = cluster;
    const lacks: readonly Need[] = ['garbage-collector', 'namespace-controller'];
    return {
      target: { server: cluster.server, token: cluster.token, ca: caFile, insecure: false, without: lacks },
      stop: () => down(cluster),
    };
  }
  if (server !== undefined) {
    if (token === undefined) throw new Error('--server needs --token, the token of a user with all rights');
    const target = { server: server.replace(/\/+$/, ''), token, insecure, without };
    return { target: { ...target, ...(ca === undefined ? {} : { ca }) }, stop: () => undefined };
  }
  const admin = token ?? randomBytes(16).toString('hex');
  const embedded = await startEmbedded(admin);
  return {
    target: { server: embedded.server, token: admin, insecure, without },
    stop: () => embedded.stop(),
  };
}

function jest(on: Target): Promise<number> {
  const words = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const checks = ['node_modules/jest/bin/jest.js', '--selectProjects', 'conformance'];
  // All checks of a file run at the same time, because checks mostly wait for the server.
  const flags = ['--maxConcurrency', '32', '--reporters', './spec/conformance/support/reporter.ts'];
  const named = only.length === 0 ? [] : ['-t', `\\b(${only.join('|')}):`];
  const env = { ...process.env, [targetVariable]: JSON.stringify(on) };
  const child = spawn(process.execPath, [...words, ...checks, ...flags, ...named], {
    env,
    stdio: 'inherit',
    signal: interrupted.signal,
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

function needOf(text: string): Need {
  const needs = Object.keys(explanations) as Need[];
  const found = needs.find((need) => need === text);
  if (found === undefined) throw new Error(`--without ${text}: allowed: ${needs.join(', ')}`);
  return found;
}

function numberOf(text: string): string {
  const number = Number(/^P(\d+)$/.exec(text)?.[1]);
  if (!(number >= 1 && number <= 138)) throw new Error(`--only ${text}: allowed: P1 to P138`);
  return text;
}
