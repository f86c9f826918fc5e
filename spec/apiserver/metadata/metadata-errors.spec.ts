import { describe, expect, it } from '@jest/globals';
import { metadataErrors, standardFinalizerErrors } from '../../../src/apiserver/metadata/metadata-errors.ts';

const namePart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const long = 'x'.repeat(64);

describe('metadataErrors', () => {
  it.each<readonly [string, object, ...string[]]>([
    ['key', { labels: { 'a b': 'c' } }, `metadata.labels: Invalid value: "a b": ${namePart}`],
    [
      'long key',
      { labels: { [long]: 'c' } },
      `metadata.labels: Invalid value: "${long}": name part must be no more than 63 bytes`,
    ],
    [
      'long value',
      { labels: { a: long } },
      `metadata.labels: Invalid value: "${long}": must be no more than 63 bytes`,
    ],
    [
      'no prefix',
      { labels: { '/c': 'a' } },
      'metadata.labels: Invalid value: "/c": prefix part must be non-empty',
    ],
    [
      'no name',
      { labels: { 'c/': 'a' } },
      'metadata.labels: Invalid value: "c/": name part must be non-empty',
      `metadata.labels: Invalid value: "c/": ${namePart}`,
    ],
    [
      'slashes',
      { labels: { 'a/b/c': 'a' } },
      `metadata.labels: Invalid value: "a/b/c": a valid label key ${namePart.slice('name part '.length)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
    [
      'annotation',
      { annotations: { 'q q': '1' } },
      `metadata.annotations: Invalid value: "q q": ${namePart}`,
    ],
    [
      'annotations',
      { annotations: { a: 'x'.repeat(262_144) } },
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ],
    ['finalizer', { finalizers: ['a/b c'] }, `metadata.finalizers: Invalid value: "a/b c": ${namePart}`],
    [
      'finalizers',
      { finalizers: ['orphan', 'foregroundDeletion'] },
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ],
    [
      'owner',
      { ownerReferences: [{ apiVersion: 'a/b/c' }] },
      'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
      'metadata.ownerReferences.kind: Invalid value: "": must not be empty',
      'metadata.ownerReferences.name: Invalid value: "": must not be empty',
      'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
    ],
    [
      'event',
      { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'y' }] },
      'metadata.ownerReferences: Invalid value: {"apiVersion":"v1","kind":"Event","name":"x","uid":"y"}: /v1, Kind=Event is disallowed from being an owner',
    ],
    [
      'controllers',
      {
        ownerReferences: ['x', 'z'].map((name) => ({
          apiVersion: 'v1',
          kind: 'Pod',
          name,
          uid: 'y',
          controller: true,
        })),
      },
      'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"Pod","name":"x","uid":"y","controller":true},{"apiVersion":"v1","kind":"Pod","name":"z","uid":"y","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for Pod/x and Pod/z',
    ],
  ])('should answer like the real server (%s)', (_, metadata, ...expected) => {
    const errors = metadataErrors({ ...metadata });

    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected);
  });

  it('should find no errors in valid metadata', () => {
    expect(
      metadataErrors({
        labels: { 'a.b/c': 'D_1', e: '' },
        annotations: { 'A.b/C': 'anything at all' },
        finalizers: ['a.b/c', 'foregroundDeletion'],
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'x', uid: 'y', controller: true },
        ],
      }),
    ).toEqual([]);
  });
});

describe('standardFinalizerErrors', () => {
  it('should require a domain for finalizers that Kubernetes does not define', () => {
    const finalizers = ['kubernetes', 'a.b/c', 'foo', 'orphan'];

    expect(standardFinalizerErrors({ finalizers })).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: 'metadata.finalizers[2]',
        message: 'Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
      },
    ]);
    expect(standardFinalizerErrors({})).toEqual([]);
  });
});
