import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Front, frontOf } from './front.ts';

/**
 * A server whose response contains the method and the path of the request. For the path `/open`, the server never ends
 * the response.
 */
const echo = (): Server =>
  createServer((incoming, outgoing) => {
    outgoing.writeHead(incoming.url === '/missing' ? 404 : 200);
    if (incoming.url === '/open') outgoing.write('begun\n');
    else outgoing.end(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
  });

describe('frontOf', () => {
  let backend: Server;
  let front: Front;
  let agent: Agent;
  beforeEach(async () => {
    backend = echo();
    await once(backend.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
    front = await frontOf({ url, hides: (path) => path.startsWith('/hidden') });
    agent = new Agent({ ca: front.ca, keepAlive: true });
  });
  afterEach(async () => {
    agent.destroy();
    await front.close();
    backend.closeAllConnections();
    backend.close();
  });

  const ask = (path: string, options: RequestOptions = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const asking = request(front.url + path, { agent, ...options }, (response) => {
        text(response).then((body) => resolve(`${response.statusCode ?? 0} ${body}`), reject);
      });
      asking.once('error', reject);
      asking.end();
    });

  it('should pass requests on, and record them', async () => {
    expect(await ask('/a?b=c')).toBe('200 GET /a?b=c');
    expect(await ask('/missing', { method: 'DELETE' })).toBe('404 DELETE /missing');
    expect(front.requests).toEqual(['GET /a?b=c', 'DELETE /missing']);
  });

  it('should hide the configured paths', async () => {
    expect(await ask('/hidden/a')).toBe('404 404 page not found\n');
  });

  it('should reset open connections and refuse new ones, until it is repaired', async () => {
    await ask('/a');
    const asking = request(`${front.url}/open`, { agent });
    asking.once('error', () => undefined);
    asking.end();
    const [response] = (await once(asking, 'response')) as [NodeJS.ReadableStream];
    await once(response, 'data');
    const broken = once(response, 'error');
    front.cut();

    expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
    await expect(ask('/a')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    front.mend();
    expect(await ask('/a')).toBe('200 GET /a');
  });

  it('should hold back answers, until it is repaired', async () => {
    front.stall();
    const hanging = expect(ask('/a')).rejects.toMatchObject({ code: 'ECONNRESET' });
    while (front.requests.length === 0) await new Promise(setImmediate);
    front.mend();

    await hanging;
    expect(await ask('/b')).toBe('200 GET /b');
  });
});
