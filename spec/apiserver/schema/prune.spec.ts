import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import { prune } from '../../../src/apiserver/schema/prune.ts';
import type { Schema } from '../../../src/apiserver/schema/schema.ts';
import { object, root } from './schemas.ts';

/** A simple reference implementation of the pruning rules in Kubernetes' documentation. Changes its argument. */
function naive(value: unknown, schema: Schema | undefined, isRoot: boolean): void {
  if (Array.isArray(value)) {
    if (schema?.['x-kubernetes-preserve-unknown-fields'] === true && schema.items === undefined) return;
    for (const item of value) naive(item, schema?.items, false);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    if (isRoot && ['kind', 'apiVersion', 'metadata'].includes(name)) continue;
    const isOwn = Object.keys(schema?.properties ?? {}).includes(name);
    const additional = schema?.additionalProperties;
    if (isOwn) naive(members[name], schema?.properties?.[name], false);
    else if (additional !== undefined && additional !== false) {
      naive(members[name], typeof additional === 'object' ? additional : undefined, false);
    } else if (schema?.['x-kubernetes-preserve-unknown-fields'] !== true)
      Reflect.deleteProperty(members, name);
  }
}

const text: Schema = { type: 'string' };

describe('prune', () => {
  it('should keep the same fields as the rules of apiextensions', () => {
    fc.assert(
      fc.property(root, object, (schema, given) => {
        const expected = JSON.parse(JSON.stringify(given)) as Json;
        naive(expected, schema, true);

        expect(JSON.stringify(prune(schema, given).object)).toBe(JSON.stringify(expected));
      }),
      { numRuns: 1000 },
    );
  });

  it('should return the same object and no paths if nothing is pruned', () => {
    fc.assert(
      fc.property(root, object, (schema, given) => {
        const once = prune(schema, given);
        const twice = prune(schema, once.object);

        expect(twice.object).toBe(once.object);
        expect(twice.unknown).toEqual([]);
        expect(once.unknown.length > 0).toBe(once.object !== given);
      }),
    );
  });

  it('should return the paths of the removed fields', () => {
    const schema: Schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'object', properties: { a: text } } } },
    };

    expect(prune(schema, { list: [{ a: '1' }, { b: '2', a: '1' }], more: {} })).toEqual({
      object: { list: [{ a: '1' }, { a: '1' }] },
      unknown: ['list[1].b', 'more'],
    });
  });

  it('should keep the type and the metadata without a schema, but prune unknown metadata fields', () => {
    const given = { kind: 'A', apiVersion: 'v1', metadata: { name: 'x', colour: 'red' } };

    expect(prune({ type: 'object' }, given)).toEqual({
      object: { kind: 'A', apiVersion: 'v1', metadata: { name: 'x' } },
      unknown: ['metadata.colour'],
    });
  });

  it('should treat an embedded object as a complete object', () => {
    const embedded: Schema = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { a: text } } },
    };
    const inner = { kind: 'A', apiVersion: 'v1', metadata: { name: 'x', more: 1 }, spec: { a: '1', b: '2' } };

    expect(prune({ type: 'object', properties: { embedded } }, { embedded: inner })).toEqual({
      object: { embedded: { kind: 'A', apiVersion: 'v1', metadata: { name: 'x' }, spec: { a: '1' } } },
      unknown: ['embedded.metadata.more', 'embedded.spec.b'],
    });
  });

  it('should keep unknown fields on request, and prune again below known fields', () => {
    const free: Schema = {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'object', properties: { a: text } } },
    };

    expect(
      prune({ type: 'object', properties: { free } }, { free: { any: { x: 1 }, known: { b: 1 } } }),
    ).toEqual({
      object: { free: { any: { x: 1 }, known: {} } },
      unknown: ['free.known.b'],
    });
  });
});
