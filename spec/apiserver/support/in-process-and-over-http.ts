import { afterEach, describe } from '@jest/globals';
import { type ApiServer, type ApiServerOptions, createApiServer } from 'rx-informer/apiserver';
import type { Client } from './client.ts';
import { httpClient } from './http-client.ts';
import { transportClient } from './transport-client.ts';

/** An embedded API server, and a client of this server. */
export interface Setup {
  readonly server: ApiServer;
  readonly client: Client;
}

/** Runs the same specs twice: with an in-process transport, and over HTTP. Closes each server after its spec. */
export function throughBothDoors(
  title: string,
  specs: (setUp: (options?: ApiServerOptions) => Promise<Setup>, door: 'process' | 'http') => void,
): void {
  describe.each(['process', 'http'] as const)(`${title} (by %s)`, (door) => {
    const servers: ApiServer[] = [];
    afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

    specs(async (options) => {
      const server = createApiServer({ resources: [widgets], futureVersionTimeout: 30, ...options });
      servers.push(server);
      seedOf(server);
      const client =
        door === 'http' ? httpClient((await server.listen()).url) : transportClient(server.transport);
      return { server, client };
    }, door);
  });
}

/** The custom resource that the specs use. */
export const widgets = {
  group: 'demo.example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  shortNames: ['wd'],
  categories: ['all', 'demo'],
  status: true,
  selectableFields: ['spec.color', 'spec.size'],
} as const;

export const configMaps = { group: '', version: 'v1', resource: 'configmaps' } as const;
export const pods = { group: '', version: 'v1', resource: 'pods' } as const;

/** The paths of the collections that the specs use. */
export const CM = '/api/v1/namespaces/ns/configmaps';
export const CR = '/apis/demo.example.com/v1/namespaces/ns/widgets';

/** Creates the ConfigMaps `c0` to `c5`, and a widget. */
function seedOf(server: ApiServer): void {
  server.objects.create({ group: '', version: 'v1', resource: 'namespaces' }, { metadata: { name: 'ns' } });
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const labels = { par: n % 2 === 0 ? 'even' : 'odd' };
    server.objects.create(configMaps, { metadata: { name: `c${n}`, namespace: 'ns', labels } });
  }
  const { kind, group, version } = widgets;
  const metadata = { name: 'w', namespace: 'ns' };
  server.objects.create(widgets, { kind, apiVersion: `${group}/${version}`, metadata });
}
