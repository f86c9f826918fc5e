import { describe, expect, it, jest } from '@jest/globals';
import { seededRandom } from 'rx-informer/testing';
import { fc } from '../../support/properties.ts';
import { withoutSecrets } from '../../../src/recording/machine/without-secrets.ts';

const password = 'aHVudGVyMg==';
const metadata = {
  name: 'login',
  namespace: 'shop',
  uid: 'u',
  resourceVersion: '7',
  labels: { data: 'kept' },
};
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata,
  data: { 'the-password': password },
  stringData: { 'the-password': password },
  type: 'Opaque',
};
const { apiVersion, kind, ...item } = secret;
const lean = { apiVersion, kind, metadata, type: 'Opaque' };
const leanItem = { metadata, type: 'Opaque' };

/** Removes the secrets from a value. Converts the result to JSON and back. */
const cleaned = (value: unknown, confidential = false): unknown =>
  JSON.parse(JSON.stringify(withoutSecrets(value, confidential)));

describe('withoutSecrets', () => {
  it.each<[string, unknown, unknown]>([
    ['a Secret', secret, lean],
    ['a Secret without a kind', item, leanItem],
    ['an event', { type: 'ADDED', object: secret }, { type: 'ADDED', object: lean }],
    [
      'a change',
      { type: 'updated', object: secret, old: secret },
      { type: 'updated', object: lean, old: lean },
    ],
    [
      'a page',
      { items: [secret, item], resourceVersion: '9' },
      { items: [lean, leanItem], resourceVersion: '9' },
    ],
    [
      'a list of Secrets, its items without a type',
      { kind: 'SecretList', items: [{ metadata, data: { a: password } }] },
      { kind: 'SecretList', items: [{ metadata }] },
    ],
    [
      'items of a list, by what one member holds',
      [
        { ...leanItem, data: {} },
        { ...leanItem, stringData: {} },
      ],
      [leanItem, leanItem],
    ],
    [
      'a malformed Secret',
      { ...secret, apiVersion: [password], immutable: { p: password } },
      { kind, metadata, type: 'Opaque' },
    ],
    ['an item within a text, behind blanks', ` \n${JSON.stringify(item)}`, JSON.stringify(leanItem)],
    ['a mixed list', { kind: 'List', items: [secret] }, { kind: 'List', items: [lean] }],
    ['a List within a text', JSON.stringify({ items: [secret] }), JSON.stringify({ items: [lean] })],
  ])('should remove the data of %s', (_, value, expected) => {
    expect(cleaned(value)).toEqual(expected);
  });

  it('should keep every other value unchanged, by reference', () => {
    const configMap = { kind: 'ConfigMap', metadata, data: { Secret: 'x', text: '{"a": 1}\n' } };
    const deployment = {
      kind: 'Deployment',
      metadata: { ...metadata, annotations: { applied: '{ "kind":"Deployment", "of": "Secret" }' } },
      spec: { data: ['kept'], type: 'x', 'x"data":': 1 },
    };

    const items = [
      { metadata, data: { a: 'b' } },
      { metadata, type: 3, data: { a: 'b' } },
      { metadata, type: 'Warning', message: 'no Secret "login"', data: 'b' },
      { metadata: 'm', type: 'a', data: { a: 'b' } },
    ];

    for (const value of [
      configMap,
      deployment,
      { items },
      'data',
      null,
      3,
      [],
      { type: 'a', data: { b: 'c' } },
    ]) {
      expect(withoutSecrets(value, false)).toBe(value);
    }
  });

  it('should copy only the objects that it changes, and parse no text without the word Secret', () => {
    const [pod, half] = [{ kind: 'Pod', note: '["\ud800"]' }, '["Secret","\ud800"]'];
    const [stringify, parse] = [jest.spyOn(JSON, 'stringify'), jest.spyOn(JSON, 'parse')];
    const [one, two] = [withoutSecrets({ pod, note: half }, false), withoutSecrets({ pod, secret }, false)];
    const counts = [stringify.mock.calls.length, parse.mock.calls.length];
    jest.restoreAllMocks();

    expect(counts).toEqual([0, 1]);
    expect(one).toEqual({ pod, note: half });
    expect((two as { pod: unknown }).pod).toBe(pod);
  });

  it.each([
    ['blanks', ' '],
    ['coded line feeds', String.raw`\n`],
    ['backslashes', String.raw`\\`],
  ])('should read a text with 16 million characters after a name: %s', (_, blank) => {
    const note = `"data"${blank.repeat(16_000_000 / blank.length)}`;

    expect(withoutSecrets({ note }, false)).toEqual({ note });
  });

  it.each([
    ['looks like JSON, is not JSON, and contains no Secret', '[ready] { all }'],
    ['only speaks of one', 'mounts {a} of Secret [b]'],
  ])('should keep a text that %s', (_, note) => {
    const object = { kind: 'ConfigMap', metadata: { annotations: { note } }, data: { a: 'b' } };

    expect(cleaned(object)).toEqual(object);
  });

  it('should remove the values of annotations, in any form in which a tool stores applied objects', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(secret)}\n`,
      'tool/yaml': 'kind: Secret\ndata:\n  p: aHVudGVyMg==\n',
      'tool/coded': btoa('{"data":{"p":"hunter2"}}'),
      'tool/broken': '{"kind":"Secret","data":{"p":"hunter2',
      plain: 'hunter2-hunter2',
      'name/hunter2': '',
    };
    const names = Object.keys(annotations).slice(0, -1);

    expect(cleaned({ ...secret, metadata: { ...metadata, annotations } })).toEqual({
      ...lean,
      metadata: { ...metadata, annotations: Object.fromEntries(names.map((name) => [name, ''])) },
    });
  });

  it.each([
    ['decoded', { data: { p: password } }],
    ['decoded, with the end of its line', { data: { p: btoa('hunter2\n') } }],
    ['as it was given', { stringData: { p: 'hunter2' } }],
    ['as it was given, with the end of its line', { stringData: { p: 'hunter2\n' } }],
    ['in a coding of its own', { data: { p: 'hunter2' } }],
    ['of several', { data: { q: 'eA==', p: password, empty: '' } }],
  ])('should empty a label that repeats a value: %s', (_, held) => {
    const labels = { plain: 'hunter2', twice: 'hunter2-hunter2', hunter2: 'a', kept: 'hunter' };

    expect(cleaned({ ...lean, ...held, metadata: { ...metadata, labels } })).toEqual({
      ...lean,
      metadata: { ...metadata, labels: { plain: '', twice: '', kept: 'hunter' } },
    });
  });

  it('should empty a label that repeats an encoded value', () => {
    const labels = { coded: 'aHVudGVyMg', kept: 'aHVudGVy' };

    expect(cleaned({ ...secret, metadata: { ...metadata, labels } })).toEqual({
      ...lean,
      metadata: { ...metadata, labels: { coded: '', kept: 'aHVudGVy' } },
    });
  });

  it.each([
    ['as YAML', 'apiVersion: v1\nkind: Secret\nstringData:\n  p: hunter2'],
    ['as YAML, quoted', `"kind": 'Secret'\n"data" : {p: aHVudGVyMg==}`],
    ['as YAML, one of several', 'kind: ConfigMap\n---\nkind: !!str Secret\ndata:\n  p: aHVudGVyMg==\n'],
    ['as YAML, its tag far off', 'kind: !!str  Secret\ndata:\n  p: aHVudGVyMg==\n'],
    ['as YAML, with an anchor', 'kind: &k Secret\ndata:\n  p: aHVudGVyMg==\n'],
    ['as YAML, with a tag', 'kind: !<tag:yaml.org,2002:str> "Secret"\ndata:\n  p: aHVudGVyMg==\n'],
    ['as YAML, in codes', 'kind: "\\x53ecret"\ndata:\n  p: aHVudGVyMg==\n'],
    ['as YAML in braces', '{kind: Secret, data: {p: aHVudGVyMg==}}'],
    ['as JSON behind other words', `applied: ${JSON.stringify(secret)}`],
    ['as JSON behind others, escaped', `v1 ${JSON.stringify(JSON.stringify(secret))}`],
    ['as JSON behind others, in codes', `v1 ${JSON.stringify(secret).replace('Se', '\\u0053e')}`],
  ])('should empty a text of another object that contains a Secret %s', (_, text) => {
    const configMap = (note: string): unknown => ({
      kind: 'ConfigMap',
      metadata: { name: 'c', annotations: { note, kept: 'kind: Deployment\ndata: {}' } },
    });

    expect(cleaned(configMap(text))).toEqual(configMap(''));
    expect(cleaned(configMap(JSON.stringify({ text })))).toEqual(configMap('{"text":""}'));
  });

  it('should remove all other members of a Secret that could repeat its data', () => {
    expect(
      cleaned({ ...secret, immutable: true, status: { p: 'hunter2' }, items: 3, note: 'hunter2' }),
    ).toEqual({ ...lean, immutable: true });
  });

  it('should remove the data from annotations of a partial object, also escaped or truncated', () => {
    const partial = (text: string): unknown => ({
      kind: 'PartialObjectMetadata',
      metadata: { name: 'login', annotations: { applied: text } },
    });
    const text = JSON.stringify(secret);

    expect(cleaned(partial(text))).toEqual(partial(JSON.stringify(lean)));
    expect(cleaned(partial(text.replace('"Secret"', '"\\u0053ecret"')))).toEqual(
      partial(JSON.stringify(lean)),
    );
    expect(cleaned(partial(text.slice(0, -9)))).toEqual(partial(''));
  });

  it('should remove the names of data, labels and annotations from managedFields', () => {
    const fieldsV1 = {
      'f:data': { 'f:the-password': {} },
      'f:metadata': { 'f:annotations': { 'f:hunter2': {} }, 'f:labels': { 'f:hunter2': {} } },
    };
    const managedFields = [{ manager: 'kubectl', fieldsV1 }, 'odd'];

    expect(cleaned({ ...secret, metadata: { ...metadata, managedFields } })).toEqual({
      ...lean,
      metadata: { ...metadata, managedFields: [{ manager: 'kubectl', fieldsV1: {} }, {}] },
    });
  });

  it('should treat any object as a Secret if all are, even a malformed one', () => {
    const bare = { metadata: { ...metadata, annotations: { a: 'x'.repeat(300) } }, data: { p: password } };

    expect(cleaned({ type: 'ADDED', object: bare }, true)).toEqual({
      type: 'ADDED',
      object: { metadata: { ...metadata, annotations: { a: '' } } },
    });
    expect(cleaned({ items: [{ data: { p: password } }, { metadata: 3, data: 'x' }] }, true)).toEqual({
      items: [{}, { metadata: 3 }],
    });
    expect(cleaned({ metadata: { name: 'a', annotations: { a: 'hunter2' } } }, true)).toEqual({
      metadata: { name: 'a', annotations: { a: '' } },
    });
    expect(cleaned({ metadata: { resourceVersion: '9' }, items: [bare] }, true)).toEqual({
      metadata: { resourceVersion: '9' },
      items: [{ metadata: { ...metadata, annotations: { a: '' } } }],
    });
    expect(cleaned({ ...secret, metadata: null })).toEqual({ ...lean, metadata: {} });
  });

  it('should keep a member that is called __proto__ as a member', () => {
    const text = '{"kind":"Secret","metadata":{"name":"a","labels":{"__proto__":"b"}},"data":{"c":"d"}}';

    expect(JSON.stringify(withoutSecrets(JSON.parse(text), false))).toBe(
      '{"kind":"Secret","metadata":{"name":"a","labels":{"__proto__":"b"}}}',
    );
  });

  it('should take linear time for 2 MB of backslashes, of blanks, and of padding', () => {
    const long = 2_000_000;
    for (const text of [
      '\\'.repeat(long),
      `"data${'\\'.repeat(long)}`,
      `"data"${'\\\\n '.repeat(long / 4)}`,
      `kind${' '.repeat(long)}x kind${' !'.repeat(long / 2)}`,
      `{Secret${'\\"data'.repeat(long / 6)}`,
    ]) {
      const pod = { kind: 'Pod', spec: { text, other: 'Secret' } };
      expect(cleaned(pod)).toHaveProperty('kind', 'Pod');
    }
    const filled = { ...secret, data: { a: `${'='.repeat(long)}x` } };
    expect(cleaned(filled)).toEqual(lean);
  });

  const dense = '{},'.repeat(70_000);
  const keys = Array.from({ length: 17_000 }, (_, nth) => `"k${nth}":0`).join();
  const long = 'z'.repeat(1_100_000);

  it.each<[string, readonly string[], readonly string[]]>([
    ['values in one', [`{"data" :[${dense}0]}`], ['']],
    ['values in several', ['["Secret"]', `["Secret",${dense}0]`, '["Secret"]'], ['["Secret"]', '', '']],
    ['different keys', [`{${keys},"stringData":0}`, '["Secret"]'], ['', '']],
    ['levels', [`["Secret",${'['.repeat(501)}0${']'.repeat(501)}]`], ['']],
    ['characters in several', [`["Secret${long}"]`, `["\\u0053${long}"]`], [`["Secret${long}"]`, '']],
    ['characters among words', [`a \\u0041${long}${long}`, 'b \\u0041', 'c'], ['', '', 'c']],
    [
      'characters of texts in texts',
      [
        JSON.stringify(['Secret', JSON.stringify([`Secret${long}`])]),
        JSON.stringify(['Secret', JSON.stringify([1])]),
      ],
      ['["Secret",""]', ''],
    ],
    ['values, and speaks of no Secret', [`[${dense}0]`], [`[${dense}0]`]],
  ])('should empty a text that exceeds the limits: %s', (_, texts, expected) => {
    const configMap = { kind: 'ConfigMap', metadata, data: texts };
    const small = { kind: 'ConfigMap', metadata, data: ['["Secret"]'] };

    // The limits apply to each object of the list separately.
    expect(cleaned({ items: [small, configMap, small] })).toEqual({
      items: [small, { ...configMap, data: expected }, small],
    });
  });

  it('should not treat an object with a name as a list, if all objects are Secrets', () => {
    expect(cleaned({ metadata, items: [], note: 'hunter2' }, true)).toEqual({ metadata });
    expect(cleaned({ metadata: { resourceVersion: '7' }, items: [secret] }, true)).toEqual({
      metadata: { resourceVersion: '7' },
      items: [lean],
    });
  });

  it('should limit the number of parsed texts of one object, even of short texts', () => {
    const texts = (count: number): readonly string[] => Array.from({ length: count }, () => '["Secret"]');
    const kept = (count: number): number =>
      (cleaned({ metadata, texts: texts(count) }) as { texts: readonly string[] }).texts.filter(Boolean)
        .length;

    expect(kept(5_000)).toBe(5_000);
    expect(kept(50_000)).toBeLessThan(20_000);
  });

  it('should parse no text with too many different orders of keys, even with few keys', () => {
    const random = seededRandom(7);
    const names = Array.from({ length: 100 }, (_, nth) => `k${nth}`);
    const shuffled = (): readonly string[] => names.toSorted(() => random() - 0.5).slice(0, 20);
    const note = (objects: number, keysOf: () => readonly string[]): string =>
      JSON.stringify([
        'Secret',
        ...Array.from({ length: objects }, () => Object.fromEntries(keysOf().map((key) => [key, 0]))),
      ]);
    const emptied = (text: string): boolean =>
      (cleaned({ metadata, note: text }) as { note: string }).note === '';

    expect(emptied(note(500, shuffled))).toBe(false);
    expect(emptied(note(1_500, shuffled))).toBe(true);
    expect(emptied(note(5_000, () => names.slice(0, 20)))).toBe(false);
  });

  it('should limit the comparison of the values of many Secrets in one object', () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`k${nth}`, `v${nth}`]));
    const hidden = { kind: 'Secret', metadata: { labels: { app: 'a'.repeat(10_000) } }, data };
    const widget = { kind: 'Widget', metadata, spec: { secrets: Array(10).fill(hidden) } };
    const labelsOf = (value: unknown): readonly unknown[] =>
      (value as typeof widget).spec.secrets.map((one: typeof hidden) => one.metadata.labels);

    const { items } = cleaned({ items: [widget, widget] }) as { items: readonly unknown[] };

    const kept = labelsOf(items[0]).filter((labels) => Object.keys(labels as object).length > 0);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(5);
    expect(items[1]).toEqual(items[0]);
  });

  it('should compare the values of each Secret in a list, for any number of Secrets', () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`k${nth}`, `v${nth}`]));
    const items = Array.from({ length: 10 }, () => ({
      metadata: { ...metadata, labels: { app: 'a'.repeat(10_000) } },
      data,
    }));

    for (const around of [{ kind: 'SecretList' }, { kind: 'List', metadata: { resourceVersion: '' } }]) {
      const secrets = items.map((one) => ({ kind: 'Secret', ...one }));
      const list = cleaned({ ...around, items: secrets }) as { items: typeof items };

      expect(list.items.map((one) => one.metadata.labels)).toEqual(items.map((one) => one.metadata.labels));
    }
  });

  it('should find a Secret in a text with any blanks and escapes, also in nested texts', () => {
    const tokens = [
      ...['{', '"metadata"', ':', '{', '}', ',', '"type"', ':', '"Opaque"', ','],
      ...['"data"', ':', '{', '"p"', ':', '"hunter2"', '}', '}'],
    ];
    const blank = fc.constantFrom('', ' ', '\n', '\r\n\t', '   ');
    const coded = (token: string): string => token.replace('a', '\\u0061');
    const written = fc.record({
      blanks: fc.array(blank, { minLength: tokens.length, maxLength: tokens.length }),
      isCoded: fc.boolean(),
      levels: fc.nat(3),
    });
    fc.assert(
      fc.property(written, ({ blanks, isCoded, levels }) => {
        const json = tokens
          .map((token, nth) => (isCoded ? coded(token) : token) + (blanks[nth] ?? ''))
          .join('');
        const text = Array.from({ length: levels }).reduce<string>((inner) => JSON.stringify([inner]), json);
        const { note } = withoutSecrets({ kind: 'Pod', note: text }, false) as { note: string };

        expect(note).not.toBe('');
        expect(note).not.toContain('hunter2');
      }),
    );
  });
});
