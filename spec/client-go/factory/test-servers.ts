import { afterEach } from '@jest/globals';
import type { KubeRequest, Transport } from 'rx-informer';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

/** An API server with the namespaces `shop` and `bank`. The server records its requests. */
export interface TestServer {
  readonly server: ApiServer;
  readonly transport: Transport;
  readonly requests: readonly KubeRequest[];
}

/** Returns a function that creates servers. Each server is closed after its spec. */
export function testServers(): (options?: ApiServerOptions) => TestServer {
  const servers: ApiServer[] = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

  return (options = {}) => {
    const server = createApiServer(options);
    servers.push(server);
    for (const name of ['shop', 'bank']) server.objects.create(core.v1.namespaces, { metadata: { name } });
    const requests: KubeRequest[] = [];
    const open: Transport['open'] = (request) => {
      requests.push(request);
      return server.transport.open(request);
    };
    return { server, requests, transport: { open } };
  };
}
