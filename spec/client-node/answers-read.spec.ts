import { describe, expect, it } from '@jest/globals';
import type { OutgoingHttpHeaders } from 'node:http';
import { kubeConfigTransport } from 'rx-informer/client-node';
import type { Transport } from '../../src/source/index.ts';
import { failed, get, read } from '../contract/support/harness.ts';
import { startServer } from '../contract/support/http-server.ts';
import { configLike } from './support/config-like.ts';
import { closedAfterEach } from './support/temporary.ts';

const opened = closedAfterEach();

async function transportThatGets(
  code: number,
  headers: OutgoingHttpHeaders = {},
  body = '{}',
): Promise<Transport> {
  const server = await opened(startServer((_, response) => response.writeHead(code, headers).end(body)));
  return kubeConfigTransport(configLike(server.address));
}

describe('kubeConfigTransport, reading an answer', () => {
  it.each([
    ['gzip', 'gzip'],
    ['DEFLATE', 'deflate'],
    ['twenty-characters-at-', 'something else'],
    ['<br>', 'something else'],
    ['!br', 'something else'],
    ['br!', 'something else'],
  ])('should refuse an answer in the encoding %s, and show only its name', async (encoding, shown) => {
    const error = await failed(await transportThatGets(200, { 'content-encoding': encoding }));

    expect(error).toMatchObject({
      name: 'ProtocolError',
      message: `the answer came as ${shown}, which was not requested: check the proxy in between`,
    });
  });

  it('should accept 201 for a POST, and refuse 206 for a GET', async () => {
    expect(await read(await transportThatGets(201), { ...get, method: 'POST', body: '{}' })).toBe('{}');
    expect(await failed(await transportThatGets(206))).toMatchObject({ name: 'StatusError', code: 206 });
  });

  it('should report the Retry-After of the server', async () => {
    expect(await failed(await transportThatGets(429, { 'retry-after': '7' }))).toMatchObject({
      code: 429,
      retryAfterSeconds: 7,
    });
  });

  it('should refuse a web page instead of an object', async () => {
    const page = '<!DOCTYPE html><html><body>Sign in</body></html>';

    expect(await failed(await transportThatGets(200, { 'content-type': 'text/html' }, page))).toMatchObject({
      name: expect.stringMatching(/Error$/),
      message: expect.stringContaining('web page'),
    });
  });
});
