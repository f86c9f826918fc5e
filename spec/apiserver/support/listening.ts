import { type Agent, get, type IncomingMessage } from 'node:http';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';

const servers: ApiServer[] = [];

/** Starts a server that listens until `closeAll` is called. */
export async function listening(options?: ApiServerOptions): Promise<{ server: ApiServer; url: string }> {
  const server = createApiServer(options);
  servers.push(server);
  return { server, ...(await server.listen()) };
}

/** Closes all servers that `listening` has started. Call it in `afterEach`, so that no server outlives its spec. */
export async function closeAll(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

/** Sends a GET. Resolves with the head of the response. Without an agent, opens a new connection. */
export const open = (url: string, agent?: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => get(url, { agent: agent ?? false }, resolve).once('error', reject));

/** Reads the body of a response to its end. */
export async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return text;
}
