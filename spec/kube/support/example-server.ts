import { readFileSync } from 'node:fs';
import { type ExampleServer, gadgets } from '../../examples/support/example-server.ts';
import { type Cluster, down, up } from '../kube.mjs';
import { asAdmin } from './admin.ts';
import { eventually } from './eventually.ts';
import { definitions } from './widgets.ts';

/** A real API server for the example programs. */
export function realServer(cluster: Cluster): ExampleServer {
  const { server: url, caFile, token } = cluster;
  const ask: ExampleServer['ask'] = (method, path, body) =>
    asAdmin(cluster, (send) => send(method, path, body));
  const definition = `${definitions}/${gadgets.resource}.${gadgets.group}`;
  const collection = `/apis/${gadgets.group}/${gadgets.version}/${gadgets.resource}`;

  return {
    url,
    ca: readFileSync(caFile, 'utf8'),
    token,
    ask,
    async defineGadgets() {
      await ask('POST', definitions, gadgetDefinition);
      await eventually(() => ask('GET', collection));
    },
    async withdrawGadgets() {
      await ask('DELETE', definition);
      await eventually(async () => {
        if (await isServed(ask, collection)) throw new Error('gadgets are still served');
      });
    },
    async another() {
      const more = await up([], token);
      return { ...realServer(more), close: () => down(more) };
    },
  };
}

const isServed = (ask: ExampleServer['ask'], path: string): Promise<boolean> =>
  ask('GET', path).then(
    () => true,
    () => false,
  );

const gadgetDefinition = {
  metadata: { name: `${gadgets.resource}.${gadgets.group}` },
  spec: {
    group: gadgets.group,
    scope: 'Namespaced',
    names: {
      plural: gadgets.resource,
      singular: 'gadget',
      kind: gadgets.kind,
      listKind: `${gadgets.kind}List`,
    },
    versions: [
      {
        name: gadgets.version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
