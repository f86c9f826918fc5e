import { request } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { closeAll, listening } from '../support/listening.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const count = 3_000;

afterEach(closeAll);

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Creates a namespace with many objects, and sends a request that deletes them. Cancels the request when some objects
 * are removed. Returns the number of remaining objects.
 */
async function setUp(path: string) {
  const { server, url } = await listening({ historySize: 10 });
  server.objects.create(namespaces, { metadata: { name: 'ns' } });
  for (let at = 0; at < count; at++)
    server.objects.create(configMaps, { metadata: { name: `c${at}`, namespace: 'ns' } });
  const left = (): number => server.objects.list(configMaps, 'ns').length;
  const sent = request(url + path, { method: 'DELETE', agent: false }).on('error', () => undefined);
  sent.end();
  while (left() === count) await turnOfEventLoop();
  const seen = left();
  sent.destroy();
  return { server, left, seen };
}

it('should serve other requests while a namespace is emptied, and finish after the client has left', async () => {
  const { server, left, seen } = await setUp('/api/v1/namespaces/ns');
  expect(seen).toBeGreaterThan(0);

  while (left() > 0) await turnOfEventLoop();
  expect(server.objects.get(namespaces, 'ns')).toBeUndefined();
});

it('should serve other requests while a collection is deleted', async () => {
  const { seen } = await setUp('/api/v1/namespaces/ns/configmaps');
  expect(seen).toBeGreaterThan(0);
});
