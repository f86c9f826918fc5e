import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { hostileRequest, type HostileRequest } from './server-requests.ts';

export const serverBodies = 'fuzz: bodies for the embedded server';

/** The longest time in ms that one request may block the event loop of the embedded server. */
export const maxBlocked = 500;

/** Limit for the memory of the server process in MB. The limit includes code and buffers outside the heap. */
export const maxMemory = 1_000;

interface Measured {
  readonly blocked: number;
  readonly memory: number;
}

/**
 * Sends hostile bodies and queries to the embedded server, which runs in a child process. The server must not crash,
 * must not exceed its memory limit, and must not block other clients.
 *
 * @param only - the number of the only round to run
 * @returns whether all rounds passed
 */
export async function fuzzServerBodies(seed: number, milliseconds: number, only?: number): Promise<boolean> {
  let child: ChildProcess | undefined;
  let url = '';
  const end = Date.now() + milliseconds;
  let [done, failed, worst, memory] = [0, 0, 0, 0];
  while (done === 0 || (only === undefined && Date.now() < end)) {
    if (child === undefined) ({ child, url } = await embeddedServer());
    const round = only ?? done;
    done++;
    const hostile = hostileRequest(seed, round);
    const code = await sent(url, hostile);
    const found = child.exitCode === null && child.signalCode === null ? await measured(child) : undefined;
    worst = Math.max(worst, found?.blocked ?? 0);
    memory = Math.max(memory, found?.memory ?? 0);
    const why =
      found === undefined
        ? 'the server died'
        : found.blocked > maxBlocked
          ? `the server answered no other request for ${found.blocked} ms`
          : found.memory > maxMemory
            ? `the server has ${found.memory} MB`
            : undefined;
    if (why !== undefined) {
      failed++;
      const { name, method, path, body } = hostile;
      console.log(`FAILED  ${name}: ${method} ${path.slice(0, 80)}, ${body.length} bytes, ${code}: ${why}`);
      console.log(
        `        again: npm run suite -- security --only '${serverBodies}' --seed ${seed} --round ${round}`,
      );
    }
    if (found === undefined || found.memory > maxMemory) {
      child.kill('SIGKILL');
      child = undefined;
    } else await cleared(url, hostile);
  }
  child?.kill('SIGKILL');
  const most = `at most ${worst} ms (of ${maxBlocked}) and ${memory} MB (of ${maxMemory})`;
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'}  ${serverBodies}, seed ${seed}: ${done} requests, ${most}`,
  );
  return failed === 0;
}

/** Starts the embedded server in a child process. Resolves when the server listens. */
export async function embeddedServer(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const program = fileURLToPath(new URL('embedded-server.ts', import.meta.url));
  const options = { execArgv: ['--conditions=rx-informer:source', '--max-old-space-size=512'] };
  const child = fork(program, [], options);
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  await measured(child);
  return { child, url };
}

/** Asks the server process for its measurements. Resolves with `undefined` if the process dies before it answers. */
export async function measured(child: ChildProcess): Promise<Measured | undefined> {
  const settled = new AbortController();
  const { signal } = settled;
  const answer = once(child, 'message', { signal }) as Promise<[Measured]>;
  const gone = once(child, 'exit', { signal }).then(() => undefined);
  child.send('measure', () => undefined);
  try {
    return (await Promise.race([answer, gone]))?.[0];
  } finally {
    settled.abort();
    await Promise.allSettled([answer, gone]);
  }
}

/** Sends a request. Resolves with the status. Resolves with 0 if the server does not answer. */
export function sent(
  url: string,
  { method, path, type, body, accept }: HostileRequest & { readonly accept?: string },
): Promise<number> {
  return new Promise((resolve) => {
    const ofBody = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const headers = { ...(body.length === 0 ? {} : ofBody), ...(accept === undefined ? {} : { accept }) };
    const outgoing = request(url + path, { method, headers, agent: false });
    outgoing.once('error', () => resolve(0));
    outgoing.once('response', (incoming) => {
      incoming.on('error', () => resolve(0)).resume();
      incoming.once('end', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.end(body);
  });
}

/** Deletes the objects that a hostile request has created, and restores the objects that it has changed. */
async function cleared(url: string, { name, path }: HostileRequest): Promise<void> {
  const [target = ''] = path.split('?', 1);
  const none = { name: '', type: 'application/json', body: '' };
  const remove = (at: string): Promise<number> =>
    sent(url, { ...none, method: 'DELETE', path: `${at}?gracePeriodSeconds=0` });
  if (name === 'definition') await remove(`${target}/things.crd.example.com`);
  else if (name === 'JSON' || name === 'YAML' || name === 'protobuf') {
    await remove(`${target}/x`);
    await remove(`${target}/y`);
  } else if (name === 'apply') await remove(target);
  else if (name.includes('patch') || name.includes('merge')) {
    await remove(target);
    const body = '{"metadata":{"name":"c"}}';
    await sent(url, { ...none, method: 'POST', path: target.slice(0, target.lastIndexOf('/')), body });
  }
}
