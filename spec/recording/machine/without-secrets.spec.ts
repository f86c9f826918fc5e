import { describe, expect, it } from '@jest/globals';
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

const cleaned = (value: unknown, confidential = false): unknown =>
  JSON.parse(withoutSecrets(JSON.stringify(value), confidential));

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
    ['a mixed list', { kind: 'List', items: [secret] }, { kind: 'List', items: [lean] }],
    ['a List within a text', JSON.stringify({ items: [secret] }), JSON.stringify({ items: [lean] })],
  ])('should take out what it holds of %s', (_, value, expected) => {
    expect(cleaned(value)).toEqual(expected);
  });

  it('should leave everything else as it is, to the letter', () => {
    const configMap = { kind: 'ConfigMap', metadata, data: { Secret: 'x', text: '{"a": 1}\n' } };
    const deployment = {
      kind: 'Deployment',
      metadata: { ...metadata, annotations: { applied: '{ "kind":"Deployment", "of": "Secret" }' } },
      spec: { data: ['kept'], type: 'x', 'x"data":': 1 },
    };

    for (const value of [configMap, deployment, 'data', null, 3, [], { type: 'a', data: { b: 'c' } }]) {
      expect(withoutSecrets(JSON.stringify(value), false)).toBe(JSON.stringify(value));
    }
  });

  it('should take what was applied out of annotations, and of what other tools may have kept', () => {
    const applied = 'kubectl.kubernetes.io/last-applied-configuration';
    const annotations = {
      [applied]: `${JSON.stringify(secret)}\n`,
      'tool/compressed': 'H4sI'.repeat(100),
      'tool/template': '{"password":"hunter2"}',
      'tool/broken': '{"kind":"Secret","data":{"p":"hunter2',
      note: 'kept',
    };
    const left = { ...lean, metadata: { ...metadata, annotations } };
    left.metadata.annotations = {
      [applied]: JSON.stringify(lean),
      'tool/compressed': '',
      'tool/template': '',
      'tool/broken': '',
      note: 'kept',
    };

    expect(cleaned({ ...secret, metadata: { ...metadata, annotations } })).toEqual(left);
  });

  it('should take it out of the annotation of an object that is there in part, escaped or cut off too', () => {
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

  it('should take the names of what it holds out of managedFields', () => {
    const fieldsV1 = { 'f:data': { 'f:the-password': {} }, 'f:stringData': { 'f:p': {} }, 'f:type': {} };
    const managedFields = [{ manager: 'kubectl', fieldsV1 }, 'odd'];

    expect(cleaned({ ...secret, metadata: { ...metadata, managedFields } })).toEqual({
      ...lean,
      metadata: { ...metadata, managedFields: [{ manager: 'kubectl', fieldsV1: { 'f:type': {} } }, {}] },
    });
  });

  it('should take any object for a Secret where all are, also one that is malformed', () => {
    const bare = { metadata: { ...metadata, annotations: { a: 'x'.repeat(300) } }, data: { p: password } };

    expect(cleaned({ type: 'ADDED', object: bare }, true)).toEqual({
      type: 'ADDED',
      object: { metadata: { ...metadata, annotations: { a: '' } } },
    });
    expect(cleaned({ items: [{ data: { p: password } }, { metadata: 3, data: 'x' }] }, true)).toEqual({
      items: [{}, { metadata: 3 }],
    });
    expect(cleaned({ ...secret, metadata: null })).toEqual({ ...lean, metadata: {} });
  });

  it('should keep a member that is called __proto__ one', () => {
    const text = '{"kind":"Secret","metadata":{"name":"a","labels":{"__proto__":"b"}},"data":{"c":"d"}}';

    expect(withoutSecrets(text, false)).toBe(
      '{"kind":"Secret","metadata":{"name":"a","labels":{"__proto__":"b"}}}',
    );
  });
});
