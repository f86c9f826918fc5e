/**
 * `npm run suite -- client-go`: runs a Go program with the real client-go (`main.go`). The program connects to the
 * embedded API server over HTTPS, once with streaming lists and once without them. With `--kube`, the program connects
 * to a real kube-apiserver.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type StartedApiServer, startApiServer } from 'rx-informer/apiserver';
import { down, up } from '../../kube/kube.mjs';
import { closeNotRun, closeRun } from '../../support/close-run.ts';

/** A kubeconfig for an API server, and a function that stops the server. */
interface Started {
  readonly kubeConfig: string;
  readonly embedded?: StartedApiServer;
  readonly stop: () => Promise<void>;
}

const here = fileURLToPath(new URL('.', import.meta.url));

if (spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0) await main();
else closeNotRun('Go is not installed');

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'rx-informer-client-go-'));
  try {
    const binary = join(directory, 'client-go');
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    execFileSync('go', ['build', '-o', binary, '.'], { cwd: here, env, stdio: ['ignore', 2, 2] });
    const server = await started(directory);
    try {
      await checkAll(binary, server);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function started(directory: string): Promise<Started> {
  if (process.argv.includes('--kube')) {
    const cluster = await up();
    return { kubeConfig: cluster.kubeconfig, stop: () => down(cluster) };
  }
  const embedded = await startApiServer({ tokens: { token: 'admin' }, tls: true });
  const kubeConfig = join(directory, 'kubeconfig');
  writeFileSync(kubeConfig, embedded.kubeConfig());
  return { kubeConfig, embedded, stop: () => embedded.close() };
}

async function checkAll(binary: string, { kubeConfig, embedded }: Started): Promise<void> {
  let [passed, failed] = [0, 0];
  for (const streaming of [true, false]) {
    const namespace = `client-go-${streaming ? 'streaming' : 'listing'}`;
    const env = { ...process.env, KUBECONFIG: kubeConfig, KUBE_FEATURE_WatchListClient: `${streaming}` };
    const lines = (await outputOf(binary, namespace, env))
      .split('\n')
      .filter((line) => /^(?:not )?ok /.test(line));
    const received = [...lines, ...(embedded === undefined ? [] : [asAsked(embedded, namespace, streaming)])];
    for (const line of received) console.log(`${streaming ? 'streamed lists' : 'pages'}: ${line}`);
    passed += received.filter((line) => line.startsWith('ok ')).length;
    failed += received.filter((line) => line.startsWith('not ok ')).length + (lines.length === 6 ? 0 : 1);
  }
  closeRun(passed, failed);
}

function outputOf(binary: string, namespace: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(binary, [namespace], { env, stdio: ['ignore', 'pipe', 'inherit'], timeout: 90_000 });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

/**
 * Checks the recorded requests. If `streaming` is true, client-go must have used a streaming list. Otherwise it must
 * not have used one.
 */
function asAsked({ requests }: StartedApiServer, namespace: string, streaming: boolean): string {
  const ofPods = requests.filter(({ path }) => path === `/api/v1/namespaces/${namespace}/pods`);
  const streamed = ofPods.some(({ query }) => query['sendInitialEvents'] === 'true');
  const what = `the pods came ${streaming ? 'as a stream' : 'as a list'}`;
  return ofPods.length > 0 && streamed === streaming
    ? `ok ${what}`
    : `not ok ${what}: ${JSON.stringify(ofPods.map(({ query }) => query))}`;
}
