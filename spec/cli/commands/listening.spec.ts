import { describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { createApiServer } from 'rx-informer/apiserver';
import { listening } from '../../../src/cli/commands/listening.ts';

/** Returns a fake `listen` that rejects for the given ports, as if other programs used these ports. */
function machine(...taken: readonly number[]): {
  readonly asked: readonly number[];
  readonly listen: (where?: { readonly port?: number }) => Promise<{ readonly url: string }>;
} {
  const asked: number[] = [];
  return {
    asked,
    listen: ({ port = 0 } = {}) => {
      asked.push(port);
      const url = `http://127.0.0.1:${port === 0 ? 50_001 : port}`;
      return taken.includes(port)
        ? Promise.reject(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }))
        : Promise.resolve({ url });
    },
  };
}

const host = '127.0.0.1';
const opened = (server: ReturnType<typeof machine>, port?: number) =>
  lastValueFrom(listening(server, { host, ...(port === undefined ? {} : { port }) }));

describe('listening', () => {
  it('should use the default port, or a free one if the default is in use', async () => {
    expect(await opened(machine())).toEqual({ url: 'http://127.0.0.1:8080' });
    expect(await opened(machine(8080))).toEqual({ url: 'http://127.0.0.1:50001' });
  });

  it('should use the given port, and no other', async () => {
    const server = machine(8081);

    await expect(opened(server, 8081)).rejects.toMatchObject({
      message: 'cannot listen on 127.0.0.1:8081: the port is in use',
      hints: ['Any free port: --port 0'],
    });
    expect(server.asked).toEqual([8081]);
  });

  it('should refuse a host that other machines can reach without a token', async () => {
    const server = createApiServer();

    await expect(lastValueFrom(listening(server, { host: '0.0.0.0', port: 0 }))).rejects.toMatchObject({
      message: '--host 0.0.0.0 accepts requests of other machines, so it needs a token',
      exitCode: 2,
      hints: [expect.stringContaining('RX_INFORMER_TOKEN')],
    });
    await server.close();
  });

  it('should not name a port that was not requested', async () => {
    const listen = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));

    await expect(lastValueFrom(listening({ listen }, { host: 'nowhere', port: 0 }))).rejects.toMatchObject({
      message: 'cannot listen on nowhere: there is no such host',
    });
  });

  it('should listen with the given options, with TLS only if it is given', async () => {
    const asked: unknown[] = [];
    const listen = (where: unknown): Promise<{ readonly url: string }> => {
      asked.push(where);
      return Promise.resolve({ url: 'a' });
    };
    await lastValueFrom(listening({ listen }, { host, port: 1 }));
    await lastValueFrom(listening({ listen }, { host, port: 2, tls: true }));

    expect(asked).toStrictEqual([
      { port: 1, host },
      { port: 2, host, tls: true },
    ]);
  });

  it.each([null, 'a text', new Error('EADDRINUSE')])(
    'should try no other port if the error is not about the default port: %p',
    async (cause) => {
      const asked: unknown[] = [];
      const listen = ({ port }: { readonly port?: number } = {}): Promise<never> => {
        asked.push(port);
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it can be any value
        return Promise.reject(cause);
      };

      await expect(lastValueFrom(listening({ listen }, { host }))).rejects.toMatchObject({
        message: `cannot listen on 127.0.0.1: ${cause instanceof Error ? cause.message : String(cause)}`,
        hints: [],
        exitCode: 1,
        ...(cause === null ? {} : { cause }),
      });
      expect(asked).toEqual([8080]);
    },
  );

  it('should explain other errors, and open nothing before a subscription', async () => {
    let asked = 0;
    const listen = (): Promise<never> => {
      asked++;
      return Promise.reject(new Error('no such host'));
    };
    const listening$ = listening({ listen }, { host: 'nowhere' });
    expect(asked).toBe(0);

    await expect(lastValueFrom(listening$)).rejects.toMatchObject({
      message: 'cannot listen on nowhere: no such host',
    });
  });
});
