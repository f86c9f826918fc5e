import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { applyMergePatch, isRecord, mergePatchOf, sameJson } from '../../src/objects/merge-patch.ts';

/** Random JSON objects without null members. In a merge patch, null means a delete. */
const objects = fc
  .dictionary(
    fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString'), fc.string()),
    fc.jsonValue(),
  )
  .map((value) => withoutNulls(value) as object);

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, withoutNulls(member)]],
    ),
  );
}

/**
 * Converts a value to JSON text for the comparison. Jest would take an own property `constructor` for the class of the
 * object.
 */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

const parsed = (text: string) => JSON.parse(text) as object;

describe('mergePatchOf', () => {
  it('should turn one object into the other', () => {
    fc.assert(
      fc.property(objects, objects, (from, to) => {
        expect(canonical(applyMergePatch(from, mergePatchOf(from, to)))).toBe(canonical(to));
      }),
    );
  });

  it('should be empty for equal objects', () => {
    fc.assert(
      fc.property(objects, (object) => {
        expect(mergePatchOf(object, structuredClone(object))).toStrictEqual({});
      }),
    );
  });

  it('should contain only the changed members', () => {
    const from = { kept: 1, gone: 2, inner: { kept: 1, changed: 2 }, list: [1, 2] };
    const to = { kept: 1, inner: { kept: 1, changed: 3 }, list: [1], come: { a: 1 } };

    expect(mergePatchOf(from, to)).toEqual({ gone: null, inner: { changed: 3 }, list: [1], come: { a: 1 } });
  });

  it.each(['constructor', 'toString', '__proto__'])('should see an added or removed member %s', (name) => {
    const withIt = parsed(`{"${name}":"x"}`);

    expect(JSON.stringify(mergePatchOf({}, withIt))).toBe(`{"${name}":"x"}`);
    expect(JSON.stringify(mergePatchOf(withIt, {}))).toBe(`{"${name}":null}`);
  });
});

describe('applyMergePatch', () => {
  // The examples of RFC 7396, appendix A.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('should turn %s, patched by %s, into %s', (target, patch, result) => {
    expect(JSON.stringify(applyMergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(result);
  });

  it('should not change prototypes', () => {
    const result = applyMergePatch({}, JSON.parse('{"__proto__":{"polluted":true},"constructor":{"x":1}}'));

    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":true},"constructor":{"x":1}}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  it('should not change the target', () => {
    const target = { a: { b: 1 } };
    applyMergePatch(target, { a: { b: null } });

    expect(target).toEqual({ a: { b: 1 } });
  });
});

describe('sameJson', () => {
  it.each([
    [[], [], true],
    [[1, [2]], [1, [2]], true],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[1, 2], [1, 3], false],
    [[], {}, false],
    [{}, [], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{}, null, false],
    [null, {}, false],
    [{}, 'text', false],
    [null, null, true],
    ['1', 1, false],
  ])('should compare %j and %j', (one, other, same) => {
    expect(sameJson(one, other)).toBe(same);
  });
});
