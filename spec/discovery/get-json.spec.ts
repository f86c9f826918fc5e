import { describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { ProtocolError } from 'rx-informer';
import { getJson } from '../../src/discovery/get-json.ts';
import { body, fakeTransport } from '../cli/fake-transport.ts';

const read = (text: string): Promise<unknown> =>
  lastValueFrom(getJson(fakeTransport({ '/apis': () => body(text) }), '/apis', 'application/json'));
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`;

describe('getJson', () => {
  it('should read a document of 3,000 resources', async () => {
    const resource = {
      resource: 'things',
      responseKind: { group: 'example.com', version: 'v1', kind: 'Thing' },
      scope: 'Namespaced',
      singularResource: 'thing',
      shortNames: ['th', 'thg'],
      categories: ['all', 'example'],
      verbs: ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'],
      subresources: ['status', 'scale'].map((subresource) => ({
        subresource,
        responseKind: { group: 'example.com', version: 'v1', kind: 'Thing' },
        verbs: ['get', 'patch', 'update'],
      })),
    };
    const document = { resources: Array.from({ length: 3_000 }, () => resource) };

    expect(await read(JSON.stringify(document))).toEqual(document);
  });

  it('should refuse a document of more than 200,000 values before it parses the document', async () => {
    await expect(read(objects(199_000))).resolves.toHaveLength(199_000);
    const refused = read(`${objects(200_001)} no JSON`);
    await expect(refused).rejects.toBeInstanceOf(ProtocolError);
    await expect(refused).rejects.toThrow('the answer to /apis has more than 200000 values');
  });

  it('should refuse a document of more than 500 levels before it parses the document', async () => {
    await expect(read(nested(500))).resolves.toBeDefined();
    await expect(read('['.repeat(600))).rejects.toThrow(
      'the answer to /apis is nested deeper than 500 levels',
    );
  });
});
