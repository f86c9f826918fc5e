import { expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';
import {
  definition,
  definitions,
  done,
  gadget,
  gadgetDefinition,
  gadgets,
  gone,
  refused,
  version,
} from './gadgets.ts';

/**
 * Returns a CRD whose defaults add the given number of members to each item of a list. No schema validates these
 * members, because validation would take much time.
 */
function withDefaults(members: number): { readonly spec: object } {
  const filled = Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, 1]));
  const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const items = {
    type: 'object',
    properties: { a: { type: 'integer' }, ...(members === 0 ? {} : { d: { ...free, default: filled } }) },
  };
  const properties = { list: { type: 'array', items } };
  return gadgetDefinition({ versions: [version({ properties })] }) as { readonly spec: object };
}

/**
 * Creates two objects, `large` and `small`. A finalizer keeps `large`. Defaults of the later CRD make `large` larger
 * than 50,000 values.
 */
async function createOutgrown(client: Client, members = 100): Promise<void> {
  await done(client, 'POST', definitions, withDefaults(0));
  const list = Array.from({ length: 600 }, () => ({ a: 1 }));
  const metadata = { name: 'large', finalizers: ['example.com/wait'] };
  await done(client, 'POST', gadgets, { ...gadget('large', { list }), metadata });
  await done(client, 'POST', gadgets, gadget('small', {}));
  await done(client, 'PATCH', definition, { spec: withDefaults(members).spec });
}

const large = `${gadgets}/large`;
const withoutFinalizers = { metadata: { finalizers: null } };

throughBothDoors('objects that their definition has made too large', (setUp) => {
  it('should be marked when their definition is deleted, and be removed with it despite their finalizers', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'DELETE', definition);
    expect((await done(client, 'GET', large)).metadata).toHaveProperty('deletionTimestamp');
    await gone(client, `${gadgets}/small`);

    await done(client, 'PATCH', large, withoutFinalizers);
    await gone(client, definition);
  });

  it('should be marked when their namespace is deleted, and be removed with it despite their finalizers', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'DELETE', '/api/v1/namespaces/ns');
    expect((await done(client, 'GET', large)).metadata).toHaveProperty('deletionTimestamp');
    await gone(client, `${gadgets}/small`);

    await done(client, 'PATCH', large, withoutFinalizers);
    await gone(client, '/api/v1/namespaces/ns');
  });

  it('should be deletable, and accept updates that do not enlarge them', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'DELETE', large);
    const labelled = { metadata: { labels: { a: 'b', c: 'd' } } };
    await expect(done(client, 'PATCH', large, labelled)).rejects.toThrow(/413 .*more than 50000 values/);
    await done(client, 'PATCH', large, withoutFinalizers);
    expect(await refused(client, 'GET', large)).toMatch(/^404 /);
  });

  it('should accept updates if they are too large to be shown with their defaults', async () => {
    const { client } = await setUp();
    await createOutgrown(client, 400);
    expect((await done(client, 'GET', large)).spec).toEqual({
      list: Array.from({ length: 600 }, () => ({ a: 1 })),
    });

    await done(client, 'PATCH', large, { metadata: { labels: { a: 'b' } } });
    await done(client, 'DELETE', large);
    await done(client, 'PATCH', large, withoutFinalizers);

    expect(await refused(client, 'GET', large)).toMatch(/^404 /);
  });

  it('should be able to become small again', async () => {
    const { client } = await setUp();
    await createOutgrown(client);

    await done(client, 'PATCH', large, { spec: { list: [{ a: 2 }] } });

    expect((await done(client, 'GET', large)).spec).toMatchObject({ list: [{ a: 2, d: { m99: 1 } }] });
  });
});
