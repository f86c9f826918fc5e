import { describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import { kubeConfigTransport } from 'rx-informer/client-node';
import { read } from '../contract/support/harness.ts';
import { until } from '../contract/support/http-server.ts';
import { configLike } from './support/config-like.ts';
import { type OnLoopback, onLoopback } from './support/on-loopback.ts';
import { closedAfterEach } from './support/temporary.ts';

const opened = closedAfterEach();

/** Starts a server that does not close idle connections. */
async function patientServer(answer: RequestListener): Promise<OnLoopback & { readonly address: string }> {
  const server = await onLoopback(createServer({ keepAliveTimeout: 0 }, answer));
  return { ...server, address: `http://${server.host}` };
}

describe('kubeConfigTransport, keeping connections', () => {
  it('should close an old connection when its last request is over', async () => {
    const held: (() => void)[] = [];
    const server = await opened(
      patientServer(({ url }, response) => {
        if (url === '/slow') held.push(() => response.end('{}'));
        else response.end('{}');
      }),
    );
    let ca = 'one';
    const transport = kubeConfigTransport(
      configLike(server.address, { fill: (options) => (options['ca'] = ca) }),
    );

    const slow = read(transport, { path: '/slow' });
    await until(() => held.length === 1);
    ca = 'other';
    await read(transport);
    expect(server.open()).toBe(2);
    held[0]?.();
    await slow;

    await until(() => server.open() === 1);
  });

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const all = { cert: 'a', key: 'b', pfx: 'c', passphrase: 'd', rejectUnauthorized: true, servername: 'e' };
  it.each<[string, (text: string) => object]>([
    ['a text', (ca) => ({ ca })],
    ['bytes', (ca) => ({ ca: bytes(ca) })],
    ['several bytes', (ca) => ({ ca: [bytes('first'), bytes(ca)] })],
    ['several views', (ca) => ({ ca: [new DataView(bytes(ca).buffer)] })],
    ['a text among all fields', (ca) => ({ ...all, ca })],
  ])('should open another connection only if the TLS material changes: %s', async (_, materialOf) => {
    const server = await opened(patientServer((__, response) => response.end('{}')));
    let ca = 'one';
    const transport = kubeConfigTransport(
      configLike(server.address, { fill: (options) => Object.assign(options, materialOf(ca)) }),
    );

    for (const next of ['one', 'one', 'two', 'two', 'one']) {
      ca = next;
      await read(transport);
    }

    expect(server.connections()).toBe(3);
    await until(() => server.open() === 1);
  });
});
