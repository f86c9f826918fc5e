import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { isRecord } from '../../../src/objects/index.ts';
import { findManagedFields, withoutManagedFields } from '../../../src/source/machine/managed-fields.ts';
import { jsonText, kubeObjectText, objectText } from '../json-text.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Decodes a text as the source does: removes the bytes of managedFields, parses the text, and deletes remaining
 * managedFields.
 */
function stripped(text: string, inFrame = false): unknown {
  const bytes = encoder.encode(text);
  const cut = findManagedFields(bytes, 0, bytes.length, inFrame);
  const rest =
    cut === undefined
      ? text
      : decoder.decode(bytes.subarray(0, cut.from)) + decoder.decode(bytes.subarray(cut.to));
  const value = JSON.parse(rest) as Record<string, unknown>;
  return inFrame && isRecord(value) && 'object' in value
    ? { ...value, object: withoutManagedFields(value['object']) }
    : withoutManagedFields(value);
}

/** A simple reference implementation: parses the text, and deletes managedFields from the object. */
function parsedAndDeleted(text: string, inFrame = false): unknown {
  const value: unknown = JSON.parse(text);
  const object = inFrame && isRecord(value) ? value['object'] : value;
  const metadata = isRecord(object) ? object['metadata'] : undefined;
  if (isRecord(metadata)) delete (metadata as Record<string, unknown>)['managedFields'];
  return value;
}

/** Whether the function removes the bytes of managedFields before the text is parsed. */
const isCut = (text: string, inFrame = false): boolean => {
  const bytes = encoder.encode(text);
  return findManagedFields(bytes, 0, bytes.length, inFrame) !== undefined;
};

const fields = String.raw`[{"manager":"m","fieldsV1":{"k:{\"a\":\"]},\"}":{},"f:x":{".":{}}}},{"v:[1]":{}}]`;

describe('managedFields', () => {
  it.each([
    ['first', `{"metadata":{"managedFields":${fields},"name":"a"},"spec":{}}`],
    ['last', `{"metadata":{"name":"a","managedFields":${fields}},"spec":{}}`],
    ['between others', `{"metadata":{"name":"a","managedFields":${fields},"uid":"u"},"spec":{}}`],
    ['alone', `{"metadata":{"managedFields":${fields}},"spec":{}}`],
    ['empty', '{"metadata":{"name":"a","managedFields":[]},"spec":{}}'],
    ['in the last member', `{"spec":{},"metadata":{"name":"a","managedFields":${fields}}}`],
    [
      'behind a metadata further down',
      `{"a":{"metadata":{"managedFields":[1]}},"metadata":{"managedFields":${fields}}}`,
    ],
    [
      'before one further down',
      `{"metadata":{"managedFields":${fields}},"t":{"metadata":{"managedFields":[1]}}}`,
    ],
    [
      'behind a string that ends in a backslash',
      String.raw`{"metadata":{"a":"\\","managedFields":[1]},"s":0}`,
    ],
    ['behind text that is not ASCII', `{"metadata":{"ä":"…\u{1F600}","managedFields":${fields}},"s":"é"}`],
    ['with a blank around it', `{"metadata":{"name":"a", "managedFields":[1] , "uid":"u"},"s":0}`],
    ['last, behind a blank', '{"metadata":{"name":"a", "managedFields":[]},"s":0}'],
    ['last, behind many blanks', '{"metadata":{"name":"a" ,\n\t\r "managedFields":[1]\n},"s":0}'],
    ['alone, behind a blank', '{"a":0,"metadata":{ "managedFields":[1] },"s":0}'],
    ['first, behind a blank', '{"metadata":{ "managedFields":[1] , "name":"a"},"s":0}'],
    ...['a],', 'a]","b', 'a]"b', 'a],b', 'a],bc', 'a]},bc', 'a]}"b', 'a],"b', 'a]},"b', 'a]x"b'].map(
      (text): [string, string] => [
        `with what looks like its end in a text, ${text}`,
        `{"metadata":{"name":"a","managedFields":[${JSON.stringify(text)},"y"],"uid":"u"},"s":0}`,
      ],
    ),
    ['with arrays inside', '{"metadata":{"name":"a","managedFields":[[1],[{"a":[]}]]},"spec":[]}'],
  ])('should be cut out %s (PF2)', (_, text) => {
    expect(isCut(text)).toBe(true);
    expect(JSON.stringify(stripped(text))).toBe(JSON.stringify(parsedAndDeleted(text)));
  });

  it.each([
    ['absent', '{"metadata":{"name":"a"},"spec":{}}'],
    ['only further down', '{"metadata":{"name":"a"},"t":{"metadata":{"managedFields":[1]}}}'],
    ['at the top', '{"managedFields":[1],"metadata":{"name":"a"}}'],
    ['in a label', '{"metadata":{"labels":{"managedFields":"[1]","x":"y"}}}'],
    ['in labels, as an array', '{"metadata":{"labels":{"managedFields":[1]}}}'],
    ['in an annotation', String.raw`{"metadata":{"annotations":{"a":"{\"managedFields\":[1]}"}}}`],
    ['as the tail of another key', String.raw`{"metadata":{"x\"managedFields":[1],"notmanagedFields":[2]}}`],
    ['in data', '{"data":{"managedFields":[1]},"metadata":{"name":"a"}}'],
    ['in metadata that is an array', '{"metadata":[{"managedFields":[1]}]}'],
    ['in an array', '[{"metadata":{"managedFields":[1]}}]'],
  ])('should not be removed %s (PF2)', (_, text) => {
    expect(isCut(text)).toBe(false);
    expect(stripped(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['null', '{"metadata":{"name":"a","managedFields":null,"uid":"u"}}'],
    ['an object', '{"metadata":{"managedFields":{"a":[1]}}}'],
    ['off its colon', '{"metadata":{"managedFields" :[1],"name":"a"}}'],
    ['off its value', '{"metadata":{"managedFields": [1],"name":"a"}}'],
    ['far off its value', `{"metadata":{"managedFields":${' '.repeat(14)}[1],"name":"a"}}`],
    ['spelled with an escape', String.raw`{"metadata":{"managed\u0046ields":[1],"name":"a"}}`],
    ['in a metadata spelled with an escape', String.raw`{"met\u0061data":{"managedFields":[1],"name":"a"}}`],
  ])('should be deleted after parsing when it is %s (PF2)', (_, text) => {
    expect(isCut(text)).toBe(false);
    expect(JSON.stringify(stripped(text))).toBe(JSON.stringify(parsedAndDeleted(text)));
  });

  it('should be deleted after parsing when it begins after the first mebibyte', () => {
    const padded = (bytes: number): string =>
      `{"spec":"${'x'.repeat(bytes)}","metadata":{"name":"a","managedFields":[1]}}`;

    expect(isCut(padded(1_000_000))).toBe(true);
    expect(isCut(padded(1_100_000))).toBe(false);
    expect(stripped(padded(1_100_000))).toMatchObject({ metadata: { name: 'a' } });
  });

  it('should be removed each time they occur', () => {
    const text =
      '{"metadata":{"managedFields":[1],"name":"a","managedFields":[2]},"metadata":{"managedFields":[3]}}';

    expect(stripped(text)).toEqual({ metadata: {} });
  });

  it('should be cut from a watch frame by the path object.metadata', () => {
    const frame = `{"type":"ADDED","metadata":{"managedFields":[1]},"object":{"metadata":{"name":"a","managedFields":${fields}},"spec":0}}`;

    expect(isCut(frame, true)).toBe(true);
    expect(JSON.stringify(stripped(frame, true))).toBe(JSON.stringify(parsedAndDeleted(frame, true)));
  });

  it('should not be found when the bytes end before their end', () => {
    const bytes = encoder.encode(`{"metadata":{"name":"a","managedFields":${fields}},"spec":{"a":[]}}`);
    const whole = findManagedFields(bytes, 0, bytes.length, false);

    for (let end = 0; end < (whole?.to ?? 0); end++) {
      expect(findManagedFields(bytes, 0, end, false)).toBeUndefined();
    }
    expect(whole).toBeDefined();
  });

  it('should not be found by reading bytes after the end', () => {
    const find = (text: string, behind: string) => {
      const bytes = encoder.encode(text + behind);
      return findManagedFields(bytes, 0, bytes.length - behind.length, false);
    };

    expect(find('{"metadata":{"managedFields":["a]', ',"x"],"y":0}}')).toBeUndefined();
    expect(find('{"metadata":{"managedFields":["a],"', 'x"],"y":0}}')).toBeUndefined();
    expect(find('{"metadata":{"managedFields":[1', '],"x":0}}')).toBeUndefined();
    expect(find('{"metadata":{"managedFields":[1]', ',"x":0}}')).toEqual({ from: 13, to: 32 });
    expect(find('{"metadata":{"managedFields"', ':[1],"x":0}}')).toBeUndefined();
  });

  it('should give the same result as parsing and deleting for any JSON, in the same order', () => {
    const texts = fc.oneof(kubeObjectText, objectText, jsonText);

    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.stringify(stripped(text))).toBe(JSON.stringify(parsedAndDeleted(text)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('should give the same result as parsing and deleting for any frame, in the same order', () => {
    const frames = fc
      .tuple(
        fc.oneof(kubeObjectText, jsonText),
        fc.constantFrom('"type":"ADDED",', '', '"a":[{"object":1}],'),
      )
      .map(([text, before]) => `{${before}"object":${text}}`);

    fc.assert(
      fc.property(frames, (frame) => {
        expect(JSON.stringify(stripped(frame, true))).toBe(JSON.stringify(parsedAndDeleted(frame, true)));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('withoutManagedFields', () => {
  it('should return the same reference if there are none', () => {
    const object = { metadata: { name: 'a' } };

    expect(withoutManagedFields(object)).toBe(object);
    expect(withoutManagedFields(null)).toBeNull();
  });

  it('should not change the given object', () => {
    const object = { metadata: { name: 'a', managedFields: [] } };

    expect(withoutManagedFields(object)).toEqual({ metadata: { name: 'a' } });
    expect(object.metadata.managedFields).toEqual([]);
  });
});
