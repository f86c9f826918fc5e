import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom, map } from 'rxjs';
import { exchange } from '../../src/client-node/exchange.ts';

const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

describe('exchange', () => {
  const [agent, over] = [new Agent(), new AbortController()];
  let interim = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(early.repeat(interim) + answer));
  });

  beforeEach(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    over.abort();
    agent.destroy();
    server.close();
  });

  const status = (): Promise<number | undefined> => {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const options = { method: 'GET', headers: {}, agent, body: undefined, over: over.signal };
    return lastValueFrom(
      exchange(url, options).pipe(
        map((response) => {
          response.resume();
          return response.statusCode;
        }),
      ),
    );
  };

  it('should wait for the answer behind interim ones', async () => {
    interim = 100;

    expect(await status()).toBe(200);
  });

  it('should fail at the first of too many interim answers', async () => {
    interim = 101;

    await expect(status()).rejects.toThrow('the server sent more than 100 interim answers (103)');
  });
});
