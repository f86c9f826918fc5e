import { describe, expect, it } from '@jest/globals';
import type { ByteWindow } from '../../../src/source/machine/byte-window.ts';
import { createItemReader } from '../../../src/source/machine/item-reader.ts';
import { createJsonParser, type JsonParser } from '../../../src/source/machine/json-parser.ts';
import { createSizeGuard } from '../../../src/source/machine/size-guard.ts';

const guard = createSizeGuard({ maxFrameBytes: 1_000_000, maxPageBytes: 1_000_000 });
const unused = (): never => {
  throw new Error('a reader only looks');
};

/** Creates a window of bytes with a text. `behind` contains old bytes that follow the end of the window. */
function windowOn(text: string, behind: string): ByteWindow {
  const bytes = new TextEncoder().encode(text + behind);
  return {
    bytes,
    at: 0,
    end: bytes.length - behind.length,
    push: unused,
    copyNext: unused,
    moveTo: unused,
    clear: unused,
    hasMore: false,
  };
}

/** Returns the results of a reader that reads the texts one after the other. Each text is a new window. */
function steps(texts: readonly string[], behind = '', ended = false): unknown[] {
  const reader = createItemReader(createJsonParser(), guard, false, undefined);
  return texts.map((text) => {
    try {
      return reader.next(windowOn(text, behind), ended);
    } catch (error) {
      return error instanceof SyntaxError ? 'broken' : error;
    }
  });
}

const more = { type: 'more' };
const item = (value: unknown, to: number): unknown => ({ type: 'item', value, to });

describe('item reader', () => {
  it.each(['', ']', ',', '{', '}', '{"a":2}', ',{"a":2}', ',{"a', 'x', '"'])(
    'should ignore bytes after the end of the window: %j',
    (behind) => {
      expect(steps([''], behind)).toEqual([more]);
      expect(steps([' \n'], behind)).toEqual([more]);
      expect(steps(['{"a":1'], behind)).toEqual([more]);

      const first = '{"a":1},{"a":';
      for (const rest of ['', ' ', ',', ' , ', ',{"a":1']) {
        expect(steps([first, rest], behind)).toEqual([item({ a: 1 }, 7), more]);
      }
      expect(steps([first, ']'], behind)).toEqual([item({ a: 1 }, 7), { type: 'end', to: 0 }]);
    },
  );

  it.each([
    ['nothing between two items', '{"a":2}'],
    ['no comma between two items, but another character', ';{"a":2}'],
    ['a brace in its place', '}{"a":2}'],
    ['an item that is not an object', ',[{"a":2}]'],
    ['no item', ',]'],
    ['two commas', ',,{"a":2}'],
  ])('should fail for %s', (_, rest) => {
    expect(steps(['{"a":1},{"a":', rest])).toEqual([item({ a: 1 }, 7), 'broken']);
    expect(steps(['{"a":1},{"a":', `${rest},{"a":3}]`], '', true)).toEqual([item({ a: 1 }, 7), 'broken']);
  });

  it('should remove managedFields only from the metadata of the item', () => {
    const within = '"object":{"metadata":{"managedFields":[1]}}';
    const [step] = steps([`{"metadata":{"managedFields":[1],"name":"a"},${within}}]`], '', true);

    expect(step).toMatchObject({
      value: { metadata: { name: 'a' }, object: { metadata: { managedFields: [1] } } },
    });
  });

  it('should not treat an item as large when the next border is beyond the size limit of an object', () => {
    const small = createSizeGuard({ maxFrameBytes: 100, maxPageBytes: 1_000_000 });
    const reader = createItemReader(createJsonParser(), small, false, undefined);
    const window = windowOn(`{"a":1},{"b":"${'x'.repeat(60)}"},{"b":"${'x'.repeat(60)}"},{"a":2}]`, '');

    expect(reader.next(window, true)).toMatchObject({ value: { a: 1 } });
    expect(reader.next({ ...window, at: 7 }, true)).toMatchObject({ value: { b: expect.anything() } });
  });

  it('should parse a large item once, even if it contains text like the start of an item', () => {
    const json = createJsonParser();
    let parsed = 0;
    const counting: JsonParser = {
      ...json,
      parse: (...given) => {
        parsed++;
        return json.parse(...given);
      },
    };
    const wide = createSizeGuard({ maxFrameBytes: 4_000_000, maxPageBytes: 4_000_000 });
    const large = `{"metadata":"${'x'.repeat(1_100_000)}","b":[{},{"metadata":1}]}`;
    const reader = createItemReader(counting, wide, false, undefined);

    expect(reader.next(windowOn(`${large}]`, ''), true)).toEqual({ type: 'checked' });
    expect(parsed).toBe(0);
    expect(reader.next(windowOn(`${large}]`, ''), true)).toMatchObject({ type: 'item', to: large.length });
    expect(parsed).toBe(1);
  });

  it('should parse a checked large item at its new position, after more bytes have arrived', () => {
    const wide = createSizeGuard({ maxFrameBytes: 4_000_000, maxPageBytes: 4_000_000 });
    const text = (end: string): string =>
      `{"metadata":{"managedFields":[[]],"name":"${'x'.repeat(1_100_000)}"${end}`;
    const reader = createItemReader(createJsonParser(), wide, false, undefined);

    expect(reader.next(windowOn(text('}}'), ''), false)).toEqual(more);
    expect(reader.next(windowOn(text('}},{"metadata":'), ''), false)).toEqual({ type: 'checked' });
    const step = reader.next(windowOn(`   ${text('}},{"metadata":{}},{')}`, ''), false);
    expect(step).toMatchObject({ type: 'item', to: 3 + text('}}').length });
    expect(step).not.toHaveProperty('value.metadata.managedFields');
    expect(reader.next(windowOn(',{"metadata":{}},{"metadata":', ''), false)).toMatchObject({
      type: 'item',
      to: 16,
    });
  });
});
