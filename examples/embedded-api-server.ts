/**
 * Runs a Kubernetes API server in this process, as a test can do it, without a cluster and without a socket. The
 * program prints the changes that an informer emits while objects are created, changed and deleted, and while the
 * server compacts its history.
 */
import { filter, firstValueFrom, take, toArray } from 'rxjs';
import { informer, keyOf, listWatch, pathOf, waitForCacheSync } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

const server = createApiServer();
const configmaps = informer(listWatch(server.transport, core.v1.configmaps, { namespace: 'default' }));

const running = configmaps.start();
const received = firstValueFrom(configmaps.changes().pipe(take(4), toArray()));
await waitForCacheSync([configmaps]);

const path = '/api/v1/namespaces/default/configmaps';
await send('POST', path, { metadata: { name: 'colors' }, data: { sky: 'blue' } });
await send('PATCH', `${path}/colors`, { data: { sky: 'grey' } });
server.compact(); // the server now answers 410 for older versions; open watches continue
await send('POST', path, { metadata: { name: 'shapes' } });
await send('DELETE', pathOf(core.v1.configmaps, 'default/colors'));

for (const { type, key, object, cause } of await received)
  console.log(type, key, object.data ?? {}, `(${cause})`);

const status = await firstValueFrom(configmaps.status$.pipe(filter(({ phase }) => phase !== 'listing')));
console.log('and now:', status.phase, configmaps.store.list().map(keyOf));
running.unsubscribe();
await server.close();

async function send(method: 'POST' | 'PATCH' | 'DELETE', to: string, body?: object): Promise<void> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const request = { method, path: to, headers: { 'content-type': type } };
  await firstValueFrom(
    server.transport
      .open(body === undefined ? request : { ...request, body: JSON.stringify(body) })
      .pipe(toArray()),
  );
}
