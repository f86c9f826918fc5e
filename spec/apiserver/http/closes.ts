// Opens all types of connections, and then closes the server. The process must then exit by itself.
import { get } from 'node:http';
import { createApiServer } from 'rx-informer/apiserver';

const server = createApiServer();
const { url } = await server.listen();
const path = '/api/v1/namespaces/default/pods';
server.transport.open({ path, query: { watch: 'true', allowWatchBookmarks: 'true' } }).subscribe();
server.transport
  .open({ path, query: { resourceVersion: '999999999999999' } })
  .subscribe({ error: () => undefined });
server.objects.create(
  { group: '', version: 'v1', resource: 'pods' },
  {
    metadata: { name: 'p', namespace: 'default' },
    ...{ spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } },
  },
);
server.objects.delete({ group: '', version: 'v1', resource: 'pods' }, 'default/p');
await new Promise((resolve) => get(`${url}${path}?watch=true`, resolve)); // the client does not read the response of this watch
await new Promise((resolve) => get(`${url}/healthz`, (response) => response.resume().once('end', resolve)));
await server.close();
await server.close();
console.log('closed');
