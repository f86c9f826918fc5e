import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { Answer, Client } from '../support/client.ts';
import { CM, CR, throughBothDoors } from '../support/in-process-and-over-http.ts';

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const partial = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json';
const partials = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

const asked = async (
  client: Client,
  method: string,
  target: string,
  accept: string,
  body?: unknown,
): Promise<Answer> => {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = { accept, 'content-type': type };
  return client.request(method, target, { headers, ...(body === undefined ? {} : { body }) });
};

const metadata = { name: 'x' };

throughBothDoors('forms of answers', (setUp, door) => {
  it('should return a written object as a table or as metadata, like the real server (P102, P105)', async () => {
    const { client } = await setUp();
    for (const [accept, kind] of [
      [table, 'Table'],
      [partial, 'PartialObjectMetadata'],
    ] as const) {
      const made = await asked(client, 'POST', CM, accept, { metadata, data: { a: '1' } });
      const put = await asked(client, 'PUT', `${CM}/x`, accept, { metadata });
      const patched = await asked(client, 'PATCH', `${CM}/x`, accept, { data: { b: '2' } });
      const dry = await asked(client, 'DELETE', `${CM}/x`, accept);

      expect([made, put, patched].map(({ body }) => body)).toMatchObject(Array(3).fill({ kind }));
      expect(made.body).not.toHaveProperty('data');
      // The server returns a Status in its usual form, even if the client requests a Table or only metadata.
      expect(dry.body).toMatchObject({ kind: 'Status', status: 'Success' });
    }
  });

  it('should return a deleted object as a table', async () => {
    const { client } = await setUp();
    const pods = '/api/v1/namespaces/ns/pods';
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    await asked(client, 'POST', pods, table, { metadata, spec });

    const gone = await asked(client, 'DELETE', `${pods}/x`, table);
    const all = await asked(client, 'DELETE', `${CM}?labelSelector=par=odd`, table);

    expect(gone.body).toMatchObject({ kind: 'Table', rows: [{ object: { metadata } }] });
    expect((all.body as { rows: unknown[] }).rows).toHaveLength(3);
  });

  it('should refuse single metadata for a list, and a metadata list for one object', async () => {
    const { client } = await setUp();

    const answers = [
      await asked(client, 'GET', CM, partial),
      await asked(client, 'GET', `${CM}/c0`, partials),
      await asked(client, 'GET', CR, partial),
    ];

    expect(answers.map(({ code }) => code)).toEqual([406, 406, 406]);
    expect(answers.map(({ body }) => (body as { message: string }).message)).toEqual([
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
      'you requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)',
      'you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)',
    ]);
  });

  it('should answer in YAML: objects, lists, tables, refusals and discovery', async () => {
    const { client } = await setUp();
    const inBoth = async (target: string): Promise<[unknown, unknown]> => {
      const [yaml, json] = [
        await asked(client, 'GET', target, 'application/yaml'),
        await asked(client, 'GET', target, 'application/json'),
      ];
      if (door === 'http') expect(yaml.headers['content-type']).toBe('application/yaml');
      return [parse(yaml.body as string, { version: '1.1' }), json.body];
    };

    // An in-process transport reports a refusal as a StatusError, so there is no body to compare.
    const refused = door === 'http' ? [`${CM}/none`] : [];
    for (const target of [`${CM}/c0`, CM, CR, ...refused, '/api/v1', '/apis', '/apis/apps']) {
      const [yaml, json] = await inBoth(target);
      expect(yaml).toEqual(json);
    }
    const shown = await asked(client, 'GET', CM, 'application/yaml;as=Table;v=v1;g=meta.k8s.io');
    expect(parse(shown.body as string)).toMatchObject({ kind: 'Table' });
  });

  it('should keep strings as strings that YAML could read as other types', async () => {
    const { client } = await setUp();
    const data = {
      a: 'yes',
      b: '0644',
      c: '1e3',
      d: 'null',
      e: '2026-11-21',
      f: ': x',
      g: 'a\n\nb\n',
      h: '~',
    };

    const { body } = await asked(client, 'POST', CM, 'application/yaml', { metadata, data });

    expect(parse(body as string, { version: '1.1' })).toMatchObject({ data });
    const again = await client.request('PUT', `${CM}/x`, {
      body,
      headers: { 'content-type': 'application/yaml' },
    });
    expect(again.body).toMatchObject({ data });
  });

  it('should send no watch in YAML, and JSON to clients that accept both', async () => {
    const { client } = await setUp();
    const query = '?watch=true&timeoutSeconds=1';

    const refused = await asked(client, 'GET', CM + query, 'application/yaml');

    expect(refused.code).toBe(406);
    if (door === 'http') expect(refused.body).toContain('application/json;stream=watch');
    const first = await asked(client, 'GET', CM, 'application/json, application/yaml');
    expect(first.body).toMatchObject({ kind: 'ConfigMapList' });
  });
});
