import { describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { firstValueFrom, lastValueFrom, map, race, take, timer } from 'rxjs';
import { ConnectionError, OptionsError } from '../../src/objects/index.ts';
import type { KubeRequest } from '../../src/source/index.ts';
import { failed, openSockets, read, serversForEach, type Subject } from './support/harness.ts';
import { until } from './support/http-server.ts';

const server = `
  const server = require('node:http').createServer((_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

async function started(): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const child = spawn(process.execPath, ['--eval', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { address: `http://127.0.0.1:${line.toString().trim()}`, child };
}

/** Specs that each transport must pass: servers that accept a request but do not answer. */
export function describeStopped({ make }: Subject): void {
  describe('a server that does not answer', () => {
    const serve = serversForEach('http');
    const path = '/api/v1/namespaces/a/configmaps/b';

    it('should end the requests to a server that was stopped, with advice', async () => {
      const { address, child } = await started();
      const transport = make(address, undefined, { headersTimeout: 100 });
      try {
        expect(await read(transport)).toBe('{}');
        const before = openSockets();
        child.kill('SIGSTOP');

        const requests: readonly KubeRequest[] = [
          { path },
          { path, method: 'PATCH', body: '{}' },
          { path: '/api/v1/configmaps', query: { limit: '500' } },
        ];
        for (const request of requests) {
          const error = await failed(transport, request);
          const { method = 'GET' } = request;
          expect(error).toBeInstanceOf(ConnectionError);
          expect(error).toMatchObject({
            failure: 'transient',
            answered: false,
            message: expect.stringContaining(`to ${method} ${request.path} within 100 ms (headersTimeout)`),
            advice: expect.stringContaining('raise headersTimeout'),
          });
          expect((error as Error).message.includes('may have carried it out')).toBe(method === 'PATCH');
        }
        await until(() => openSockets() <= before);
      } finally {
        child.kill('SIGKILL');
      }
    });

    it('should report after 5 s that the answer to a watch is late, and that it begins', async () => {
      const reported: boolean[] = [];
      const late = await serve((_, response) => {
        setTimeout(() => response.end('{}'), 5_500);
      });
      const onLateAnswer = (answered: boolean): void => void reported.push(answered);
      await lastValueFrom(make(late.address).open({ path, query: { watch: 'true' }, onLateAnswer }));

      expect(reported).toEqual([false, true]);
    });

    it.each([{ watch: 'true' }, { watch: '1', sendInitialEvents: 'true' }, { follow: 'true' }])(
      'should wait for the first event of a stream: %j',
      async (query) => {
        const silent = await serve(() => undefined);
        const transport = make(silent.address, undefined, { headersTimeout: 20 });

        const first = race(transport.open({ path, query }), timer(150).pipe(map(() => 'waiting'))).pipe(
          take(1),
        );

        expect(await firstValueFrom(first)).toBe('waiting');
      },
    );

    it('should wait for a body after the headers have arrived', async () => {
      const slow = await serve((_, response) => {
        response.flushHeaders();
        setTimeout(() => response.end('late'), 150);
      });

      expect(await read(make(slow.address, undefined, { headersTimeout: 75 }))).toBe('late');
    });

    it('should refuse an invalid time', () => {
      expect(() => make('http://127.0.0.1', undefined, { headersTimeout: -1 })).toThrow(OptionsError);
    });

    it('should refuse a body that is an object', async () => {
      const untouched = await serve((_, response) => response.end());
      const body = { a: 1 } as unknown as string;

      expect(await failed(make(untouched.address), { path, method: 'PUT', body })).toBeInstanceOf(
        OptionsError,
      );
      expect(untouched.seen).toEqual([]);
    });
  });
}
