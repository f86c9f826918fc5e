import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edit, type JsonPatchOperation } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { applyJsonPatch, sameJson } from '../../../src/testing/machine/json-patch.ts';

const applied = (target: unknown, ...patch: readonly JsonPatchOperation[]) => applyJsonPatch(target, patch);

describe('applyJsonPatch', () => {
  it('should make of an object what its edit made of it', () => {
    const spec = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    fc.assert(
      fc.property(spec, spec, (before, after) => {
        const old = kubeObject('a', { spec: before } as object);
        const { object, jsonPatch } = edit(old, (draft) => Object.assign(draft, { spec: after }));

        expect(sameJson(applyJsonPatch(old, jsonPatch), object)).toBe(true);
      }),
    );
  });

  it('should add, replace and remove in objects and arrays', () => {
    const target = { list: ['a', 'c'], map: { 'x/y': 1 } };

    expect(applied(target, { op: 'add', path: '/list/1', value: 'b' })).toMatchObject({
      list: ['a', 'b', 'c'],
    });
    expect(applied(target, { op: 'add', path: '/list/-', value: 'd' })).toMatchObject({
      list: ['a', 'c', 'd'],
    });
    expect(applied(target, { op: 'replace', path: '/list/0', value: 'z' })).toMatchObject({
      list: ['z', 'c'],
    });
    expect(applied(target, { op: 'remove', path: '/list/0' })).toMatchObject({ list: ['c'] });
    expect(applied(target, { op: 'remove', path: '/map/x~1y' })).toEqual({ list: ['a', 'c'], map: {} });
    expect(target).toEqual({ list: ['a', 'c'], map: { 'x/y': 1 } });
  });

  it('should not fit where there is nothing, or something else', () => {
    const target = { list: ['a'], map: { x: { y: 1, z: 2 } } };

    expect(applied(target, { op: 'test', path: '/map/x', value: { z: 2, y: 1 } })).toEqual(target);
    for (const [op, path, value] of [
      ['test', '/map/x', { y: 1 }],
      ['test', '/list/1', 'a'],
      ['remove', '/map/w'],
      ['replace', '/list/1', 'b'],
      ['add', '/list/2', 'b'],
      ['add', '/list/x', 'b'],
      ['add', '/none/x', 'b'],
      ['add', '/map/__proto__/x', 'b'],
    ] as const) {
      expect(applied(target, { op, path, value })).toBeUndefined();
    }
  });
});
