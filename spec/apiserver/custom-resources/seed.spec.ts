import { afterEach, describe, expect, it } from '@jest/globals';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { gadget, gadgetDefinition, version } from './gadgets.ts';

const servers: ApiServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

const started = (): ApiServer => {
  const server = createApiServer();
  servers.push(server);
  return server;
};

const gadgets = { group: 'example.com', version: 'v1', resource: 'gadgets' };

describe('definitions in a seed', () => {
  it('should also apply to earlier objects in the seed', () => {
    const server = started();
    const properties = { color: { type: 'string', default: 'red' } };

    server.seed([gadget('a', {}), gadgetDefinition({ versions: [version({ properties })] })]);

    expect(server.objects.list(gadgets)).toMatchObject([
      { metadata: { name: 'a', namespace: 'default' }, spec: { color: 'red' } },
    ]);
  });

  it('should be served with any saved status', () => {
    const server = started();
    const empty = { conditions: [], acceptedNames: { kind: '', plural: '' }, storedVersions: [] };

    server.seed([{ kind: 'List', items: [{ ...gadgetDefinition(), status: empty }] }]);

    expect(server.objects.list(gadgets)).toEqual([]);
  });

  it('should be refused like those of clients', () => {
    expect(() => started().seed([{ ...gadgetDefinition(), metadata: { name: 'x' } }])).toThrow(
      'must be spec.names.plural+"."+spec.group',
    );
  });

  it('should also be created with `objects`', () => {
    const server = started();
    const definitions = {
      group: 'apiextensions.k8s.io',
      version: 'v1',
      resource: 'customresourcedefinitions',
    };

    server.objects.create(definitions, gadgetDefinition() as { metadata: { name: string } });

    expect(server.objects.list(gadgets)).toEqual([]);
    const metadata = { name: 'a', namespace: 'default' };
    const made = server.objects.create(gadgets, { metadata });
    server.objects.update(gadgets, { metadata: { ...made.metadata, labels: { x: 'y' } } });
    expect(server.objects.get(gadgets, 'default/a')).toMatchObject({
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata: { labels: { x: 'y' } },
    });
    server.objects.delete(definitions, 'gadgets.example.com');
    expect(() => server.objects.list(gadgets)).toThrow('one that the server has');
  });
});
