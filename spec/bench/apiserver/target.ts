import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';

/** A server under load. */
export interface Target {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** PEM, where it serves HTTPS. */
  readonly ca?: string;
  /** Of its processes, the one that serves first. */
  readonly pids: readonly number[];
}

/** Sends requests to a target. */
export interface Client {
  /** Reads the whole answer; rejects for a status that is none of success. */
  send(method: string, path: string, body?: unknown): Promise<Buffer>;
  /** Opens a watch, on a connection of its own; resolves with its body. */
  watch(path: string): Promise<IncomingMessage>;
  close(): void;
}

/** @param connections - so many requests go at a time */
export function clientOf({ url, token, ca }: Target, connections: number): Client {
  const isSecure = url.startsWith('https:');
  const shared = { keepAlive: true, maxSockets: connections };
  const agent = isSecure ? new Agent({ ...shared, ca }) : new PlainAgent(shared);
  const watching = isSecure ? new Agent({ ca }) : new PlainAgent();
  const request = isSecure ? secureRequest : plainRequest;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const patch = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
        const options = { method, agent, headers: { ...headers, ...patch } };
        const sent = request(url + path, options, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const { statusCode = 0 } = response;
            const answer = Buffer.concat(chunks);
            if (statusCode < 300) resolve(answer);
            else reject(new Error(`${method} ${path}: ${statusCode} ${answer.toString().slice(0, 300)}`));
          });
        });
        sent.once('error', reject);
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    watch: (path) =>
      new Promise((resolve, reject) => {
        request(url + path, { agent: watching, headers }, resolve)
          .once('error', reject)
          .end();
      }),
    close: () => {
      agent.destroy();
      watching.destroy();
    },
  };
}
