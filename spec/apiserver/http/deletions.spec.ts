import { request } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import type { ApiServer } from 'rx-informer/apiserver';
import { closeAll, listening } from '../support/listening.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const count = 3_000;

afterEach(closeAll);

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends the request, and hangs up when some of the objects are gone; gives how many were left at that time. */
async function leftBehind(server: ApiServer, url: string): Promise<number> {
  const left = (): number => server.objects.list(configMaps, 'ns').length;
  const sent = request(url, { method: 'DELETE', agent: false }).on('error', () => undefined);
  sent.end();
  while (left() === count) await turnOfEventLoop();
  const seen = left();
  sent.destroy();
  while (left() > 0) await turnOfEventLoop();
  return seen;
}

it.each(['/api/v1/namespaces/ns', '/api/v1/namespaces/ns/configmaps'])(
  'should serve others while many objects are deleted, and finish when the client leaves (%s)',
  async (path) => {
    const { server, url } = await listening({ historySize: 10 });
    server.objects.create(namespaces, { metadata: { name: 'ns' } });
    for (let at = 0; at < count; at++)
      server.objects.create(configMaps, { metadata: { name: `c${at}`, namespace: 'ns' } });

    expect(await leftBehind(server, url + path)).toBeGreaterThan(0);

    const isGone = server.objects.get(namespaces, 'ns') === undefined;
    expect(isGone).toBe(path.endsWith('/ns'));
  },
);
