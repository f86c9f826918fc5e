import * as http from 'node:http';
import * as https from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import type { KubeObject } from 'rx-informer';

/**
 * An HTTP client that does not use the library under test. With this client, the chaos test writes objects and reads
 * the expected objects.
 */
export interface PlainClient {
  /** Sends a request. Resolves with the status, and the body as JSON. Rejects if there is no answer. */
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Reads all objects of a collection, in one list. */
  readonly list: (path: string) => Promise<readonly KubeObject[]>;
  readonly close: () => void;
}

interface Answer {
  readonly code: number;
  readonly body: unknown;
}

/** @param ca - the certificate authority for TLS, in PEM format */
export function plainClient(server: string, token: string, ca?: string): PlainClient {
  const { request, Agent } = server.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) });

  const ask: PlainClient['ask'] = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        'content-length': Buffer.byteLength(text),
      };
      const outgoing = request(server + path, { method, agent, headers, timeout: 10_000 }, (response) => {
        textOf(response).then(
          (said) => resolve({ code: response.statusCode ?? 0, body: parsed(said) }),
          reject,
        );
      });
      outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in 10 s')));
      outgoing.once('error', reject);
      outgoing.end(text);
    });

  return {
    ask,
    list: async (path) => {
      const { code, body } = await ask('GET', path);
      if (code !== 200) throw new Error(`GET ${path}: ${code} ${JSON.stringify(body)}`);
      return (body as { readonly items: readonly KubeObject[] }).items;
    },
    close: () => agent.destroy(),
  };
}

/** Parses the body of a response. For an unknown path, the body is plain text and not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
