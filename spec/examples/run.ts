/**
 * Runs each example as a person would, against an embedded API server with a live workload, until it has printed what
 * is expected of it; then Ctrl-C. Closes with "N passed, N failed".
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createApiServer } from 'rx-informer/apiserver';
import { simulateWorkload } from '../../src/cli/demo/simulate-workload.ts';

/** What each has to print. */
const expected: Readonly<Record<string, readonly RegExp[]>> = {
  'embedded-api-server.ts': [
    /^added default\/colors .*\(watch\)$/m,
    /^deleted default\/colors/m,
    /^and now: watching/m,
  ],
  'index-over-http.ts': [/^apps: /m, /^\S+ 200 \["/m],
  'list-and-watch.ts': [/^page of 2, \d+ to come/m, /^\d+ pods at version \d+$/m, /^MODIFIED /m],
  'make-informer.ts': [/^Added: /m, /^\d+ pods cached$/m, /^Updated: /m, /^Deleted: /m],
  'operator-between.ts': [/^added \S+ /m, /^updated \S+ /m],
  'restart-detector.ts': [/restarted, \d+ times by now$/m],
  'watch-dog.ts': [/^OnAdd: \S+ was here$/m, /^OnUpdate: /m, /handled; \d+ in the store/m],
};
const patience = 60_000;

const server = createApiServer({ tokens: { example: 'system:admin' } });
await server.listen();
const workload = simulateWorkload(server, { speed: 4 }).subscribe();
const home = mkdtempSync(join(tmpdir(), 'rx-informer-examples-'));
writeFileSync(join(home, 'config'), server.kubeConfig());

let [passed, failed] = [0, 0];
for (const file of readdirSync('examples').filter((name) => name.endsWith('.ts'))) {
  const wanted = expected[file];
  const missing =
    wanted === undefined ? ['nothing is expected of it in spec/examples/run.ts'] : await run(file, wanted);
  if (missing.length === 0) passed++;
  else failed++;
  console.log(
    `${missing.length === 0 ? 'ok    ' : 'FAILED'} ${file}${missing.map((line) => `\n       ${line}`).join('')}`,
  );
}

workload.unsubscribe();
await server.close();
rmSync(home, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What was wrong with one run, in lines. */
async function run(file: string, wanted: readonly RegExp[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['--conditions=rx-informer:source', join('examples', file)], {
    env: { ...process.env, KUBECONFIG: join(home, 'config'), QUIET: '200' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const missing = (): string[] =>
    wanted.filter((line) => !line.test(output)).map((line) => `not printed: ${line.source}`);
  const impatience = setTimeout(() => child.kill('SIGKILL'), patience);
  let interrupted = false;
  const heard = (text: string): void => {
    output += text;
    if (interrupted || missing().length > 0) return;
    interrupted = true;
    child.kill('SIGINT');
  };
  child.stdout.setEncoding('utf8').on('data', heard);
  child.stderr.setEncoding('utf8').on('data', heard);

  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('exit', (...how) => resolve(how));
  });
  clearTimeout(impatience);
  const wrong = missing();
  // What ends by itself may be gone before it is interrupted, or be interrupted at its last line.
  if (code !== 0 && !(file === 'embedded-api-server.ts' && signal === 'SIGINT'))
    wrong.push(`it ended with ${signal ?? code}`);
  return wrong.length === 0 ? wrong : [...wrong, ...output.trimEnd().split('\n').slice(-5)];
}
