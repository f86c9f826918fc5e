import { describe, expect, it } from '@jest/globals';
import { edit, type KubeObject } from 'rx-informer';
import { fc } from '../../support/properties.ts';
import { applyJsonPatch } from '../../../src/apiserver/registry/json-patch.ts';

/** JSON values. The conversion to JSON and back replaces -0, which JSON does not have. */
const value = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.parse(JSON.stringify(one)) as unknown);

describe('applyJsonPatch', () => {
  it('should produce the object that edit() returns with its patch', () => {
    const fields = fc.dictionary(
      fc.string({ maxLength: 3 }).filter((name) => name !== '__proto__'),
      value,
    );
    fc.assert(
      fc.property(fields, fields, fc.array(value), fc.array(value), (before, after, list, other) => {
        const metadata = { name: 'n', uid: 'u', resourceVersion: '1' };
        const old = { metadata, fields: before, list } as KubeObject & { fields: unknown; list: unknown };

        const { object, jsonPatch } = edit(old, (draft) => {
          draft.fields = after;
          draft.list = other;
        });

        expect(applyJsonPatch(old, JSON.parse(JSON.stringify(jsonPatch)))).toEqual(object);
      }),
    );
  });

  it.each([
    ['add to the end', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    ['add between', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['add over', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
    ['remove an element', { a: [1, 2] }, [{ op: 'remove', path: '/a/0' }], { a: [2] }],
    ['replace all', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
    ['replace an absent value', { a: {} }, [{ op: 'replace', path: '/a/b', value: 1 }], { a: { b: 1 } }],
    ['treat an absent value as null', { a: 1 }, [{ op: 'add', path: '/b' }], { a: 1, b: null }],
    ['find null in an absent value', { a: 1 }, [{ op: 'test', path: '/b', value: null }], { a: 1 }],
    ['copy an absent value as null', { a: 1 }, [{ op: 'copy', from: '/b', path: '/c' }], { a: 1, c: null }],
    ['count from the end', { a: [1, 2] }, [{ op: 'remove', path: '/a/-1' }], { a: [1] }],
    ['move', { a: 1, b: {} }, [{ op: 'move', from: '/a', path: '/b/c' }], { b: { c: 1 } }],
    ['copy', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    ['move an element', { a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: [2, 3, 1] }],
    ['move to the end', { a: [1, 2] }, [{ op: 'move', from: '/a/0', path: '/a/-' }], { a: [2, 1] }],
    ['move a child over its parent', { a: { b: 1 } }, [{ op: 'move', from: '/a/b', path: '/a' }], { a: 1 }],
    ['move to the same place', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
    [
      'copy from a pointer without a first slash',
      { a: 1 },
      [{ op: 'copy', from: 'x/a', path: '/b' }],
      { a: 1, b: 1 },
    ],
    ['test deep', { a: { b: [1] } }, [{ op: 'test', path: '/a', value: { b: [1] } }], { a: { b: [1] } }],
    ['escapes', { 'a/b': { '~': 1 } }, [{ op: 'remove', path: '/a~1b/~0' }], { 'a/b': {} }],
    [
      'the order of RFC 6902',
      { a: { b: 1 } },
      [{ op: 'copy', from: '/a', path: '/a/c' }],
      { a: { b: 1, c: { b: 1 } } },
    ],
  ])('should %s', (_, target, patch, result) => {
    expect(applyJsonPatch(target, patch)).toEqual(result);
  });

  it.each([
    ['a missing member', { a: 1 }, { op: 'remove', path: '/b' }],
    ['an inherited member', {}, { op: 'test', path: '/constructor/name', value: 'Object' }],
    ['an index beyond the end', { a: [1] }, { op: 'add', path: '/a/2', value: 1 }],
    ['an invalid index', { a: [1] }, { op: 'replace', path: '/a/01', value: 1 }],
    ['the end, if a value must exist', { a: [1] }, { op: 'remove', path: '/a/-' }],
    ['a member of a string', { a: 'x' }, { op: 'add', path: '/a/b', value: 1 }],
    ['a path without a slash', { a: 1 }, { op: 'remove', path: 'a' }],
    ['to replace all by a plain value', { a: 1 }, { op: 'replace', path: '', value: 5 }],
    ['to add all', { a: 1 }, { op: 'add', path: '', value: {} }],
    ['no path', { a: 1 }, { op: 'remove' }],
    ['all', { a: 1 }, { op: 'remove', path: '' }],
    ['a move into its own child', { a: { b: {} } }, { op: 'move', from: '/a', path: '/a/b/c' }],
    ['a move of an element into itself', { a: [{}] }, { op: 'move', from: '/a/0', path: '/a/0/b' }],
    ['a move without from', { a: 1 }, { op: 'move', path: '/b' }],
    ['a move from nowhere', { a: 1 }, { op: 'move', from: '/b', path: '/c' }],
    ['a move of all', { a: 1 }, { op: 'move', from: '', path: '/b' }],
    ['a copy without from', { a: 1 }, { op: 'copy', path: '/b' }],
    ['a copy of all', { a: 1 }, { op: 'copy', from: '', path: '/b' }],
    ['a copy to a missing parent', { a: 1 }, { op: 'copy', from: '/a', path: '/b/c' }],
    ['null', { a: 1 }, null],
    ['a test that fails', { a: 1 }, { op: 'test', path: '/a', value: '1' }],
  ])('should refuse %s with 422 (P81)', (_, target, operation) => {
    expect(() => applyJsonPatch(target, [operation])).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 422, reason: 'Invalid' }) }),
    );
  });

  it.each([
    [5, 'number into Go value of type handlers.jsonPatchOp'],
    [['op'], 'array into Go value of type handlers.jsonPatchOp'],
    [{ op: 5, path: '/a' }, 'number into Go struct field jsonPatchOp.op of type string'],
    [{ op: 'add', path: {} }, 'object into Go struct field jsonPatchOp.path of type string'],
    [{ op: 'move', from: true, path: '/a' }, 'bool into Go struct field jsonPatchOp.from of type string'],
  ])('should refuse what Go cannot decode with 400 (%j)', (operation, why) => {
    const message = `error decoding patch: json: cannot unmarshal ${why}`;
    expect(() => applyJsonPatch({}, [operation])).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 400, message }) }),
    );
  });

  const refused = (code: number, message?: string): object =>
    expect.objectContaining({
      status: expect.objectContaining({ code, ...(message !== undefined && { message }) }),
    });
  const failing = { op: 'test', path: '/a', value: 'x' };

  it.each([
    [{ op: 5 }, 'number into Go struct field jsonPatchOp.op of type string'],
    [{ path: {}, op: 5 }, 'object into Go struct field jsonPatchOp.path of type string'],
    [true, 'bool into Go value of type handlers.jsonPatchOp'],
  ])('should decode all operations before it applies the first one (%j)', (operation, why) => {
    expect(() => applyJsonPatch({ a: 1 }, [failing, operation])).toThrow(
      refused(400, `error decoding patch: json: cannot unmarshal ${why}`),
    );
  });

  it.each([{ op: 5 }, { op: 'add', path: {} }, { op: 'move', from: true, path: '/a' }])(
    'should refuse an operation of a wrong type with 422 if it skips the strict decoding (%j)',
    (operation) => {
      expect(() => applyJsonPatch({ a: 1 }, [operation], 'Ignore')).toThrow(refused(422));
    },
  );

  it.each([
    [{}, 'object into Go value of type jsonpatch.Patch'],
    [[failing, 5], 'number into Go value of type jsonpatch.Operation'],
    [[failing, [5]], 'array into Go value of type jsonpatch.Operation'],
  ])('should refuse %j with 400 even if it skips the strict decoding', (patch, why) => {
    expect(() => applyJsonPatch({ a: 1 }, patch, 'Ignore')).toThrow(
      refused(400, `json: cannot unmarshal ${why}`),
    );
  });

  it('should read null as a patch without operations', () => {
    expect(applyJsonPatch({ a: 1 }, null)).toEqual({ a: 1 });
  });

  it('should refuse an invalid operation, and more than 10 000 operations', () => {
    expect(() => applyJsonPatch({}, [5])).toThrow(refused(400));
    const many = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: {} }));
    expect(() => applyJsonPatch({}, many)).toThrow(refused(413));
    expect(() => applyJsonPatch({}, [...many, 5])).toThrow(refused(400));
  });

  it('should copy no more than 3 MiB in one patch', () => {
    const a = 'é'.repeat(50_000);
    const copies = (count: number): unknown[] =>
      Array.from({ length: count }, () => ({ op: 'copy', from: '/a', path: '/b' }));

    expect(applyJsonPatch({ a }, copies(31))).toEqual({ a, b: a });
    expect(() => applyJsonPatch({ a }, copies(32))).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 422, reason: 'Invalid' }) }),
    );
  });

  it('should refuse to copy a value that its operations have nested too deeply for a body (400)', () => {
    const doubled = (times: number): unknown[] => [
      { op: 'add', path: '/q', value: {} },
      ...Array.from({ length: times }, (_, at) => ({
        op: 'copy',
        from: '/q',
        path: `/q${'/a'.repeat(2 ** at)}`,
      })),
    ];

    expect(applyJsonPatch({}, doubled(2))).toEqual({ q: { a: { a: { a: {} } } } });
    expect(() => applyJsonPatch({}, doubled(15))).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 400, reason: 'BadRequest' }) }),
    );
  });

  it('should not change the value itself, or any prototype', () => {
    const target = { a: [1] };

    const result = applyJsonPatch(target, [
      { op: 'add', path: '/a/-', value: 2 },
      { op: 'add', path: '/__proto__', value: { polluted: true } },
    ]) as Record<string, unknown>;

    expect(target).toEqual({ a: [1] });
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
