import { describe, expect, it } from '@jest/globals';
import { metadataOf, updatedManagedFields } from '../../../src/apiserver/apply/update-managed-fields.ts';
import type { Json } from '../../../src/apiserver/json.ts';
import { configMaps, deployments, scopeBy, scopeOf } from './support/scope.ts';

const at = (seconds: number): string => `2026-01-01T00:00:${String(seconds).padStart(2, '0')}Z`;

const configMap = (data: object, managedFields?: unknown): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', ...(managedFields === undefined ? {} : { managedFields }) },
  data,
});

function update(live: Json | undefined, next: Json, manager: string | undefined, seconds = 0): Json {
  const managedFields = updatedManagedFields(scopeOf(at(seconds), configMaps), live, next, manager);
  return { ...next, metadata: { ...metadataOf(next), managedFields } };
}

const fieldsOf = (object: Json): readonly Json[] | undefined =>
  metadataOf(object)['managedFields'] as readonly Json[] | undefined;

const entry = { manager: 'one', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} };

describe('updatedManagedFields', () => {
  it('should ignore managed fields whose keys are too long', () => {
    const long = (length: number) => ({ ...entry, fieldsV1: { [`v:"${'x'.repeat(length)}"`]: {} } });
    const managersOf = (given: readonly object[]): readonly unknown[] =>
      (fieldsOf(update(undefined, configMap({ a: '1' }, given), 'two')) ?? []).map(({ manager }) => manager);

    expect(managersOf([long(10), { ...long(10), manager: 'other' }])).toEqual(['one', 'other', 'two']);
    expect(managersOf([long(600_000), { ...long(600_000), manager: 'other' }])).toEqual(['two']);
  });

  it('should give the changed fields to the writer, in one entry', () => {
    const first = update(undefined, configMap({ a: '1' }), 'one', 1);
    const second = update(first, { ...first, data: { a: '1', b: '1' } }, 'one', 2);
    const third = update(second, { ...second, data: { a: '2', b: '1' } }, 'two', 3);

    expect(fieldsOf(third)).toEqual([
      {
        manager: 'one',
        operation: 'Update',
        apiVersion: 'v1',
        time: at(2),
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { '.': {}, 'f:b': {} } },
      },
      {
        manager: 'two',
        operation: 'Update',
        apiVersion: 'v1',
        time: at(3),
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:a': {} } },
      },
    ]);
  });

  it('should keep the time of a write that changes nothing', () => {
    const first = update(undefined, configMap({ a: '1' }), 'one', 1);

    expect(fieldsOf(update(first, first, 'one', 2))).toEqual(fieldsOf(first));
  });

  it('should not track fields of the server, or fields that never had an owner', () => {
    expect(
      updatedManagedFields(scopeOf(at(0), configMaps), undefined, configMap({ a: '1' }), undefined),
    ).toBeUndefined();
    expect(fieldsOf(update(configMap({}), configMap({ a: '1' }), 'one'))).toBeUndefined();
    expect(fieldsOf(update(configMap({}, [entry]), configMap({ a: '1' }), undefined))).toMatchObject([
      { manager: 'unknown' },
    ]);
  });

  it.each([
    ['an empty list', []],
    ['one empty entry', [{}]],
  ])('should drop all managed fields for %s', (_, managedFields) => {
    const live = update(undefined, configMap({ a: '1' }), 'one');

    expect(fieldsOf(update(live, configMap({ a: '2' }, managedFields), 'two'))).toBeUndefined();
  });

  it.each([
    ['no list', 'x'],
    ['another operation', [{ ...entry, operation: 'Burn' }]],
    ['no version', [{ ...entry, apiVersion: '' }]],
    ['other fields', [{ ...entry, fieldsType: 'FieldsV2' }]],
    ['invalid fields', [{ ...entry, fieldsV1: { 'no field': {} } }]],
    ['two empty entries', [{}, {}]],
  ])('should use the stored managed fields for %s', (_, managedFields) => {
    const live = update(undefined, configMap({ a: '1' }), 'one');

    expect(fieldsOf(update(live, configMap({ a: '1' }, managedFields), 'two'))).toEqual(fieldsOf(live));
  });

  it('should use the managed fields of a client, but not for a subresource', () => {
    const live = configMap({ a: '1' }, [{ ...entry, fieldsV1: { 'f:data': { 'f:a': {} } } }]);
    const mine = [{ ...entry, manager: 'me', fieldsV1: { 'f:data': { 'f:a': {} } } }];
    const scope = scopeBy(at(0), deployments, 'status');
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', managedFields: mine },
    };

    expect(fieldsOf(update(live, configMap({ a: '1' }, mine), 'two'))).toEqual(mine);
    expect(
      updatedManagedFields(scope, { ...deployment, metadata: { name: 'd' } }, deployment, 'two'),
    ).toBeUndefined();
  });

  it('should give fields outside of the schema no owner', () => {
    expect(fieldsOf(update(undefined, { ...configMap({}), foo: 1 }, 'one'))).toBeUndefined();
  });

  it('should merge the oldest of more than ten entries', () => {
    let live: Json | undefined;
    const data: Record<string, string> = {};
    for (let n = 0; n < 13; n++) {
      data[`k${n}`] = '1';
      live = update(live, { ...(live ?? configMap({})), data: { ...data } }, `m${n}`, n);
    }
    const names = fieldsOf(live ?? {})?.map(({ manager }) => manager);

    expect(names).toHaveLength(10);
    expect(names?.[0]).toBe('ancient-changes');
    expect(fieldsOf(live ?? {})?.[0]).toMatchObject({
      operation: 'Update',
      time: at(3),
      fieldsV1: { 'f:data': { 'f:k0': {}, 'f:k1': {}, 'f:k2': {}, 'f:k3': {} } },
    });
  });
});
