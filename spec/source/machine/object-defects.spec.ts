import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../../src/objects/index.ts';
import { isVersion, isWellFormed, objectDefect } from '../../../src/source/machine/object-defects.ts';

const of = (metadata: unknown): KubeObject => ({ metadata }) as KubeObject;
const good = { name: 'web', namespace: 'shop', uid: 'u', resourceVersion: '7' };

describe('isWellFormed', () => {
  it.each<[string, unknown]>([
    ['a namespace', good],
    ['no namespace', { ...good, namespace: undefined }],
    ['an empty namespace', { ...good, namespace: '' }],
    ['a name of 1,024 characters', { ...good, name: 'x'.repeat(1_024) }],
  ])('should be true with %s', (_, metadata) => {
    expect(isWellFormed(of(metadata))).toBe(true);
  });

  it.each<[string, unknown]>([
    ['no metadata', undefined],
    ['no name', { ...good, name: undefined }],
    ['an empty name', { ...good, name: '' }],
    ['a name that is not a string', { ...good, name: 7 }],
    ['a slash in the name', { ...good, name: 'a/b' }],
    ['a name that is too long', { ...good, name: 'x'.repeat(1_025) }],
    ['a slash in the namespace', { ...good, namespace: 'a/b' }],
    ['a namespace that is not a string', { ...good, namespace: null }],
    ['no uid', { ...good, uid: undefined }],
    ['a uid that is too long', { ...good, uid: 'x'.repeat(1_025) }],
    ['no version', { ...good, resourceVersion: undefined }],
    ['an empty version', { ...good, resourceVersion: '' }],
    ['a blank in the version', { ...good, resourceVersion: '7 8' }],
  ])('should be false with %s', (_, metadata) => {
    expect(isWellFormed(of(metadata))).toBe(false);
  });

  it.each([undefined, null])('should be false for %s', (object) => {
    expect(isWellFormed(object as unknown as KubeObject)).toBe(false);
  });
});

describe('isVersion', () => {
  it('should allow 1 to 256 visible characters', () => {
    const given = ['1', '!~', 'x'.repeat(256), '', 'x'.repeat(257), 'é', '1\n', 1, undefined];

    expect(given.filter(isVersion)).toEqual(['1', '!~', 'x'.repeat(256)]);
  });
});

describe('objectDefect', () => {
  it.each<[unknown, string]>([
    [undefined, 'an object without metadata.name, metadata.uid, metadata.resourceVersion was left out'],
    [{ ...good, uid: '' }, 'an object shop/web without metadata.uid was left out'],
    [{ ...good, name: undefined }, 'an object without metadata.name was left out'],
    [
      { ...good, namespace: undefined, resourceVersion: undefined },
      'an object /web without metadata.resourceVersion was left out',
    ],
    [{ ...good, namespace: 7 }, 'an object /web whose metadata.namespace is not a text was left out'],
    [
      { ...good, uid: 'x'.repeat(2_000) },
      'an object shop/web whose name, namespace, uid or resourceVersion is too long or has a wrong character was left out',
    ],
    [
      { ...good, name: 'x'.repeat(2_000) },
      `an object shop/${'x'.repeat(312)} whose name, namespace, uid or resourceVersion is too long or has a wrong character was left out`,
    ],
  ])('should describe the defect of %j', (metadata, message) => {
    const error = objectDefect(of(metadata));

    expect(error.message).toBe(`${message}; the server, or something between, broke the protocol`);
    expect(error.excerpt).toBe('');
  });
});
