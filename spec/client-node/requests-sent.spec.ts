import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { lastValueFrom, NEVER, tap, toArray } from 'rxjs';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { failed, get, read } from '../contract/support/harness.ts';
import { startServer, until } from '../contract/support/http-server.ts';
import { configLike } from './support/config-like.ts';
import { closedAfterEach } from './support/temporary.ts';

const opened = closedAfterEach();
afterEach(() => {
  jest.useRealTimers();
});

describe('kubeConfigTransport, sending a request', () => {
  it('should request JSON, and send the headers of the request', async () => {
    const server = await opened(startServer((_, response) => response.end('{}')));
    const transport = kubeConfigTransport(configLike(server.address));

    await read(transport);
    await read(transport, { ...get, headers: { Accept: 'text/plain', 'X-Thing': 'Some' } });

    expect(server.seen.map(({ headers }) => [headers.accept, headers['x-thing']])).toEqual([
      ['application/json', undefined],
      ['text/plain', 'Some'],
    ]);
  });

  it('should send the length of a body in bytes with a DELETE, and none without a body', async () => {
    const server = await opened(startServer((request, response) => request.pipe(response)));
    const transport = kubeConfigTransport(configLike(server.address));

    expect(await read(transport, { ...get, method: 'DELETE', body: '"ä"' })).toBe('"ä"');
    await read(transport);

    expect(server.seen.map(({ headers }) => headers['content-length'])).toEqual(['4', undefined]);
    expect(server.connections()).toBe(1);
  });

  it('should call onLateAnswer when the answer begins, before any body', async () => {
    const held: ServerResponse[] = [];
    const server = await opened(startServer((_, response) => held.push(response)));
    const calls: boolean[] = [];
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setTimeout',
        'clearTimeout',
      ],
    });

    const watching = kubeConfigTransport(configLike(server.address))
      .open({ path: '/a', query: { watch: 'true' }, onLateAnswer: (answered) => calls.push(answered) })
      .subscribe();
    await until(() => held.length === 1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual([false]);
    held[0]?.flushHeaders();
    await until(() => calls.length === 2);
    watching.unsubscribe();

    expect(calls).toEqual([false, true]);
  });

  it('should continue to read until paused$ emits', async () => {
    const held: ServerResponse[] = [];
    const server = await opened(
      startServer((_, response) => {
        response.write('{');
        held.push(response);
      }),
    );
    const transport = kubeConfigTransport(configLike(server.address));

    const body = lastValueFrom(
      transport.open({ ...get, paused$: NEVER }).pipe(
        tap(() => held.shift()?.end('}')),
        toArray(),
      ),
    );

    expect(await body).toHaveLength(2);
  });

  it('should redact the credentials of open requests, and forget the oldest of ended requests', async () => {
    const server = await opened(
      startServer(({ url }, response) => {
        if (url === '/watch') response.flushHeaders();
        else response.end('{}');
      }),
    );
    let request = 0;
    const transport = kubeConfigTransport(
      configLike(server.address, {
        fill: ({ headers }) => (headers['Authorization'] = `Bearer the-token-${request++}!`),
      }),
    );

    const watching = transport.open({ path: '/watch' }).subscribe();
    await until(() => server.seen.length === 1);
    for (let i = 0; i < 80; i++) await read(transport);

    expect(['0', '1', '80'].map((i) => transport.redact?.(`the-token-${i}!`))).toEqual([
      '(not shown)',
      'the-token-1!',
      '(not shown)',
    ]);
    watching.unsubscribe();
  });

  it('should send a token over plain http to this machine only, and send a request without a token anywhere', async () => {
    const tokens = { Authorization: 'Bearer the-token' };
    const cases = [
      configLike('http://192.0.2.1:1', { fill: ({ headers }) => Object.assign(headers, tokens) }),
      configLike('http://192.0.2.1:1', { fill: (options) => (options['auth'] = 'alice:pw') }),
      configLike('http://alice:pw@192.0.2.1:1'),
    ];
    for (const config of cases) {
      expect(await failed(kubeConfigTransport(config))).toMatchObject({
        name: 'OptionsError',
        option: 'kubeConfigTransport: server',
        given: 'http://192.0.2.1:1',
      });
    }

    const gone = await startServer(() => undefined);
    await gone.close();
    const proxyUrl = gone.address;
    expect(
      await failed(kubeConfigTransport(configLike('http://kube.example', { cluster: { proxyUrl } }))),
    ).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('was not reached') });
  });
});
