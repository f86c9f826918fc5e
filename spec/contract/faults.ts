import { describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { ConnectionError } from '../../src/objects/index.ts';
import { failed, type Subject, serversForEach } from './support/harness.ts';

/** Specs that each transport must pass: missing and incomplete responses. */
export function describeFaults({ make, wire }: Subject): void {
  describe('faults', () => {
    const serve = serversForEach(wire);

    it('should report that no server answers', async () => {
      const server = await serve((_, response) => response.end());
      await server.close();

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        failure: 'transient',
        message: expect.stringContaining(`no answer from ${server.address} (ECONNREFUSED)`),
        cause: expect.anything(),
      });
    });

    it.each<[string, RequestListener]>([
      ['closes before it answers', (request) => request.socket.destroy()],
      ['resets before it answers', (request) => request.socket.resetAndDestroy()],
      ['breaks off in its headers', (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Ty')],
      ['does not send HTTP', (request) => request.socket.end('hello\r\n\r\n')],
    ])('should report that there was no answer when the server %s', async (_, handler) => {
      const server = await serve(handler);

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ message: expect.stringContaining(`no answer from ${server.address}`) });
    });

    it.each<[string, RequestListener]>([
      [
        'is reset in the middle of a frame',
        (request, response) => {
          response.write('{"type":"ADD');
          setTimeout(() => request.socket.resetAndDestroy(), 20);
        },
      ],
      [
        'is closed in the middle of a chunked body',
        (request, response) => {
          response.write('{"type":"ADD');
          setTimeout(() => request.socket.destroy(), 20);
        },
      ],
      [
        'is shorter than its content-length',
        (request, response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('{"kind":"PodList"');
          setTimeout(() => request.socket.end(), 20);
        },
      ],
    ])('should report that the answer broke off when it %s', async (_, handler) => {
      const server = await serve(handler);

      const error = await failed(make(server.address));

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        message: expect.stringContaining(`the answer of ${server.address} broke off`),
      });
    });

    it('should send nothing when the credentials are not available, and not repeat the reason', async () => {
      const server = await serve((_, response) => response.end());
      const cause = new Error('token abc has expired');

      const error = (await failed(make(server.address, () => Promise.reject(cause)))) as Error;

      expect(error).toBeInstanceOf(ConnectionError);
      expect(error.message).toContain('credentials are not available');
      expect(error.message).not.toContain('abc');
      expect(error.cause).toMatchObject({ message: expect.stringContaining('has expired') });
      expect(server.seen).toEqual([]);
    });

    it('should neither send nor repeat a token that a header cannot contain', async () => {
      const server = await serve((_, response) => response.end());

      const error = (await failed(make(server.address, () => 'two\nlines'))) as Error;

      expect(error).toBeInstanceOf(ConnectionError);
      expect(`${error.message} ${String(error.cause)}`).not.toContain('lines');
      expect(server.seen).toEqual([]);
    });
  });
}
