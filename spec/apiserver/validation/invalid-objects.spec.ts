import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createApiServer } from 'rx-informer/apiserver';
import { asItIs, casesOf } from '../differential/invalid/breaks.ts';
import { manifests } from '../differential/invalid/manifests.ts';
import { isNamed, namedDifferences } from '../differential/invalid/named-differences.ts';
import { type Valid, validObjects } from '../differential/invalid/valid-objects.ts';
import { lineOf, type Verdicts, verdictOf } from '../differential/invalid/verdict.ts';
import { transportClient } from '../support/transport-client.ts';

/** The decisions of a real server about invalid objects. `npm run suite -- invalid-objects --record` updates them. */
const verdicts = JSON.parse(
  readFileSync(new URL('../differential/invalid/verdicts.json', import.meta.url), 'utf8'),
) as Verdicts;

/**
 * Returns the decisions of the embedded server about an object and about its invalid copies, which have one invalid
 * field each.
 */
async function verdictsOn({ path, object }: Valid): Promise<Readonly<Record<string, string>>> {
  const server = createApiServer();
  const client = transportClient(server.transport);
  await client.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'differential' } } });
  const found: Record<string, string> = {};
  for (const { name, object: broken } of casesOf(object)) {
    const { code, body } = await client.request('POST', `${path}?dryRun=All`, { body: broken });
    found[name] = lineOf(verdictOf({ status: code, body: body as Readonly<Record<string, unknown>> }));
  }
  await server.close();
  return found;
}

/** Returns the decisions of the embedded server about the manifests. */
async function verdictsOnManifests(): Promise<Readonly<Record<string, string>>> {
  const server = createApiServer();
  const client = transportClient(server.transport);
  await client.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'differential' } } });
  const found: Record<string, string> = {};
  for (const { name, method, path, object } of manifests) {
    const dry = `${path}${path.includes('?') ? '&' : '?'}dryRun=All`;
    const type = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';
    const { code, body } = await client.request(method, dry, {
      body: object,
      headers: { 'content-type': type },
    });
    found[name] = lineOf(verdictOf({ status: code, body: body as Readonly<Record<string, unknown>> }));
  }
  await server.close();
  return found;
}

const unnamed = (object: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([broken]) => !isNamed(object, broken)));

describe('objects with one field broken', () => {
  it.each(validObjects)('should get the verdicts of the real server: $name', async (valid) => {
    const found = await verdictsOn(valid);
    const expected = verdicts[valid.name] ?? {};

    expect(found[asItIs]).toBe('201');
    expect(unnamed(valid.name, found)).toEqual(unnamed(valid.name, expected));
  });

  it('should get the verdicts of the real server: manifests with typical mistakes and rare spellings', async () => {
    const found = await verdictsOnManifests();

    expect(Object.keys(found)).toHaveLength(manifests.length);
    expect(unnamed('manifests', found)).toEqual(unnamed('manifests', verdicts['manifests'] ?? {}));
  });

  it('should differ from the real server in less than 1 % of the cases, which are named', () => {
    const all = Object.entries(verdicts).flatMap(([object, cases]) =>
      Object.keys(cases).map((broken) => [object, broken] as const),
    );
    const named = Object.entries(namedDifferences).flatMap(([object, cases]) =>
      Object.keys(cases).map((broken) => [object, broken] as const),
    );

    expect(named.every(([object, broken]) => verdicts[object]?.[broken] !== undefined)).toBe(true);
    expect(all.filter(([object, broken]) => isNamed(object, broken))).toHaveLength(named.length);
    expect(named.length).toBeLessThan(all.length / 100);
    expect(all.length).toBeGreaterThan(300);
  });
});
