import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Aim, type RequestFault, statusText } from './request-fault.ts';

/** An HTTP proxy on 127.0.0.1 in front of an API server. The proxy applies faults to single requests. */
export interface FaultyGateway {
  readonly port: number;
  /**
   * Applies a fault to the next `count` requests that match.
   *
   * @param onHit - called for each request to which the proxy applies the fault
   * @returns a function that removes the fault
   */
  arm(fault: RequestFault, aim: Aim, count: number, onHit: () => void): () => void;
  /** Resets all watches, so that the client sends new requests. */
  resetWatches(): void;
  close(): Promise<void>;
}

interface Armed {
  readonly fault: RequestFault;
  readonly aim: Aim;
  left: number;
  readonly onHit: () => void;
}

/** @param ca - the certificate authority of the server, in PEM format */
export async function faultyGateway(server: string, ca?: string): Promise<FaultyGateway> {
  const { request, Agent } = server.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) });
  const armed = new Set<Armed>();
  const watches = new Set<http.ServerResponse>();

  const faultFor = (aim: Aim): RequestFault | undefined => {
    const found = [...armed].find((one) => matches(one.aim, aim));
    if (found === undefined) return undefined;
    if (--found.left === 0) armed.delete(found);
    found.onHit();
    return found.fault;
  };
  /** Sends the request to the server. Resolves with the response, whose body has not been read. */
  const forward = async (
    { method = 'GET', url = '', headers }: http.IncomingMessage,
    body: Buffer,
    onRequest: (sent: http.ClientRequest) => void = () => undefined,
  ) => {
    const sent = request(server + url, { method, headers, agent });
    // The connection can also fail after the response has begun. Without this listener, such an error would end the
    // process.
    sent.on('error', () => undefined);
    onRequest(sent);
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    return response;
  };

  const answer = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const aim = aimOf(incoming);
    const fault = faultFor(aim);
    if (fault?.type === 'reset') {
      reset(outgoing);
      return;
    }
    if (fault?.type === 'hang') return;
    if (fault?.type === 'refuse') {
      refuse(outgoing, fault);
      return;
    }
    if (fault?.type === 'errorEvent') {
      const status = statusText(fault.code, fault.reason, 'the watch ended');
      send(outgoing, 200, `{"type":"ERROR","object":${status}}\n`);
      return;
    }
    if (fault?.type === 'repeat') await buffer(await forward(incoming, body));
    if (fault === undefined || fault.type === 'repeat') return relay(incoming, body, outgoing, aim);
    // The proxy reads the whole response to a write. For a list or a watch, it reads only the response headers, because
    // a watch has no end.
    const response = await forward(incoming, body);
    const text = aim === 'write' ? await buffer(response) : Buffer.from('{"kind":"List","items":[');
    if (aim !== 'write') response.destroy();
    if (fault.type === 'resetAfter') {
      reset(outgoing);
      return;
    }
    if (fault.type === 'hangAfter') return;
    if (fault.type === 'timeoutAfter') {
      send(outgoing, 504, statusText(504, 'Timeout', 'request timed out'));
      return;
    }
    if (fault.type === 'garbleAfter') {
      send(outgoing, 200, '<html>log in</html>');
      return;
    }
    outgoing.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' });
    outgoing.write(text.subarray(0, Math.ceil(text.length / 2)), () => reset(outgoing));
  };
  const relay = async (
    incoming: http.IncomingMessage,
    body: Buffer,
    outgoing: http.ServerResponse,
    aim: Aim,
  ): Promise<void> => {
    const response = await forward(incoming, body, (sent) => outgoing.once('close', () => sent.destroy()));
    if (aim === 'watch') {
      watches.add(outgoing);
      outgoing.once('close', () => watches.delete(outgoing));
    }
    // The headers `connection` and `keep-alive` apply only to the connection to the server, so the proxy does not
    // forward them.
    const { connection: _, 'keep-alive': __, ...headers } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, headers);
    outgoing.flushHeaders();
    response.once('error', () => outgoing.destroy());
    response.once('aborted', () => outgoing.destroy());
    response.pipe(outgoing);
  };

  const proxy = http.createServer((incoming, outgoing) => {
    outgoing.once('error', () => undefined);
    answer(incoming, outgoing).catch(() => reset(outgoing));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');

  return {
    port: (proxy.address() as AddressInfo).port,
    arm: (fault, aim, count, onHit) => {
      const one: Armed = { fault, aim, left: count, onHit };
      armed.add(one);
      return () => void armed.delete(one);
    },
    resetWatches: () => [...watches].forEach(reset),
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

const matches = (wanted: Aim, aim: Aim): boolean => wanted === aim || (wanted === 'read' && aim === 'watch');

function aimOf({ method, url = '' }: http.IncomingMessage): Aim {
  if (method !== 'GET') return 'write';
  return /[?&]watch=(true|1)\b/.test(url) ? 'watch' : 'read';
}

function reset(outgoing: http.ServerResponse): void {
  const { socket } = outgoing;
  if (socket === null || socket.destroyed) return;
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

function refuse(
  outgoing: http.ServerResponse,
  fault: Extract<RequestFault, { readonly type: 'refuse' }>,
): void {
  const { status, reason, message, retryAfterSeconds } = fault;
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  send(outgoing, status, statusText(status, reason, message, retryAfterSeconds), headers);
}

function send(
  outgoing: http.ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = body.startsWith('{') ? 'application/json' : 'text/html';
  outgoing.writeHead(status, { 'content-type': type, ...headers });
  outgoing.end(body);
}
