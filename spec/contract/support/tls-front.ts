import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { type Identity, selfSigned } from './self-signed.ts';

/**
 * A TLS proxy on 127.0.0.1 in front of a plain HTTP server. If the server ends or resets a connection, the proxy does
 * the same to the client.
 */
export interface TlsFront {
  readonly address: string;
  readonly handshakes: () => number;
  /** Number of open connections. A connection stays open until the client has closed it, too. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/**
 * The certificate of all TLS proxies. A client has to trust this certificate. Each test process creates its own
 * certificate.
 */
export const frontIdentity: Identity = selfSigned('front');

export async function startTlsFront(target: string): Promise<TlsFront> {
  const open = new Set<Socket>();
  const secureContext = createSecureContext(frontIdentity);
  let handshakes = 0;
  const server: Server = createServer((raw) => {
    open.add(raw.setNoDelay(true)); // otherwise a small chunk waits 40 ms for an acknowledgement
    const secure = new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
    const plain = connect(Number(new URL(target).port), '127.0.0.1');
    let isEnded = false;
    secure.on('secure', () => handshakes++);
    secure.pipe(plain);
    plain.on('data', (bytes) => {
      if (!secure.write(bytes)) plain.pause();
    });
    secure.on('drain', () => plain.resume());
    plain.on('end', () => {
      isEnded = true;
      secure.end();
    });
    plain.on('error', () => raw.resetAndDestroy());
    plain.on('close', () => {
      if (!isEnded) raw.destroy();
    });
    secure.on('error', () => raw.destroy());
    raw.on('error', () => undefined);
    raw.on('close', () => {
      open.delete(raw);
      secure.destroy();
      plain.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  return {
    address: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handshakes: () => handshakes,
    open: () => open.size,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const raw of open) raw.destroy();
      await closed;
    },
  };
}
