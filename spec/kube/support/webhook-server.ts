import { getRequestListener } from '@hono/node-server';
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../../contract/support/self-signed.ts';

/** An HTTPS server on 127.0.0.1 with a certificate of its own, as the API server calls webhooks. */
export interface WebhookServer {
  /** The `clientConfig` of a webhook: the address, and the certificate as the only trusted one. */
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
  /** The HTTP status of each answer so far. */
  readonly statuses: readonly number[];
  close(): Promise<void>;
}

export async function startWebhook(handler: (request: Request) => Promise<Response>): Promise<WebhookServer> {
  const { cert, key } = selfSigned('webhook');
  const statuses: number[] = [];
  const listener = getRequestListener(async (request) => {
    const answer = await handler(request);
    statuses.push(answer.status);
    return answer;
  });
  const server = createServer({ cert, key }, (request, response) => void listener(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(cert).toString('base64') },
    statuses,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
