import { expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { throughBothDoors } from '../support/both-doors.ts';
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

/** A definition whose lists of objects have so many defaults in each item. */
function withDefaults(count: number): { readonly spec: object } {
  const defaults = Array.from({ length: count }, (_, at) => [`d${at}`, { type: 'integer', default: 1 }]);
  const items = {
    type: 'object',
    properties: { a: { type: 'integer' }, ...(Object.fromEntries(defaults) as object) },
  };
  const properties = { list: { type: 'array', items } };
  return gadgetDefinition({ versions: [version({ properties })] }) as { readonly spec: object };
}

/** Creates `large`, which a finalizer holds and which its later definition makes larger than 50,000 values, and `small`. */
async function createOutgrown(client: Client, defaults = 8): Promise<void> {
  await done(client, 'POST', definitions, withDefaults(0));
  const list = Array.from({ length: 6_000 }, () => ({ a: 1 }));
  const metadata = { name: 'large', finalizers: ['example.com/wait'] };
  await done(client, 'POST', gadgets, { ...gadget('large', { list }), metadata });
  await done(client, 'POST', gadgets, gadget('small', {}));
  await done(client, 'PATCH', definition, { spec: withDefaults(defaults).spec });
}

const large = `${gadgets}/large`;
const withoutFinalizers = { metadata: { finalizers: null } };

throughBothDoors('objects that their definition has made too large', (setUp) => {
  it('should be marked when their definition is deleted, and go with it without their finalizers', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'DELETE', definition);
    expect((await done(client, 'GET', large)).metadata).toHaveProperty('deletionTimestamp');
    expect(await refused(client, 'GET', `${gadgets}/small`)).toMatch(/^404 /);

    await done(client, 'PATCH', large, withoutFinalizers);
    expect(await refused(client, 'GET', definition)).toMatch(/^404 /);
  });

  it('should be marked when their namespace is deleted, and go with it without their finalizers', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'DELETE', '/api/v1/namespaces/ns');
    expect((await done(client, 'GET', large)).metadata).toHaveProperty('deletionTimestamp');
    expect(await refused(client, 'GET', `${gadgets}/small`)).toMatch(/^404 /);

    await done(client, 'PATCH', large, withoutFinalizers);
    expect(await refused(client, 'GET', '/api/v1/namespaces/ns')).toMatch(/^404 /);
  });

  it('should be deleted, and take updates that make them no larger', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'DELETE', large);
    const labelled = { metadata: { labels: { a: 'b', c: 'd' } } };
    await expect(done(client, 'PATCH', large, labelled)).rejects.toThrow(/413 .*more than 50000 values/);
    await done(client, 'PATCH', large, withoutFinalizers);
    expect(await refused(client, 'GET', large)).toMatch(/^404 /);
  });

  it('should take updates where they are too large to be shown with their defaults', async () => {
    const { client } = await setUp();
    await createOutgrown(client, 40);
    expect((await done(client, 'GET', large)).spec).toMatchObject({ list: { 0: { a: 1 } } });

    await done(client, 'PATCH', large, { metadata: { labels: { a: 'b' } } });
    await done(client, 'DELETE', large);
    await done(client, 'PATCH', large, withoutFinalizers);

    expect(await refused(client, 'GET', large)).toMatch(/^404 /);
  });

  it('should become small again', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'PATCH', large, { spec: { list: [{ a: 2 }] } });

    expect((await done(client, 'GET', large)).spec).toMatchObject({ list: [{ a: 2, d7: 1 }] });
  });
});
