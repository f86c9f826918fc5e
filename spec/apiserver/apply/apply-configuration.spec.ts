import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { applyConfiguration } from '../../../src/apiserver/apply/apply-configuration.ts';
import type { FieldScope } from '../../../src/apiserver/apply/field-scope.ts';
import { lastAppliedAnnotation } from '../../../src/apiserver/apply/last-applied.ts';
import { metadataOf, updatedManagedFields } from '../../../src/apiserver/apply/update-managed-fields.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import { Refusal } from '../../../src/apiserver/status/refusal.ts';
import { configMaps, deployments, scopeBy, scopeOf, widgets } from './support/scope.ts';

const scope = scopeOf('2026-01-01T00:00:00Z', configMaps);
const later = scopeOf('2026-01-01T00:01:00Z', configMaps);

const configMap = (data: object, metadata: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', namespace: 'ns', ...metadata },
  data,
});

/** Returns the object as the server stores it after an update, with its managed fields. */
function update(where: FieldScope, live: Json | undefined, next: Json, manager: string): Json {
  const managedFields = updatedManagedFields(where, live, next, manager);
  return { ...next, metadata: { ...metadataOf(next), managedFields } };
}

const apply = (
  where: FieldScope,
  live: Json | undefined,
  object: Json,
  manager: string,
  force = false,
): Json => applyConfiguration(where, live, { object, manager, force });

/** Returns the keys of `data` that each manager owns. The name of an owner is `manager/operation`. */
function owners(object: Json): Record<string, readonly string[]> {
  const entries = (metadataOf(object)['managedFields'] ?? []) as readonly Json[];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => {
      const data = ((fieldsV1 as Json)['f:data'] ?? {}) as Json;
      const keys = Object.keys(data).filter((key) => key !== '.');
      return [
        [manager, operation, subresource].filter(Boolean).join('/'),
        keys.map((key) => key.slice(2)).sort(),
      ];
    }),
  );
}

const refusal = (call: () => unknown): Refusal['status'] => {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('applyConfiguration', () => {
  it('should create a missing object, and keep it when applied again (P86)', () => {
    const made = apply(scope, undefined, configMap({ a: '1' }), 'one');

    expect(made).toMatchObject({
      data: { a: '1' },
      metadata: {
        managedFields: [
          {
            manager: 'one',
            operation: 'Apply',
            apiVersion: 'v1',
            time: '2026-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { 'f:a': {} } },
          },
        ],
      },
    });
    expect(apply(later, made, configMap({ a: '1' }), 'one')).toBe(made);
  });

  it('should refuse fields of other owners with another value, and name the owner (P87)', () => {
    const updated = update(scope, undefined, configMap({ a: '1', b: '1' }), 'kubectl');
    const both = apply(scope, updated, configMap({ b: '1', c: '1' }), 'two');

    expect(refusal(() => apply(scope, both, configMap({ a: '2' }), 'one'))).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.a',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "kubectl" using v1', field: '.data.a' },
        ],
      },
    });
    expect(refusal(() => apply(scope, both, configMap({ b: '2', c: '2' }), 'one')).message).toBe(
      'Apply failed with 3 conflicts: conflicts with "kubectl" using v1:\n- .data.b\n' +
        'conflicts with "two":\n- .data.b\n- .data.c',
    );
    expect(owners(apply(scope, both, configMap({ a: '2' }), 'one', true))).toEqual({
      'one/Apply': ['a'],
      'two/Apply': ['b', 'c'],
      'kubectl/Update': ['b'],
    });
  });

  it('should remove omitted fields, unless another manager owns them (P87)', () => {
    const first = apply(scope, undefined, configMap({ a: '1', b: '1' }), 'one');
    const shared = apply(scope, first, configMap({ b: '1' }), 'two');
    const touched = update(scope, shared, { ...shared, data: { a: '1', b: '1', c: '1' } }, 'three');

    expect(apply(scope, touched, configMap({}), 'one')['data']).toEqual({ b: '1', c: '1' });
  });

  it('should assign existing fields to their earlier writer', () => {
    const made = apply(scope, configMap({ a: '1', b: '1' }), configMap({ a: '1' }), 'one');

    expect(owners(made)).toEqual({ 'one/Apply': ['a'], 'before-first-apply/Update': ['a', 'b'] });
  });

  it('should ignore an annotation of kubectl that is nested too deeply for a body', () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000);
    const text = `{"apiVersion":"v1","kind":"ConfigMap","data":${deep}}`;
    const annotations = { [lastAppliedAnnotation]: text };
    const before = update(
      scope,
      undefined,
      configMap({ a: '1' }, { annotations }),
      'kubectl-client-side-apply',
    );

    expect(refusal(() => apply(scope, before, configMap({ a: '2' }), 'kubectl')).message).toContain(
      '1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.a',
    );
  });

  it('should take over the fields of a client-side apply, and keep its annotation', () => {
    const text = JSON.stringify(configMap({ a: '1', b: '1' }));
    const annotations = { [lastAppliedAnnotation]: text };
    const before = update(
      scope,
      undefined,
      configMap({ a: '1', b: '9' }, { annotations }),
      'kubectl-client-side-apply',
    );

    const after = apply(scope, before, configMap({ a: '2' }), 'kubectl');
    expect(after['data']).toEqual({ a: '2', b: '9' });
    expect(metadataOf(after)['annotations']).toEqual({
      [lastAppliedAnnotation]:
        '{"apiVersion":"v1","data":{"a":"2"},"kind":"ConfigMap","metadata":{"name":"x","namespace":"ns"}}\n',
    });

    // A later write has changed `b`. Therefore `kubectl` cannot take over `b` from the client-side apply, and gets a
    // conflict. The manager `other` cannot take over any field without force.
    expect(refusal(() => apply(scope, before, configMap({ a: '2', b: '2' }), 'kubectl')).message).toContain(
      '1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.b',
    );
    expect(refusal(() => apply(scope, before, configMap({ a: '2' }), 'other')).code).toBe(409);
  });

  it.each([
    ['another kind', { ...configMap({}), kind: 'Secret' }, 400, 'invalid object type: /v1, Kind=Secret'],
    ['no kind', { metadata: { name: 'x' } }, 400, 'invalid object type: /, Kind='],
    ['managed fields (P88)', configMap({}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
    [
      'an unknown field',
      { ...configMap({}), foo: 1 },
      500,
      'failed to create typed patch object (ns/x; /v1, Kind=ConfigMap): .foo: field not declared in schema',
    ],
    [
      'another type',
      configMap({ a: 1 }),
      500,
      'failed to create typed patch object (ns/x; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:1}',
    ],
    [
      'an item twice',
      configMap({}, { finalizers: ['a/b', 'a/b'] }),
      500,
      'failed to create typed patch object (ns/x; /v1, Kind=ConfigMap): .metadata.finalizers: duplicate entries for key [="a/b"]',
    ],
  ])('should refuse %s', (_, object, code, message) => {
    expect(refusal(() => apply(scope, undefined, object, 'one'))).toMatchObject({ code, message });
  });

  it('should own the status only by its subresource', () => {
    const status = scopeBy('2026-01-01T00:00:00Z', deployments, 'status');
    const main = scopeOf('2026-01-01T00:00:00Z', deployments);
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' } };
    const all = { ...object, spec: { replicas: 1 }, status: { replicas: 1 } };

    const made = apply(main, undefined, all, 'one');
    const { status: dropped, ...stored } = made; // a write to the main resource drops the status
    const reported = apply(status, stored, all, 'two');
    expect(dropped).toEqual({ replicas: 1 });

    expect(metadataOf(reported)['managedFields']).toMatchObject([
      { manager: 'one', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
      { manager: 'two', subresource: 'status', fieldsV1: { 'f:status': { 'f:replicas': {} } } },
    ]);
  });

  it('should map the fields of another version to the names in that version', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const v1 = widgets('v1', { tags: { ...list, 'x-kubernetes-list-type': 'set' } });
    const v2 = widgets('v2', { tags: list });
    const widget = (version: string, tags: readonly string[]): Json => ({
      apiVersion: `demo.example.com/${version}`,
      kind: 'Widget',
      metadata: { name: 'w' },
      spec: { tags },
    });
    const now = '2026-01-01T00:00:00Z';

    const made = apply(scopeOf(now, v1, v2), undefined, widget('v1', ['a']), 'one');
    const more = apply(scopeOf(now, v1, v2), made, widget('v1', ['b']), 'two');
    // The list `tags` is a set. The new list contains none of the old items. Therefore the server removes the old items
    // without a conflict.
    const taken = apply(scopeOf(now, v2, v1), more, widget('v2', ['c']), 'three');

    expect(taken['spec']).toEqual({ tags: ['c'] });
    expect(metadataOf(taken)['managedFields']).toMatchObject([
      { manager: 'three', apiVersion: 'demo.example.com/v2', fieldsV1: { 'f:spec': { 'f:tags': {} } } },
    ]);
    // The resource no longer has the version v1. A manager whose fields have the version v1 then owns no field any
    // more.
    const gone = apply(scopeOf(now, v2), more, widget('v2', ['c']), 'three');
    expect(metadataOf(gone)['managedFields']).toMatchObject([{ manager: 'three' }]);
  });
});

/** A simple reference model: the data of an object, and the owners of each key. */
interface Model {
  readonly data: Readonly<Record<string, string>>;
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
}

const without = (owners: Model['owners'], keys: readonly string[], but: string): Map<string, Set<string>> =>
  new Map(
    [...owners]
      .map(([id, own]) => [id, new Set([...own].filter((key) => id === but || !keys.includes(key)))] as const)
      .filter(([, own]) => own.size > 0),
  );

function modelUpdate({ data, owners }: Model, manager: string, next: Model['data']): Model {
  const id = `${manager}/Update`;
  const written = Object.keys(next).filter((key) => data[key] !== next[key]);
  const gone = Object.keys(data).filter((key) => next[key] === undefined);
  const left = without(without(owners, written, id), gone, '');
  const own = new Set([...(left.get(id) ?? []), ...written]);
  if (own.size > 0) left.set(id, own);
  return { data: next, owners: left };
}

function modelApply(
  { data, owners }: Model,
  manager: string,
  given: Model['data'],
  force: boolean,
): Model | string {
  const id = `${manager}/Apply`;
  const changed = Object.keys(given).filter((key) => data[key] !== given[key]);
  const others = [...owners].filter(([other]) => other !== id);
  const isOwned = (key: string): boolean => others.some(([, own]) => own.has(key));
  if (!force && changed.some((key) => data[key] !== undefined && isOwned(key))) return 'conflict';
  const gone = [...(owners.get(id) ?? [])].filter((key) => given[key] === undefined && !isOwned(key));
  const next = Object.fromEntries(
    Object.entries({ ...data, ...given }).filter(([key]) => !gone.includes(key)),
  );
  const left = without(owners, changed, id);
  if (Object.keys(given).length > 0) left.set(id, new Set(Object.keys(given)));
  else left.delete(id);
  return { data: next, owners: left };
}

describe('the managed fields of a map', () => {
  it('should equal those of a naive model of its keys', () => {
    const data = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'));
    const step = fc.record({
      manager: fc.constantFrom('one', 'two', 'three'),
      isApply: fc.boolean(),
      force: fc.boolean(),
      data,
    });

    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const fixed = { fixed: '0' }; // the manager `zero` owns this key, so that each object has an owner
        let live = update(scope, undefined, configMap(fixed), 'zero');
        let model: Model = { data: fixed, owners: new Map([['zero/Update', new Set(['fixed'])]]) };
        for (const { manager, isApply, force, data: given } of steps) {
          if (!isApply) {
            const next = { ...fixed, ...given };
            live = update(scope, live, { ...live, data: next }, manager);
            model = modelUpdate(model, manager, next);
          } else {
            const expected = modelApply(model, manager, given, force);
            if (typeof expected === 'string') {
              const current = live;
              expect(refusal(() => apply(scope, current, configMap(given), manager, force)).code).toBe(409);
              continue;
            }
            live = apply(scope, live, configMap(given), manager, force);
            model = expected;
          }
          const byHand = [...model.owners].map(([id, own]) => [id, [...own].sort()] as const);
          expect(live['data']).toEqual(model.data);
          const found = Object.entries(owners(live)).filter(([, own]) => own.length > 0);
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(byHand));
        }
      }),
    );
  });
});
