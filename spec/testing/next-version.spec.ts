import { describe, expect, it } from '@jest/globals';
import { compareResourceVersions, type KubeObject, OptionsError } from 'rx-informer';
import { kubeObject, nextVersion, recreated } from 'rx-informer/testing';

const at = (resourceVersion: string): KubeObject => kubeObject('shop/a', { metadata: { resourceVersion } });

describe('nextVersion', () => {
  it('should increase the version by one, with any number of digits', () => {
    expect(
      ['9', '99', '90071992547409929'].map((version) => nextVersion(at(version)).metadata.resourceVersion),
    ).toEqual(['10', '100', '90071992547409930']);
  });

  it('should merge the changes, keep the other fields, and freeze the object', () => {
    const old = kubeObject('a', { metadata: { labels: { app: 'web', tier: 'x' }, generation: 1 } });
    const next = nextVersion(old, { metadata: { labels: { tier: null } } } as object);
    const respecified = nextVersion(next, { spec: { size: 2 } } as object);

    expect(next.metadata).toEqual({ ...old.metadata, labels: { app: 'web' }, resourceVersion: '2' });
    expect(respecified.metadata).toMatchObject({
      uid: old.metadata.uid,
      generation: 2,
      resourceVersion: '3',
    });
    expect([next, next.metadata, next.metadata.labels].every((part) => Object.isFrozen(part))).toBe(true);
  });

  it('should keep a given version', () => {
    expect(nextVersion(at('5'), { metadata: { resourceVersion: '3' } }).metadata.resourceVersion).toBe('3');
  });

  it('should use the given generation', () => {
    const old = kubeObject('a', { metadata: { generation: 4 } });

    expect(
      nextVersion(old, { metadata: { generation: 9 }, spec: { size: 1 } } as object).metadata.generation,
    ).toBe(9);
  });

  it('should not freeze the arrays of the caller', () => {
    const finalizers = ['x/y'];
    const next = nextVersion(at('1'), { metadata: { finalizers } });
    finalizers.push('x/z');

    expect(next.metadata.finalizers).toEqual(['x/y']);
  });

  it('should refuse a metadata field outside of metadata', () => {
    expect(() => nextVersion(at('1'), { labels: { app: 'web' } } as never)).toThrow(
      'nextVersion: labels must be absent',
    );
    expect(() => recreated(at('1'), { name: 'b' } as never)).toThrow(OptionsError);
  });

  it('should refuse another key, an opaque version, and an invalid object', () => {
    expect(() => nextVersion(at('1'), { metadata: { name: 'b' } })).toThrow(OptionsError);
    expect(() => nextVersion(at('x1'))).toThrow('a decimal number');
    expect(() => nextVersion(undefined as never)).toThrow(OptionsError);
  });
});

describe('recreated', () => {
  it('should return another object at a later version, each time', () => {
    const first = kubeObject('a', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', generation: 4 } });
    const second = recreated(first);
    const third = recreated(second, { metadata: { labels: { app: 'web' } } });

    expect(second.metadata).toEqual({ name: 'a', uid: 'uid-of-a#2', resourceVersion: '2', generation: 1 });
    expect(third.metadata).toMatchObject({ uid: 'uid-of-a#3', labels: { app: 'web' } });
    expect(compareResourceVersions(third.metadata.resourceVersion, '2')).toBeGreaterThan(0);
    expect(() => recreated({} as never)).toThrow(OptionsError);
  });
});
