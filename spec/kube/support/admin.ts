import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { json } from 'node:stream/consumers';
import type { Cluster } from '../kube.mjs';

/** Requests as the administrator of the cluster. They use only Node's HTTP client, and not the library under test. */
interface Admin {
  /** Sends a request. Resolves with the JSON of the response. Rejects if the status is not 2xx. */
  readonly ask: <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<T>;
  readonly close: () => void;
}

/**
 * Runs a task with a new HTTP client. A client that was used before could fail, because a restart of the server breaks
 * its connections.
 */
export async function asAdmin<T>(cluster: Cluster, task: (ask: Admin['ask']) => Promise<T>): Promise<T> {
  const { ask, close } = admin(cluster);
  try {
    return await task(ask);
  } finally {
    close();
  }
}

function admin({ server, token, caFile }: Cluster): Admin {
  const ca = readFileSync(caFile);
  const agent = new Agent({ ca, keepAlive: true });

  return {
    close: () => agent.destroy(),
    ask: <T>(method: string, path: string, body?: object): Promise<T> =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : JSON.stringify(body);
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
          'content-length': Buffer.byteLength(text),
        };
        const outgoing = request(server + path, { method, agent, headers }, (response) => {
          json(response).then((value) => {
            const { statusCode = 0 } = response;
            if (statusCode >= 200 && statusCode < 300) resolve(value as T);
            else reject(new Error(`${method} ${path}: ${statusCode} ${JSON.stringify(value)}`));
          }, reject);
        });
        outgoing.once('error', reject);
        outgoing.end(text);
      }),
  };
}

/** Runs a task for each item. At most 32 tasks run at the same time. */
export async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}
