import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { type KubeObject, keyOf } from '../../../src/objects/index.ts';
import { createEventReader } from '../../../src/source/machine/event-reader.ts';
import {
  createKnownObjectReader,
  endOfValue,
  needsParse,
  walkMembers,
} from '../../../src/source/machine/known-object-reader.ts';
import { createPageReader } from '../../../src/source/machine/page-reader.ts';
import { blank, bordersOf, chunksOf, few, jsonText, stringOf } from '../json-text.ts';

const settings = {
  keepManagedFields: false,
  maxFrameBytes: 100_000,
  maxPageBytes: 1_000_000,
  confidential: false,
};
type Held = (key: string) => KubeObject | undefined;

function listed(text: string, borders: readonly number[], held?: Held): readonly KubeObject[] {
  const reader = createPageReader({ ...settings, knownObjects: held && { get: held } });
  for (const chunk of chunksOf(text, borders)) {
    reader.push(chunk);
    reader.work(() => false);
  }
  reader.end();
  reader.work(() => false);
  return reader.page().items;
}

function streamed(text: string, borders: readonly number[], held?: Held): readonly KubeObject[] {
  const reader = createEventReader({ ...settings, knownObjects: held && { get: held } }, () => undefined);
  const events = chunksOf(text, borders).flatMap((chunk) => [...reader.read(chunk)]);
  return events.flatMap((event) => (event === undefined || event.type === 'BOOKMARK' ? [] : [event.object]));
}

const member = fc
  .tuple(fc.constantFrom('name', 'namespace', 'uid', 'resourceVersion', 'metadata', 'labels'), few, blank)
  .map(([key, escaped, space]) => `${stringOf(key, escaped)}${space}:${space}`);
const word = fc
  .tuple(fc.constantFrom('a', 'b', 'é'), few, blank)
  .map(([content, escaped, space]) => `${stringOf(content, escaped)}${space}`);
const members = fc.array(
  fc.tuple(member, fc.oneof({ weight: 3, arbitrary: word }, jsonText)).map((parts) => parts.join('')),
  { maxLength: 4 },
);
const shuffled = (own: readonly string[], more: readonly string[]): fc.Arbitrary<string> =>
  fc
    .shuffledSubarray([...own, ...more], { minLength: own.length + more.length })
    .map((all) => `{${all.join(',')}}`);
/**
 * Random objects that have one of a few names. The members have a random order. Some members are repeated, escaped, or
 * have unusual white space.
 */
const objects = fc
  .tuple(word, word, word, members, fc.boolean(), members)
  .chain(([name, uid, version, inside, managed, beside]) =>
    shuffled(
      [
        `"name":${name}`,
        `"uid":${uid}`,
        `"resourceVersion":${version}`,
        ...(managed ? ['"managedFields":[{"a":["]"]}]'] : []),
      ],
      inside,
    ).chain((metadata) => shuffled([`"metadata":${metadata}`], beside)),
  );

/**
 * Random objects that the store already has, one object for each key. An object may have the same state as the new
 * object.
 */
const holders = fc
  .array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b')), { minLength: 7, maxLength: 7 })
  .map((states) => {
    const keys = ['a', 'b', 'é', 'a/a', 'a/b', 'b/a', 'b/b'];
    const all = new Map(
      keys.map((key, i): [string, KubeObject] => {
        const [uid = '', resourceVersion = ''] = states[i] ?? [];
        const [name = '', namespace] = key.split('/').toReversed();
        return [key, { metadata: { name, ...(namespace && { namespace }), uid, resourceVersion } }];
      }),
    );
    return (key: string) => all.get(key);
  });

const stateOf = (object: KubeObject): readonly unknown[] => [
  keyOf(object),
  object.metadata.uid,
  object.metadata.resourceVersion,
];

/**
 * Checks each object that the reader returned. The object must equal the parsed object, or be the stored object with
 * the same key, uid and resourceVersion.
 */
function expectSame(own: readonly KubeObject[], parsed: readonly KubeObject[], held: Held): void {
  expect(own).toHaveLength(parsed.length);
  parsed.forEach((expected, i) => {
    const object = own[i];
    if (object !== undefined && object === held(keyOf(expected))) {
      expect(stateOf(object)).toEqual(stateOf(expected));
    } else expect(JSON.stringify(object)).toBe(JSON.stringify(expected));
  });
}

const pod = (name: string, more = ''): string =>
  `{"metadata":{"name":"${name}","namespace":"shop","uid":"u","resourceVersion":"7"${more}},"spec":{"a":["]}"]}}`;
const holding =
  (...all: readonly KubeObject[]): Held =>
  (key) =>
    all.find((object) => keyOf(object) === key);
const web: KubeObject = { metadata: { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' } };

function read(text: string, held: Held = holding(web)): unknown {
  const bytes = new TextEncoder().encode(`${text},{"metadata":{`);
  return createKnownObjectReader({ get: held }).read(bytes, 0, bytes.length);
}

describe('known-object reader', () => {
  it('should return the known object with the same uid and resourceVersion, and its end', () => {
    const text = pod('web', ',"managedFields":[{"k:{\\"a\\":1}":["x]"]}],"labels":{"name":"no"}');

    expect(read(text)).toEqual({ object: web, to: text.length });
  });

  it.each([
    ['another uid', pod('web').replace('"u"', '"v"')],
    ['a longer uid', pod('web').replace('"u"', '"u2"')],
    ['another version', pod('web').replace('"7"', '"8"')],
    ['another name', pod('web2')],
    ['another namespace', pod('web').replace('shop', 'shop2')],
    ['no namespace', pod('web').replace('"namespace":"shop",', '')],
    ['no uid', pod('web').replace('"uid":"u",', '')],
    ['an escaped name', pod('w\\u0065b')],
    ['an escaped key', pod('web', ',"n\\u0061me":"db"')],
    ['a name twice', pod('web', ',"name":"db"')],
    ['a second metadata', pod('web').replace('"spec"', '"metadata"')],
    ['a second metadata with an escape', pod('web').replace('"spec"', '"met\\u0061data"')],
    ['a namespace that is not a string', pod('web').replace('"shop"', 'null')],
    ['metadata that is not an object', '{"metadata":[{"name":"web"}]}'],
    ['only an inner metadata', `{"spec":${pod('web')}}`],
    ['nothing', '{}'],
    ['an array instead of an object', pod('web').replace('{', '[')],
    ['a number instead of an object', pod('web').replace('{', '9')],
    ['a member without a value', '{"a",1}'],
  ])('should leave %s to the parser', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  it('should not return a known object without a resourceVersion', () => {
    const bare = { metadata: { ...web.metadata, resourceVersion: '' } };

    expect(read(pod('web').replace('"7"', '""'), holding(bare))).toBeUndefined();
  });

  it('should leave an object above 1 MiB to the parser', () => {
    const padded = (bytes: number): string => pod('web').replace(/}$/, `,"x":"${'x'.repeat(bytes)}"}`);

    expect(read(padded(1_000_000))).toMatchObject({ object: web });
    expect(read(padded(1_100_000))).toBeUndefined();
  });

  it('should return -1 when the bytes end before the object', () => {
    const bytes = new TextEncoder().encode(pod('web', ',"managedFields":[1],"n" : -12.5 , "t":true'));
    const reader = createKnownObjectReader({ get: holding(web) });

    for (let end = 1; end < bytes.length; end++) expect(reader.read(bytes, 0, end)).toBe(-1);
    expect(reader.read(bytes, 0, bytes.length)).toEqual({ object: web, to: bytes.length });
  });

  it('should list the same objects as the parser, for any page', () => {
    const pages = fc.array(objects, { minLength: 1, maxLength: 4 }).chain((items) => {
      const text = `{"metadata":{"resourceVersion":"9"},"items":[${items.join(',')}]}`;
      return fc.tuple(fc.constant(text), bordersOf(new TextEncoder().encode(text).length));
    });

    fc.assert(
      fc.property(pages, holders, ([text, borders], held) => {
        expectSame(listed(text, borders, held), listed(text, borders), held);
      }),
      { numRuns: 1_000 },
    );
  });

  it('should stream the same objects as the parser, for any frame', () => {
    const frames = fc
      .tuple(objects, fc.constantFrom('', '', ' ', ',"object":null', ',"type":"MODIFIED"'))
      .map(([object, more]) => `{"type":"ADDED","object":${object.replace(/[\r\n]/g, ' ')}${more}}\n`);
    const streams = fc.array(frames, { minLength: 1, maxLength: 4 }).chain((all) => {
      const text = all.join('');
      return fc.tuple(fc.constant(text), bordersOf(new TextEncoder().encode(text).length));
    });

    fc.assert(
      fc.property(streams, holders, ([text, borders], held) => {
        expectSame(streamed(text, borders, held), streamed(text, borders), held);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['[', '9', '"'])('should refuse a frame whose object opens with %s', (opening) => {
    const frame = `{"type":"ADDED","object":${pod('web').replace('{', opening)}}\n`;

    expect(() => streamed(frame, [], holding(web))).toThrow('is not JSON');
  });

  it('should reuse known objects in pages and streamed lists', () => {
    const page = `{"metadata":{"resourceVersion":"9"},"items":[${pod('db')},${pod('web')},${pod('web2')}]}`;
    const frames = ['db', 'web'].map((name) => `{"type":"ADDED","object":${pod(name)}}\n`).join('');
    const end =
      '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}\n';
    const held = holding(web);

    expect(listed(page, [], held).map((object) => object === web)).toEqual([false, true, false]);
    expect(streamed(frames, [], held).map((object) => object === web)).toEqual([false, true]);
    expect(streamed(end + frames, [], held)).not.toContain(web);
  });
});

describe('createKnownObjectReader', () => {
  const own = (namespace?: string): KubeObject => ({
    metadata: { name: 'web', ...(namespace !== undefined && { namespace }), uid: 'u1', resourceVersion: '7' },
  });
  const [clusterWide, inShop] = [own(), own('shop')];
  const held: Held = (key) =>
    new Map([
      ['web', clusterWide],
      ['shop/web', inShop],
    ]).get(key);
  const readBy = (of: Held, text: string, end = text.length) =>
    createKnownObjectReader({ get: of }).read(new TextEncoder().encode(text), 0, end);
  const text = (metadata: string, beside = ''): string => `{"metadata":{${metadata}}${beside}}`;
  const identity = '"name":"web","uid":"u1","resourceVersion":"7"';

  it.each<[string, string, KubeObject]>([
    ['of the whole cluster', text(identity), clusterWide],
    ['of the whole cluster, with an empty namespace', text(`"namespace":"",${identity}`), clusterWide],
    ['of a namespace', text(`${identity},"namespace":"shop"`), inShop],
    [
      'whose metadata comes last',
      `{"kind":"Pod","spec":{"metadata":1},"metadata":{${identity}}}`,
      clusterWide,
    ],
    ['with more members', text(`"labels":{"name":"x"},${identity}`, ',"status":{"uid":"y"}'), clusterWide],
    ['with managedFields', text(`"managedFields":[{"a":["]"]}],${identity}`), clusterWide],
  ])('should find a known object %s', (_, whole, object) => {
    const found = readBy(held, whole);

    expect(found).toEqual({ object, to: whole.length });
    expect((found as { readonly object: KubeObject }).object).toBe(object);
    expect(readBy(held, `${whole},{}`, whole.length)).toEqual(found);
  });

  it.each<[string, string]>([
    ['of another version', text(identity.replace('7', '8'))],
    ['of a version with the same beginning', text(identity.replace('"7"', '"71"'))],
    ['of another uid', text(identity.replace('u1', 'u2'))],
    ['of a uid with the same beginning', text(identity.replace('u1', 'u11'))],
    ['that is not known', text(identity.replace('web', 'db'))],
    ['of another namespace', text(`${identity},"namespace":"x"`)],
    ['without a name', text('"uid":"u1","resourceVersion":"7"')],
    ['without a uid', text('"name":"web","resourceVersion":"7"')],
    ['without a version', text('"name":"web","uid":"u1"')],
    ['whose name is not a string', text('"name":7,"uid":"u1","resourceVersion":"7"')],
    ['that has a name twice', text(`"name":"web",${identity}`)],
    ['that has metadata twice', `{"metadata":{${identity}},"metadata":{${identity}}}`],
    ['whose metadata is not an object', '{"metadata":[{}]}'],
    ['without metadata', '{"kind":"Pod"}'],
    ['whose managedFields are not a list', text(`"managedFields":{"a":1},${identity}`)],
    ['with an escape in a key', text(`"\\u006eame":"web",${identity}`)],
    ['with an escape in its name', text(identity.replace('web', 'w\\u0065b'))],
    ['that has members of like keys only', `{"metadatas":{${identity}},"metaData":{${identity}}}`],
    ['in a list', `[${text(identity)}]`],
  ])('should leave an object to the parser %s', (_, whole) => {
    expect(readBy(held, whole)).toBeUndefined();
  });

  it.each(['uid', 'resourceVersion'])('should not treat an empty %s as equal', (member) => {
    const odd: KubeObject = { metadata: { ...clusterWide.metadata, [member]: '' } };
    const whole = JSON.stringify(odd);

    expect(readBy(() => odd, whole)).toBeUndefined();
    expect(readBy(() => ({ metadata: { name: 'web' } }) as KubeObject, whole)).toBeUndefined();
  });

  it('should return -1 when the bytes end early', () => {
    const whole = text(`"labels":{"a":"b"},${identity}`, ',"status":[true,1]');

    for (let end = 1; end < whole.length; end++) expect([end, readBy(held, whole, end)]).toEqual([end, -1]);
  });

  it('should leave a large object to the parser', () => {
    const whole = text(identity, `,"data":"${'x'.repeat(1_100_000)}"`);

    expect(readBy(held, whole)).toBeUndefined();
  });
});

/**
 * Reads the object at the start of a text with `walkMembers`. Returns its keys and values, and the result of the call.
 */
function walked(text: string, end = text.length) {
  const bytes = new TextEncoder().encode(text);
  const members: (readonly [string, string])[] = [];
  const behind = walkMembers(bytes, 0, end, (keyFrom, keyTo, value) => {
    const to = endOfValue(bytes, value, end);
    if (to > 0) members.push([text.slice(keyFrom, keyTo), text.slice(value, to)]);
    return to;
  });
  return { members, behind };
}

describe('walkMembers', () => {
  it('should visit each member of the object, for any values, up to its end', () => {
    const text = '{ "a" : -1.5e3 ,"b":"x\\"}", "c":{"a":["}"]},\n"d":[[]],"e":null }';

    expect(walked(`${text},{}`)).toEqual({
      members: [
        ['a', '-1.5e3'],
        ['b', '"x\\"}"'],
        ['c', '{"a":["}"]}'],
        ['d', '[[]]'],
        ['e', 'null'],
      ],
      behind: text.length,
    });
    expect(walked('{ } ')).toEqual({ members: [], behind: 3 });
  });

  it('should return -1 wherever the bytes end', () => {
    const text = '{"a":"b","c":[1],"d":true}';

    for (let end = 1; end < text.length; end++) expect(walked(text, end).behind).toBe(-1);
  });

  it('should accept visible ASCII characters and blanks in a key', () => {
    expect(walked('{" !~":1}')).toEqual({ members: [[' !~', '1']], behind: 9 });
  });

  it('should read no byte after the end', () => {
    const bytes = new TextEncoder().encode('{"a":1}');

    expect(walkMembers(bytes, 0, 1, () => 1)).toBe(-1);
    expect(endOfValue(bytes, 5, 6)).toBe(-1);
    expect(endOfValue(new TextEncoder().encode('"b"'), 0, 2)).toBe(-1);
  });

  it.each([
    '{"a\u001f":1}',
    '{"a\u007f":1}',
    '{"a\\u0062":1}',
    '{"é":1}',
    '{1:2}',
    '{"a"1}',
    '{"a":1 2}',
    '{"a":[];"b":2}',
  ])('should return `odd` for %s', (text) => {
    expect(walked(text).behind).toBe(needsParse);
  });
});
