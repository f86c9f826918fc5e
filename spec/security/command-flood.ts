import { spawn } from 'node:child_process';
import type { RequestListener } from 'node:http';
import process from 'node:process';
import { aggregatedCore } from '../discovery/documents.ts';
import { startServer } from '../contract/support/http-server.ts';

export const commandFlood = 'terminal control characters for the command';

/** Number of output lines that the command has to write. */
const lines = 20;

/**
 * Limit for the CPU time that the command needs for one output line, as a multiple of the time of `plainWork()`. For
 * one output line, the command reads an object of 15 MB. For an update, the output line contains two such objects, and
 * has 90 MB.
 */
const maxWork = 1.3;

/**
 * Heap limit of the command in MB. Without a limit, V8 keeps gigabytes of garbage on a large computer, and the measured
 * memory would have no meaning.
 */
const heap = 600;

/**
 * Limit for the memory of the command in MB. The output line of an update has 90 MB. The line contains the old and the
 * new object. Each object has 7,500,000 characters, and the command writes each character as an escape of six bytes.
 */
const maxMemory = 1_200;

const emptyList = '{"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[]}';
const text = '\u009b'.repeat(7_500_000);
const event = (nth: number): string =>
  `{"type":"${nth === 0 ? 'ADDED' : 'MODIFIED'}","object":{"metadata":{"name":"a","namespace":"n","uid":"u","resourceVersion":"${nth + 2}","annotations":{"a":"${text}"}}}}\n`;

const answer: RequestListener = ({ url = '' }, response) => {
  if (url === '/api') response.end(JSON.stringify(aggregatedCore));
  else if (url === '/apis') response.end(JSON.stringify({ ...aggregatedCore, items: [] }));
  else if (url.includes('sendInitialEvents=true')) response.writeHead(400).end();
  else if (url.includes('watch=true')) for (let nth = 0; nth < lines; nth++) response.write(event(nth));
  else response.end(emptyList);
};

/**
 * Measures the CPU time of the necessary work for one output line, in seconds: read, parse, stringify, replace and
 * encode.
 */
function plainWork(): number {
  const start = process.cpuUsage();
  const object: unknown = JSON.parse(Buffer.from(JSON.stringify({ text })).toString());
  const codes = JSON.stringify({ object, old: object }).replace(
    /[\u0080-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  );
  if (Buffer.from(codes).length < 90_000_000) throw new Error('the work of the baseline is incomplete');
  return process.cpuUsage(start).user / 1_000_000;
}

const usage =
  "process.on('exit', () => { const { maxRSS, userCPUTime } = process.resourceUsage(); process.stderr.write(`${maxRSS} ${userCPUTime}\\n`); });";

/**
 * Checks that `rx-informer watch -o json` escapes the terminal control character U+009B, also in objects of 15 MB.
 *
 * @returns whether all checks passed
 */
export async function floodCommand(): Promise<boolean> {
  const plain = Math.min(plainWork(), plainWork());
  const server = await startServer(answer);
  const child = spawn(
    process.execPath,
    [
      '--conditions=rx-informer:source',
      `--max-old-space-size=${heap}`,
      `--import=data:text/javascript,${encodeURIComponent(usage)}`,
      'src/cli/main.ts',
      ...['watch', 'pods', '-A', '-o', 'json', '--server', server.address],
    ],
    {
      env: { ...process.env, HOME: '', KUBECONFIG: '', XDG_CACHE_HOME: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let [written, raw, errors] = [0, false, ''];
  let isStopped = false; // a second SIGINT would end the command before its last output
  child.stdout.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) written++;
    raw ||= chunk.includes('\u009b');
    if (written < lines || isStopped) return;
    isStopped = true;
    child.kill('SIGINT');
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  const code = await new Promise((resolve) => child.on('close', resolve));
  await server.close();

  const [maxRSS = 0, cpu = 0] = (errors.trimEnd().split('\n').at(-1) ?? '').split(' ').map(Number);
  const [memory, work] = [maxRSS / 1_024, cpu / 1_000_000 / lines / plain];
  const right = code === 0 && !raw && written === lines && memory < maxMemory && work < maxWork;
  const measured = `${Math.round(memory)} MB (of ${maxMemory}), ${work.toFixed(2)} (of ${maxWork}) of the plain work of a line (${plain.toFixed(1)} s)`;
  console.log(`${right ? 'ok    ' : 'FAILED'}  ${commandFlood}: ${written} lines, ${measured}`);
  if (!right)
    console.log(
      `        ${errors.slice(-500)}\n        again: npm run suite -- security --only '${commandFlood}'`,
    );
  return right;
}
