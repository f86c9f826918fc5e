import { describe, expect, it } from '@jest/globals';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { failed, get, read } from '../contract/support/harness.ts';
import { until } from '../contract/support/http-server.ts';
import { configLike } from './support/config-like.ts';
import { startRawServer } from './support/raw-server.ts';
import { closedAfterEach } from './support/temporary.ts';

const opened = closedAfterEach();
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const half = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"';

describe('kubeConfigTransport, when a connection breaks', () => {
  it('should fail and close the connection when the server switches to another protocol', async () => {
    const server = await opened(
      startRawServer((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      ),
    );

    const error = await failed(kubeConfigTransport(configLike(server.address)));

    expect(error).toMatchObject({
      name: 'ConnectionError',
      answered: false,
      cause: { message: 'the server switched to another protocol' },
    });
    await until(() => server.open() === 0);
  });

  it('should fail at a reset of a new connection, and not send a GET once more', async () => {
    const server = await opened(
      startRawServer((socket, _, connection) =>
        connection === 1 ? socket.resetAndDestroy() : socket.write(answer),
      ),
    );

    const error = await failed(kubeConfigTransport(configLike(server.address)));

    expect(error).toMatchObject({
      name: 'ConnectionError',
      answered: false,
      message: `no answer from ${server.address} (ECONNRESET): the connection was closed before the answer`,
      advice: 'retry; if it lasts, check the server and the proxy in between',
    });
    expect(server.connections()).toBe(1);
  });

  it('should fail when a server answers on a used connection with text that is not HTTP, and not send a GET once more', async () => {
    const server = await opened(
      startRawServer((socket, reads, connection) =>
        socket.write(reads === 2 && connection === 1 ? 'what is HTTP?\r\n\r\n' : answer),
      ),
    );
    const transport = kubeConfigTransport(configLike(server.address));

    await read(transport);

    expect(await failed(transport)).toMatchObject({
      name: 'ConnectionError',
      answered: false,
      message: expect.stringMatching(/\(HPE_\w+\): what answers does not speak HTTP as it should$/),
    });
    expect(server.connections()).toBe(1);
  });

  it('should report a broken answer when a used connection is reset, and not send a GET once more', async () => {
    const chunks: string[] = [];
    const server = await opened(
      startRawServer((socket, reads, connection) => {
        if (reads === 1 && connection === 1) socket.write(answer);
        else if (connection > 1) socket.write(answer);
        else {
          socket.write(half);
          void until(() => chunks.length > 0).then(() => socket.resetAndDestroy());
        }
      }),
    );
    const transport = kubeConfigTransport(configLike(server.address));

    await read(transport);
    const error = await new Promise((resolve) => {
      transport.open(get).subscribe({
        next: (chunk) => chunks.push(String(Buffer.from(chunk))),
        error: resolve,
        complete: () => resolve('it completed'),
      });
    });

    expect(error).toMatchObject({
      name: 'ConnectionError',
      answered: true,
      message: expect.stringContaining(`the answer of ${server.address} broke off (ECONNRESET)`),
    });
    expect(chunks).toEqual(['{"a"']);
    // If the client had repeated the failed request on a new connection, the server would count three connections after
    // the next request.
    await read(transport);
    expect(server.connections()).toBe(2);
  });

  it('should report a broken answer when the server ends it early', async () => {
    const server = await opened(startRawServer((socket) => socket.end(half)));

    const error = await failed(kubeConfigTransport(configLike(server.address)));

    expect(error).toMatchObject({
      name: 'ConnectionError',
      answered: true,
      message: `the answer of ${server.address} broke off (ECONNRESET); if that happens again and again, check the proxy in between`,
    });
  });
});
