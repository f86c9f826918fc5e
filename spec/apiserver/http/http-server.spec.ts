import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApiServer } from 'rx-informer/apiserver';
import { configMaps } from '../support/in-process-and-over-http.ts';
import { httpClient } from '../support/http-client.ts';
import { closeAll, listening, open, textOf } from '../support/listening.ts';

const path = '/api/v1/namespaces/default/configmaps';

describe('the API server over HTTP', () => {
  afterEach(closeAll);

  it('should send the headers of a watch immediately, and its body in chunks (P31)', async () => {
    const { server, url } = await listening();

    const response = await open(`${url}${path}?watch=true&resourceVersion=${server.resourceVersion}`);

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    });
    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'default' } });
    const [chunk] = (await once(response, 'data')) as [Buffer];
    expect(JSON.parse(chunk.toString())).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'x' } },
    });
    response.destroy();
  });

  it('should serve sequential requests on one connection', async () => {
    const { url } = await listening();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();

    for (const target of [
      path,
      '/healthz',
      `${path}/nope`,
      '/version',
      `${path}?watch=true&timeoutSeconds=1`,
      path,
    ]) {
      const response = await open(url + target, agent);
      ports.add(response.socket.localPort);
      await textOf(response);
    }

    expect(ports.size).toBe(1);
    agent.destroy();
  });

  it('should answer HEAD without a body (P116)', async () => {
    const { url } = await listening();

    const sent = request(url + path, { method: 'HEAD', agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];

    expect([response.statusCode, await textOf(response)]).toEqual([405, '']);
  });

  it('should refuse a body of more than 3 MiB, and accept one just below (P75)', async () => {
    const { url } = await listening();
    const client = httpClient(url);
    const bodyOf = (size: number): string => `{"metadata":{"name":"x${size}"}}${' '.repeat(size)}`;

    const large = await client.request('POST', path, { body: bodyOf(3.2 * 1024 * 1024) });
    const fitting = await client.request('POST', path, { body: bodyOf(2.9 * 1024 * 1024) });

    expect([large.code, large.body]).toMatchObject([
      413,
      { reason: 'RequestEntityTooLarge', message: 'Request entity too large: limit is 3145728' },
    ]);
    expect(fitting.code).toBe(201);
  });

  it('should accept a question mark in a query', async () => {
    const { url } = await listening();

    const { code, body } = await httpClient(url).request('GET', `${path}?labelSelector=a?b`);

    expect([code, body]).toMatchObject([400, { message: expect.stringContaining('a?b') }]);
  });

  it('should survive a client that disconnects during a request', async () => {
    const { server, url } = await listening();
    const gone = await open(`${url}${path}?watch=true`);
    gone.destroy();
    const half = connect(Number(new URL(url).port), '127.0.0.1');
    half.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"metadata`);
    await once(half, 'connect');
    half.destroy();
    const noise = connect(Number(new URL(url).port), '127.0.0.1');
    noise.end('this is not HTTP\r\n\r\n');
    await once(noise.resume(), 'close');

    server.objects.create(configMaps, { metadata: { name: 'x', namespace: 'default' } });

    expect((await httpClient(url).request('GET', `${path}/x`)).code).toBe(200);
  });

  it('should answer 500 when a callback throws, and continue', async () => {
    let throws = true;
    const { url } = await listening({
      authorize: () => {
        if (throws) throw new Error('s3cret');
        return true;
      },
    });

    const { code, body } = await httpClient(url).request('GET', path);
    throws = false;

    expect([code, body]).toMatchObject([500, { kind: 'Status' }]);
    expect(JSON.stringify(body)).not.toContain('s3cret');
    expect((await httpClient(url).request('GET', path)).code).toBe(200);
  });

  it('should end watches regularly and refuse new requests when it is closed', async () => {
    const { server, url } = await listening();
    const response = await open(`${url}${path}?watch=true&resourceVersion=${server.resourceVersion}`);

    const text = textOf(response);
    await server.close();

    expect(await text).toBe('');
    expect(response.complete).toBe(true);
    await expect(httpClient(url).request('GET', path)).rejects.toThrow('ECONNREFUSED');
  });

  it('should report that a port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;

    await expect(createApiServer().listen({ port })).rejects.toThrow('EADDRINUSE');
    taken.close();
  });

  it('should listen on more than one address', async () => {
    const { server, url } = await listening();
    const other = await server.listen({ host: 'localhost' });

    expect(other.url).toMatch(/^http:\/\/localhost:\d+$/);
    for (const address of [url, other.url]) {
      expect((await httpClient(address).request('GET', '/healthz')).code).toBe(200);
    }
  });
});
