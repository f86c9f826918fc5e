import { describe, expect, it } from '@jest/globals';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import {
  encodeDocument,
  protobufParts,
} from '../../../../src/apiserver/discovery/open-api-v2/encode-document.ts';

/** Decodes the fields of a protobuf message, by field number. */
function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, readonly Uint8Array[]> {
  const fields = new Map<number, Uint8Array[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const start = reader.pos;
    const value = type === WireType.LengthDelimited ? reader.bytes() : undefined;
    if (value === undefined) reader.skip(type, number);
    fields.set(number, [...(fields.get(number) ?? []), value ?? bytes.subarray(start, reader.pos)]);
  }
  return fields;
}

/** Returns all values of a protobuf message at a path of field numbers. */
const at = (bytes: Uint8Array, ...path: readonly number[]): readonly Uint8Array[] =>
  path.reduce<readonly Uint8Array[]>(
    (all, number) => all.flatMap((one) => fieldsOf(one).get(number) ?? []),
    [bytes],
  );

const textAt = (bytes: Uint8Array, ...path: readonly number[]): readonly string[] =>
  at(bytes, ...path).map((one) => Buffer.from(one).toString());

const kind = [{ group: '', kind: 'A', version: 'v1' }];
const given = {
  swagger: '2.0',
  info: { title: 'T', version: 'v1' },
  definitions: {
    A: {
      type: 'object',
      description: 'ä',
      required: ['b', 'c'],
      properties: {
        b: { $ref: '#/definitions/B' },
        c: { type: 'array', items: { type: 'string', maxLength: 300 } },
      },
      'x-kubernetes-group-version-kind': kind,
    },
    B: { type: 'object', additionalProperties: { type: 'string', enum: ['x', 'y'] } },
  },
  paths: {
    '/a/{name}': {
      patch: {
        consumes: ['application/json'],
        parameters: [
          { name: 'body', in: 'body', required: true, schema: { type: 'object' } },
          { name: 'force', in: 'query', type: 'boolean', uniqueItems: true },
        ],
        responses: { 200: { description: 'OK', schema: { $ref: '#/definitions/A' } } },
        'x-kubernetes-group-version-kind': kind[0],
      },
      parameters: [{ name: 'name', in: 'path', required: true, type: 'string' }],
    },
  },
};
const encoded = encodeDocument(given);

// The field numbers come from OpenAPIv2.proto.
const schemaOfA = [9, 1, 2] as const;
const patch = [8, 2, 2, 8] as const;

describe('encodeDocument', () => {
  it('should encode the definitions', () => {
    expect(textAt(encoded, 1)).toEqual(['2.0']);
    expect(textAt(encoded, 2, 1)).toEqual(['T']);
    expect(textAt(encoded, 9, 1, 1)).toEqual(['A', 'B']);
    expect(textAt(encoded, ...schemaOfA, 22, 1)).toEqual(['object', 'object']);
    expect(textAt(encoded, ...schemaOfA, 4)).toEqual(['ä']);
    expect(textAt(encoded, ...schemaOfA, 19)).toEqual(['b', 'c']);
    expect(textAt(encoded, ...schemaOfA, 25, 1, 1)).toEqual(['b', 'c']);
    expect(textAt(encoded, ...schemaOfA, 25, 1, 2, 1)).toEqual(['#/definitions/B']);
    expect(textAt(encoded, ...schemaOfA, 25, 1, 2, 23, 1, 22, 1)).toEqual(['string']);
    expect(at(encoded, ...schemaOfA, 25, 1, 2, 23, 1, 11)).toEqual([new Uint8Array([0xac, 0x02])]);
    expect(textAt(encoded, ...schemaOfA, 21, 1, 20, 2)).toEqual(['"x"', '"y"']);
  });

  it('should keep extensions as YAML', () => {
    expect(textAt(encoded, ...schemaOfA, 31, 1)).toEqual(['x-kubernetes-group-version-kind']);
    expect(textAt(encoded, ...schemaOfA, 31, 2, 2)).toEqual([JSON.stringify(kind)]);
    expect(textAt(encoded, ...patch, 13, 2, 2)).toEqual([JSON.stringify(kind[0])]);
  });

  it('should encode paths with their parameters', () => {
    expect(textAt(encoded, 8, 2, 1)).toEqual(['/a/{name}']);
    expect(textAt(encoded, ...patch, 8, 1, 1, 2)).toEqual(['body']);
    expect(textAt(encoded, ...patch, 8, 1, 2, 3, 4)).toEqual(['force']);
    expect(textAt(encoded, ...patch, 8, 1, 2, 3, 6)).toEqual(['boolean']);
    expect(textAt(encoded, 8, 2, 2, 9, 1, 2, 4, 4)).toEqual(['name']);
    expect(textAt(encoded, ...patch, 9, 1, 1)).toEqual(['200']);
    expect(textAt(encoded, ...patch, 9, 1, 2, 1, 2, 1, 1)).toEqual(['#/definitions/A']);
  });

  it('should encode the same document in parts, which a reader merges', () => {
    const { definitions, paths, ...head } = given;
    const sections = Object.entries({ paths, definitions }).map(([name, members]) => ({
      names: [name],
      members: Object.entries(members),
    }));
    const parts = [...protobufParts(head, sections)];
    const together = Buffer.concat(parts);

    expect(parts).toHaveLength(4);
    for (const field of [1, 2]) expect(textAt(together, field)).toEqual(textAt(encoded, field));
    for (const field of [8, 9]) {
      expect(Buffer.concat(at(together, field))).toEqual(Buffer.concat(at(encoded, field)));
    }
  });
});
