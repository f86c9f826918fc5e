import { describe, expect, it } from '@jest/globals';
import { edit, type JsonPatchOperation } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { fc } from '../../support/properties.ts';
import { sameJson } from '../../../src/objects/index.ts';
import { applyJsonPatch } from '../../../src/testing/machine/json-patch.ts';

const applied = (target: unknown, ...patch: readonly JsonPatchOperation[]) => applyJsonPatch(target, patch);

describe('applyJsonPatch', () => {
  it('should produce the object that the edit produced', () => {
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

  it('should fail if there is no value, or another value', () => {
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

  it('should test values in objects and arrays', () => {
    const target = { list: ['a', { x: 1 }], map: { x: 1 } };
    const test = (path: string, value: unknown) => applied(target, { op: 'test', path, value }) !== undefined;

    expect([test('/list/0', 'a'), test('/list/1', { x: 1 }), test('/map/x', 1)]).toEqual([true, true, true]);
    expect([test('/list/0', 'b'), test('/list/1', { x: 2 }), test('/map/x', 2)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(applied(target, { op: 'test', path: '/list/0', value: 'a' })).toEqual(target);
  });

  it.each(['x0', '0x', '00', '01', '1x', '-1', ''])('should refuse %p as an array index', (name) => {
    const target = ['a', 'b', 'c'];

    for (const op of ['add', 'replace', 'remove', 'test'] as const)
      expect(applied(target, { op, path: `/${name}`, value: 'b' })).toBeUndefined();
  });

  it('should allow indexes above 9, and `-` only for an add', () => {
    const target = Array.from({ length: 11 }, (_, n) => n);

    expect(applied(target, { op: 'replace', path: '/10', value: 'x' })).toEqual([
      ...target.slice(0, 10),
      'x',
    ]);
    for (const op of ['replace', 'remove', 'test'] as const)
      expect(applied(target, { op, path: '/-', value: 10 })).toBeUndefined();
  });

  it('should remove a member completely, and add a plain member', () => {
    const target = { labels: { 'a~b': '1', 'c/d': '2' } };
    const removed = applied(target, { op: 'remove', path: '/labels/a~0b' });
    const added = applied(target, { op: 'add', path: '/labels/__proto__', value: '3' });

    expect(JSON.stringify(removed)).toBe('{"labels":{"c/d":"2"}}');
    expect(Object.keys((removed as typeof target).labels)).toEqual(['c/d']);
    expect(JSON.stringify(added)).toBe('{"labels":{"a~b":"1","c/d":"2","__proto__":"3"}}');
    expect(Object.getOwnPropertyDescriptor((added as typeof target).labels, '__proto__')).toEqual({
      value: '3',
      writable: true,
      enumerable: true,
      configurable: true,
    });
  });

  it.each([null, 3, 'text'])('should fail for %p', (target) => {
    expect(applied(target, { op: 'add', path: '/a', value: 1 })).toBeUndefined();
    expect(applied({ target }, { op: 'add', path: '/target/a/b', value: 1 })).toBeUndefined();
  });
});
