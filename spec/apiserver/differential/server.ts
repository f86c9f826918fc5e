import { readFileSync } from 'node:fs';
import { Agent, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import { text } from 'node:stream/consumers';

export type Body = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** One of the two compared servers. */
export interface Server {
  ask(method: string, path: string, body?: unknown, type?: string): Promise<Answer>;
}

/** Returns a client for the server at an address. */
export function serverAt(url: string, token: string, caFile?: string): Server {
  const isSecure = url.startsWith('https:');
  const options = { keepAlive: true, maxSockets: 4 };
  const agent = isSecure
    ? new SecureAgent({ ...options, ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }) })
    : new Agent(options);
  const server: Server = {
    ask: async (method, path, body, type = 'application/json') => {
      const content = body === undefined ? '' : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        'user-agent': 'differential/1',
        ...(content === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
      };
      return new Promise((resolve, reject) => {
        const send = isSecure ? secure : plain;
        const outgoing = send(url + path, { method, agent, headers }, (incoming) => {
          text(incoming)
            .then((answer) => resolve({ status: incoming.statusCode ?? 0, body: bodyOf(answer) }))
            .catch(reject);
        });
        // A server may close an idle connection just when the client uses it again. The client then repeats the
        // request on a new connection.
        outgoing.on('error', (error) => {
          if (outgoing.reusedSocket) resolve(server.ask(method, path, body, type));
          else reject(error);
        });
        outgoing.end(content);
      });
    },
  };
  return server;
}

/** Parses the body of a response. For a path that the server does not serve, the body is plain text. */
function bodyOf(answer: string): Body {
  return answer.startsWith('{') ? (JSON.parse(answer) as Body) : { message: answer };
}
