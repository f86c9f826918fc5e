import { getRequestListener } from '@hono/node-server';
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../../contract/support/self-signed.ts';

/**
 * A webhook server on 127.0.0.1. It has a self-signed certificate, because the API server calls webhooks only
 * over HTTPS.
 */
export interface WebhookServer {
  /**
   * The `clientConfig` of the webhook: its address, and its certificate. The API server trusts only this
   * certificate.
   */
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
