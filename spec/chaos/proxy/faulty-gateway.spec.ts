import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FaultyGateway, faultyGateway } from './faulty-gateway.ts';
import type { Aim, RequestFault } from './request-fault.ts';

let [server, gateway, url]: [Server | undefined, FaultyGateway | undefined, string] = [
  undefined,
  undefined,
  '',
];
let executed: string[] = [];

beforeEach(async () => {
  executed = [];
  server = createServer((request, response) => {
    executed.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"kind":"ConfigMap"}\n');
    if (request.url?.includes('watch') !== true) response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  gateway = await faultyGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  url = `http://127.0.0.1:${gateway.port}`;
});
afterEach(async () => {
  await gateway?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Sends a request. Resolves with the status and the text, or with the text `broken`. */
const ask = (method: string, path = '/x', timeout = 10_000): Promise<string> =>
  fetch(url + path, { method, signal: AbortSignal.timeout(timeout) })
    .then(
      async (response) => `${response.status} ${(await response.text()).trim()}`,
      () => 'broken',
    )
    .catch(() => 'broken');

describe('faultyGateway', () => {
  it('should pass on requests without a fault, and watches while they run', async () => {
    expect(await ask('GET')).toBe('200 {"kind":"ConfigMap"}');
    const response = await fetch(`${url}/x?watch=true`);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"kind":"ConfigMap"}\n');
    gateway?.resetWatches();
    await expect(reader?.read()).rejects.toThrow();
  });

  it.each<[RequestFault, Aim, string, string, number]>([
    [{ type: 'refuse', status: 409, reason: 'Conflict', message: 'no' }, 'write', 'PUT', '409 ', 0],
    [{ type: 'reset' }, 'write', 'POST', 'broken', 0],
    [{ type: 'hang' }, 'write', 'POST', 'broken', 0],
    [{ type: 'resetAfter' }, 'write', 'POST', 'broken', 1],
    [{ type: 'hangAfter' }, 'write', 'POST', 'broken', 1],
    [{ type: 'timeoutAfter' }, 'write', 'PATCH', '504 ', 1],
    [{ type: 'truncateAfter' }, 'write', 'DELETE', 'broken', 1],
    [{ type: 'garbleAfter' }, 'write', 'POST', '200 <html>', 1],
    [{ type: 'repeat' }, 'write', 'POST', '200 {"kind":"ConfigMap"}', 2],
    [{ type: 'refuse', status: 500, reason: 'InternalError', message: 'no' }, 'read', 'GET', '500 ', 0],
  ])('should apply %j to one %s', async (fault, aim, method, answer, times) => {
    let hits = 0;
    gateway?.arm(fault, aim, 1, () => hits++);

    expect((await ask(aim === 'write' ? 'GET' : 'POST')).slice(0, 4)).toBe('200 ');
    executed = [];
    const timeout = fault.type.startsWith('hang') ? 1_000 : 10_000;
    expect((await ask(method, '/x', timeout)).slice(0, answer.length)).toBe(answer);
    expect(executed).toHaveLength(times);
    expect(hits).toBe(1);
    expect(await ask(method)).toBe('200 {"kind":"ConfigMap"}');
  });

  it('should send an ERROR event to a watch only', async () => {
    gateway?.arm({ type: 'errorEvent', code: 410, reason: 'Expired' }, 'watch', 1, () => undefined);

    expect(await ask('GET')).toBe('200 {"kind":"ConfigMap"}');
    expect(await ask('GET', '/x?watch=true')).toMatch(/^200 \{"type":"ERROR","object":\{.*"code":410/);
  });

  it('should not apply a fault that was removed', async () => {
    gateway?.arm({ type: 'reset' }, 'write', 1, () => undefined)();

    expect(await ask('POST')).toBe('200 {"kind":"ConfigMap"}');
  });
});
