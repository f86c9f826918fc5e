import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createApiServer } from 'rx-informer/apiserver';
import { casesOf } from '../differential/invalid/breaks.ts';
import { validObjects } from '../differential/invalid/valid-objects.ts';
import { lineOf, type Verdicts, verdictOf } from '../differential/invalid/verdict.ts';
import { transportClient } from '../support/transport-client.ts';

const verdicts = JSON.parse(
  readFileSync(new URL('../differential/invalid/verdicts.json', import.meta.url), 'utf8'),
) as Verdicts;

/** Kinds whose rules are those of the real server, as far as the cases go. */
const complete = ['pods', 'configmaps', 'secrets', 'roles', 'resourcequotas', 'services', 'ingresses'];

describe('valid objects', () => {
  it.each(validObjects)('should be taken, as by the real server: $object.kind', async ({ path, object }) => {
    const server = createApiServer();
    const client = transportClient(server.transport);
    await client.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'differential' } } });

    const { code, body } = await client.request('POST', path, { body: object });

    expect({ code, body }).toMatchObject({ code: 201 });
    await server.close();
  });
});

describe('objects with one field broken', () => {
  it.each(complete)('should get the verdict of the real server: %s', async (plural) => {
    const server = createApiServer();
    const client = transportClient(server.transport);
    await client.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'differential' } } });
    const { path, object } = validObjects.find((one) => one.path.endsWith(`/${plural}`)) ?? {};
    if (path === undefined || object === undefined) throw new Error(`there is no valid object of ${plural}`);

    const found: Record<string, string> = {};
    for (const { name, object: broken } of casesOf(object)) {
      const { code, body } = await client.request('POST', `${path}?dryRun=All`, { body: broken });
      found[name] = lineOf(verdictOf({ status: code, body: body as Readonly<Record<string, unknown>> }));
    }

    expect(found).toEqual(verdicts[plural]);
    await server.close();
  });
});
