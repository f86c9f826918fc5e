import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { coveredRights, type Right } from '../../../../src/apiserver/access/rbac/covered-rights.ts';
import type { PolicyRule } from '../../../../src/apiserver/access/rbac/policy-rule.ts';

const hint = 'have fewer rules';

const texts = (count: number, end = ''): readonly string[] =>
  Array.from({ length: count }, (_, at) => `/${at}${end}`);

const ofNames = (...resourceNames: readonly string[]): PolicyRule => ({
  verbs: ['get'],
  apiGroups: [''],
  resources: ['pods'],
  resourceNames,
});

const ofPaths = (...nonResourceURLs: readonly string[]): PolicyRule => ({ verbs: ['get'], nonResourceURLs });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('coveredRights', () => {
  it.each([
    ['names', ofNames],
    ['paths', ofPaths],
  ])('should collect only the requested %s', (_, rule) => {
    const rights: readonly Right[] = [rule('/7'), rule('/none')];
    const add = jest.spyOn(Set.prototype, 'add');

    const covered = coveredRights([rule(...texts(1_000)), rule('/x')], rights, hint);

    expect(add.mock.calls.length).toBeLessThan(10);
    expect(covered).toEqual(new Set([rights[0]]));
  });

  it('should cover a right on all names only by a rule without names', () => {
    const all: PolicyRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };

    expect(coveredRights([ofNames('a')], [all], hint).size).toBe(0);
    expect(coveredRights([ofNames('a'), all], [all], hint).size).toBe(1);
  });

  it('should cover a path by a path with a star that is its prefix', () => {
    const rights = ['/a', '/a/b', '/a/*', '/b', '/b*', '/c/d', '/*'].map((path) => ofPaths(path));

    const covered = coveredRights([ofPaths('/a*', '/a/b*'), ofPaths('/b', '/c/*')], rights, hint);

    expect(rights.filter((right) => covered.has(right)).flatMap((right) => right.nonResourceURLs)).toEqual([
      '/a',
      '/a/b',
      '/a/*',
      '/b',
      '/c/d',
    ]);
  });

  it('should refuse to sort more than 100,000 paths with a star (413)', () => {
    const ofMany = (end: string): (() => unknown) => {
      const owned = Array.from({ length: 11 }, () => ofPaths(...texts(10_000, end)));
      return () => coveredRights(owned, [ofPaths('/none')], hint);
    };

    expect(ofMany('')()).toEqual(new Set());
    expect(ofMany('*')).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 413 }) as unknown }),
    );
  });
});
