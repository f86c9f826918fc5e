/**
 * Measures the time of a new process from its first line to its first request. The transport is `fetch` or
 * `client-node`, or the program does not use this library (`bare-fetch`, `bare-https`). With `cached`, the program uses
 * Node's compile cache, which an earlier run has filled:
 *
 *     node child.ts TRANSPORT [cached]
 *
 * The server is in this process and records the time of the request. Therefore the measured program does not have to
 * load code for the measurement.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { printFigures } from '../children/print-figures.ts';

const [transport = 'fetch', cached] = process.argv.slice(2);
const program = fileURLToPath(new URL('program.ts', import.meta.url));
const cache = mkdtempSync(join(tmpdir(), 'cold-start-'));

let arrived = 0n;
const server = createServer((_, response) => {
  arrived ||= process.hrtime.bigint();
  response.writeHead(500).end();
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/**
 * Runs the program. Returns times in ns: the time of its first line, and the times after it has loaded RxJS, the core
 * of this library, and the transport.
 */
async function run(): Promise<readonly bigint[]> {
  arrived = 0n;
  const env = { ...process.env, ...(cached !== undefined && { NODE_COMPILE_CACHE: cache }) };
  const { stdout } = await promisify(execFile)(process.execPath, [program, transport, address], { env });
  return stdout.split(' ').map(BigInt);
}

await run(); // compiles the code of the server, reads the files, and fills the compile cache
const [begun = 0n, rxjs = 0n, core = 0n, ready = 0n] = await run();
rmSync(cache, { recursive: true });

const milliseconds = (from: bigint, to: bigint): number => Number(to - from) / 1e6;
printFigures({
  'first request': milliseconds(begun, arrived),
  'import rxjs': milliseconds(begun, rxjs),
  'import the core': milliseconds(rxjs, core),
  'import the transport': milliseconds(core, ready),
  'from start to request': milliseconds(ready, arrived),
});
