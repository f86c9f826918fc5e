import { describe, expect, it } from '@jest/globals';
import { atomOf } from '../../../../src/apiserver/apply/machine/atom-of.ts';
import { fieldSet } from '../../../../src/apiserver/apply/machine/field-set.ts';
import { fieldsV1Of } from '../../../../src/apiserver/apply/machine/fields-v1.ts';
import { reconciled } from '../../../../src/apiserver/apply/machine/reconcile.ts';
import type { Schema } from '../../../../src/apiserver/schema/schema.ts';

const number: Schema = { type: 'integer' };
const map: Schema = { type: 'object', additionalProperties: number };
const set: Schema = { type: 'array', items: number, 'x-kubernetes-list-type': 'set' };
const object = (properties: Schema['properties'] & object): Schema => ({ type: 'object', properties });

const atomic = atomOf(
  object({
    spec: object({
      map: { ...map, 'x-kubernetes-map-type': 'atomic' },
      set: { ...set, 'x-kubernetes-list-type': 'atomic' },
      other: number,
    }),
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  }),
);

const fields = fieldSet(
  ['f:spec', 'f:map', 'f:a'],
  ['f:spec', 'f:map', 'f:b'],
  ['f:spec', 'f:set', 'v:1'],
  ['f:spec', 'f:other'],
  ['f:free', 'f:map', 'f:a'],
  ['f:gone', 'f:a'],
);

describe('reconciled', () => {
  it('should give an item that has become atomic to the owners of its parts', () => {
    expect(fieldsV1Of(reconciled(atomic, fields))).toEqual({
      'f:free': { 'f:map': { 'f:a': {} } },
      'f:gone': { 'f:a': {} },
      'f:spec': { 'f:map': {}, 'f:other': {}, 'f:set': {} },
    });
  });

  it('should return the same set if nothing has changed', () => {
    const granular = atomOf(object({ spec: object({ map, set, other: number }) }));

    expect(reconciled(granular, fields)).toBe(fields);
    const again = reconciled(atomic, fields);
    expect(reconciled(atomic, again)).toBe(again);
  });
});
