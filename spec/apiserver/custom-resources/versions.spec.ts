import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';
import {
  definition,
  definitions,
  done,
  gadget,
  gadgetDefinition,
  gadgets,
  refused,
  version,
} from './gadgets.ts';

const size = { type: 'integer' };
const versions = [
  version({ properties: { size, color: { type: 'string', default: 'red' } } }),
  version({ name: 'v2', storage: false, properties: { size, shade: { type: 'string', default: 'dark' } } }),
  version({ name: 'v1beta1', storage: false, more: { deprecated: true } }),
  version({ name: 'v3', storage: false, served: false }),
];
const in2 = gadgets.replace('/v1/', '/v2/');
const in2Gadget = (name: string, spec: object): object => ({
  ...gadget(name, spec),
  apiVersion: 'example.com/v2',
});

throughBothDoors('versions of a custom resource', (setUp) => {
  it('should return each object in the requested version, without fields unknown to that version', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));

    await done(client, 'POST', gadgets, gadget('a'));
    const b = await done(client, 'POST', in2, in2Gadget('b', { size: 2, shade: 'pale' }));

    expect(b).toMatchObject({ apiVersion: 'example.com/v2', spec: { size: 2 } });
    expect(b.spec).toEqual({ size: 2 }); // the storage version of the CRD has no field `shade`
    expect((await done(client, 'GET', gadgets)).items).toMatchObject([
      { apiVersion: 'example.com/v1', metadata: { name: 'a' }, spec: { size: 1, color: 'red' } },
      { apiVersion: 'example.com/v1', metadata: { name: 'b' }, spec: { size: 2, color: 'red' } },
    ]);
    const list = await done(client, 'GET', in2);
    expect(list).toMatchObject({ apiVersion: 'example.com/v2', kind: 'GadgetList' });
    expect(list.items.map(({ apiVersion, spec }) => [apiVersion, spec])).toEqual([
      ['example.com/v2', { size: 1 }],
      ['example.com/v2', { size: 2 }],
    ]);
  });

  it('should return, watch and delete an object that its new schema has made too large', async () => {
    const { client } = await setUp();
    const schemaWith = (count: number): object => {
      const more = Array.from({ length: count }, (_, at) => [`d${at}`, { type: 'integer', default: 1 }]);
      const items = { type: 'object', properties: { a: size, ...(Object.fromEntries(more) as object) } };
      return gadgetDefinition({ versions: [version({ properties: { list: { type: 'array', items } } })] });
    };
    const path = `${definitions}/gadgets.example.com`;
    await done(client, 'POST', definitions, schemaWith(0));
    const list = Array.from({ length: 4_000 }, (_, a) => ({ a }));
    await done(client, 'POST', gadgets, gadget('large', { list }));

    await done(client, 'PATCH', path, { spec: (schemaWith(15) as { spec: object }).spec });
    const shown = await done(client, 'GET', `${gadgets}/large`);
    expect(shown.spec).toMatchObject({ list: { length: 4_000, 0: { a: 0, d14: 1 } } });
    await done(client, 'PATCH', path, { spec: (schemaWith(100) as { spec: object }).spec });

    expect((await done(client, 'GET', `${gadgets}/large`)).spec).toEqual({ list });
    expect((await done(client, 'GET', gadgets)).items).toHaveLength(1);
    await done(client, 'DELETE', path);
    expect(await refused(client, 'GET', path)).toMatch(/^404 /);
  });

  it('should send each watch its version, with the same resourceVersions', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));
    const watches = [client.watch(`${gadgets}?watch=true`), client.watch(`${in2}?watch=true`)];
    await Promise.all(watches.map(({ opened }) => opened));

    await done(client, 'POST', gadgets, gadget('a'));
    await done(client, 'DELETE', `${in2}/a`);

    const [one = [], two = []] = await Promise.all(watches.map((watching) => watching.take(2)));
    watches.forEach((watching) => watching.stop());
    expect(one.map(({ object }) => object.apiVersion)).toEqual(['example.com/v1', 'example.com/v1']);
    expect(two.map(({ object }) => object.apiVersion)).toEqual(['example.com/v2', 'example.com/v2']);
    expect(one.map(({ object }) => object.metadata.resourceVersion)).toEqual(
      two.map(({ object }) => object.metadata.resourceVersion),
    );
  });

  it('should not serve a version with `served: false`', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));

    expect(await refused(client, 'GET', gadgets.replace('/v1/', '/v3/'))).toMatch(/^404 /);
  });

  it('should be listed in discovery, the preferred version first (P111)', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));

    const all = ['v2', 'v1', 'v1beta1'].map((name) => ({
      groupVersion: `example.com/${name}`,
      version: name,
    }));
    expect(await done(client, 'GET', '/apis/example.com')).toMatchObject({
      versions: all,
      preferredVersion: all[0],
    });
    expect(await done(client, 'GET', '/apis/example.com/v2')).toMatchObject({
      resources: [{ name: 'gadgets', singularName: 'gadget', kind: 'Gadget', namespaced: true }],
    });
  });

  it('should record which versions were ever stored', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));
    await done(client, 'POST', gadgets, gadget('a', { size: 1, color: 'blue' }));
    const [first, second, ...others] = versions;
    const swapped = [{ ...first, storage: false }, { ...second, storage: true }, ...others];

    await done(client, 'PATCH', definition, { spec: { versions: swapped } });

    expect((await done(client, 'GET', definition)).status).toMatchObject({ storedVersions: ['v1', 'v2'] });
    expect((await done(client, 'GET', `${in2}/a`)).spec).toEqual({ size: 1, shade: 'dark' });
    const { metadata, spec, ...more } = await done(client, 'GET', definition);
    const without = { ...more, metadata, spec: { ...spec, versions: swapped.slice(1) } };
    expect(await refused(client, 'PUT', definition, without)).toContain(
      'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version',
    );
  });

  it('should warn about a deprecated version, and suggest a better one', async () => {
    const { client, server } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));

    const url = (await server.listen()).url;
    const { headers } = await fetch(`${url}${gadgets.replace('/v1/', '/v1beta1/')}`);

    expect(headers.get('warning')).toBe(
      '299 - "example.com/v1beta1 Gadget is deprecated; use example.com/v2 Gadget"',
    );
    expect((await fetch(`${url}${gadgets}`)).headers.get('warning')).toBeNull();
  });

  it('should be deleted once from a namespace', async () => {
    const { client } = await setUp();
    await done(client, 'POST', definitions, gadgetDefinition({ versions }));
    await done(client, 'POST', gadgets, gadget('a'));

    await done(client, 'DELETE', '/api/v1/namespaces/ns');

    expect(await refused(client, 'GET', '/api/v1/namespaces/ns')).toMatch(/^404 /);
  });
});
