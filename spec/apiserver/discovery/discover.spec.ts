import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { discover as discoverIn } from '../../../src/apiserver/discovery/discover.ts';
import {
  type DiscoveryContext,
  OpenApiV2Documents,
} from '../../../src/apiserver/discovery/open-api-v2/open-api-v2.ts';
import { aggregatedDiscovery } from '../../../src/apiserver/http/negotiate.ts';
import { unlimitedFlow } from '../../../src/apiserver/flow.ts';
import type { ApiRequest } from '../../../src/apiserver/http/request.ts';
import { Catalog } from '../../../src/apiserver/resources/catalog.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';

const count = 20;
const description = 'd'.repeat(100_000);

/** Creates CRDs with large schemas. Counts how often one of the schemas is read. */
function setUp(): { readonly catalog: Catalog; readonly reads: () => number } {
  const catalog = new Catalog();
  let reads = 0;
  for (let at = 0; at < count; at++) {
    const schema = {
      type: 'object' as const,
      get description() {
        reads++;
        return description;
      },
    };
    catalog.add(resourceOf({ group: 'ex.com', version: 'v1', resource: `r${at}s`, kind: `R${at}`, schema }));
  }
  return { catalog, reads: () => reads };
}

/** The discovery context of each catalog. A server has one catalog and one context for all its requests. */
const contexts = new Map<Catalog, DiscoveryContext>();
function discover(catalog: Catalog, request: ApiRequest): ReturnType<typeof discoverIn> {
  const context = contexts.get(catalog) ?? { catalog, openApiV2Documents: new OpenApiV2Documents() };
  contexts.set(catalog, context);
  return discoverIn(context, request);
}

const requestOf = (path: string, headers: ApiRequest['headers'] = {}): ApiRequest => ({
  method: 'GET',
  path,
  query: new URLSearchParams(),
  headers,
  body: '',
});

describe.each(['/openapi/v2', '/openapi/v3/apis/ex.com/v1'])(
  'the document %s of large definitions',
  (path) => {
    it('should be made in pieces', async () => {
      const { catalog } = setUp();

      const response = await lastValueFrom(discover(catalog, requestOf(path)));
      const pieces = await lastValueFrom(response.body(unlimitedFlow).pipe(toArray()));

      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 * description.length);
      const document = JSON.parse(Buffer.concat(pieces).toString()) as {
        readonly definitions?: object;
        readonly components?: { readonly schemas: object };
      };
      const schemas = Object.values(document.definitions ?? document.components?.schemas ?? {}) as readonly {
        readonly description?: string;
      }[];
      expect(schemas.filter((schema) => schema.description === description)).toHaveLength(count);
    });

    it('should read a schema only when the schema is written', async () => {
      const { catalog, reads } = setUp();

      await lastValueFrom(discover(catalog, requestOf(path)));

      const readsOfTag = count;
      expect(reads() - readsOfTag).toBeLessThan(count / 2);
    });

    it('should have its ETag without another read of the schemas', async () => {
      const { catalog, reads } = setUp();
      const { headers } = await lastValueFrom(discover(catalog, requestOf(path)));
      const before = reads();

      const known = { 'if-none-match': headers['etag'] ?? '' };
      expect(await lastValueFrom(discover(catalog, requestOf(path, known)))).toMatchObject({ status: 304 });
      await lastValueFrom(discover(catalog, requestOf('/openapi/v3')));

      expect(reads()).toBe(before);
    });
  },
);

describe('lists of resources with long names', () => {
  /** Creates resources with a long category. Counts how often the categories are read. */
  function named(): { readonly catalog: Catalog; readonly reads: () => number } {
    const catalog = new Catalog();
    let reads = 0;
    for (let at = 0; at < count; at++) {
      const resource = resourceOf({ group: 'ex.com', version: 'v1', resource: `r${at}s`, kind: `R${at}` });
      Object.defineProperty(resource, 'categories', {
        get: () => {
          reads++;
          return [description];
        },
      });
      catalog.add(resource);
    }
    return { catalog, reads: () => reads };
  }

  const inOneDocument = { accept: aggregatedDiscovery };

  it.each([
    ['/apis', inOneDocument],
    ['/apis/ex.com/v1', {}],
  ])('should be made in pieces: %s', async (path, headers) => {
    const { catalog } = named();

    const response = await lastValueFrom(discover(catalog, requestOf(path, headers)));
    const pieces = await lastValueFrom(response.body(unlimitedFlow).pipe(toArray()));

    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 * description.length);
    const text = Buffer.concat(pieces).toString();
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`);
    expect(text.split(description)).toHaveLength(count + 1);
  });

  it('should have their ETag without another read of the names', async () => {
    const { catalog, reads } = named();
    const { headers } = await lastValueFrom(discover(catalog, requestOf('/apis', inOneDocument)));
    const before = reads();

    const known = { ...inOneDocument, 'if-none-match': headers['etag'] ?? '' };
    expect(await lastValueFrom(discover(catalog, requestOf('/apis', known)))).toMatchObject({ status: 304 });

    expect(reads()).toBe(before);
  });

  it('should have another ETag after a resource was added', async () => {
    const { catalog } = named();
    const tag = async (): Promise<string | undefined> =>
      (await lastValueFrom(discover(catalog, requestOf('/apis', inOneDocument)))).headers['etag'];
    const before = await tag();

    catalog.add(resourceOf({ group: 'ex.com', version: 'v2', resource: 'as', kind: 'A' }));

    expect(await tag()).not.toBe(before);
  });
});

describe.each(['/openapi/v2', '/openapi/v3/apis/GROUP/v1'])('the document %s of many definitions', (path) => {
  const group = `${'g'.repeat(60)}.${'g'.repeat(60)}.com`;
  const documentOf = async (catalog: Catalog): Promise<readonly Uint8Array[]> => {
    const response = await lastValueFrom(discover(catalog, requestOf(path.replace('GROUP', group))));
    return lastValueFrom(response.body(unlimitedFlow).pipe(toArray()));
  };

  it('should have its paths in pieces', async () => {
    const catalog = new Catalog();
    for (let at = 0; at < 200; at++) {
      const kind = `W${at}${'x'.repeat(50)}`;
      catalog.add(resourceOf({ group, version: 'v1', resource: kind.toLowerCase(), kind }));
    }

    const pieces = await documentOf(catalog);

    const { paths } = JSON.parse(Buffer.concat(pieces).toString()) as { readonly paths: object };
    expect(Object.keys(paths).length).toBeGreaterThanOrEqual(600);
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(2 * 65_536);
  });

  it('should have one schema for a kind with the name of another kind’s list', async () => {
    const catalog = new Catalog();
    const schema = { type: 'object' as const, description: 'a kind' };
    catalog.add(resourceOf({ group, version: 'v1', resource: 'foolists', kind: 'FooList', schema }));
    catalog.add(
      resourceOf({ group, version: 'v1', resource: 'foos', kind: 'Foo', listKind: 'Foos', schema }),
    );

    const text = Buffer.concat(await documentOf(catalog)).toString();

    const name = `com.${group.split('.')[0]}.${group.split('.')[1]}.v1.FooList`;
    expect(text.split(`"${name}":`)).toHaveLength(2);
    expect(text.split('"a kind"')).toHaveLength(3);
  });
});
