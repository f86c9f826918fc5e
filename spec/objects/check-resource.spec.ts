import { describe, expect, it } from '@jest/globals';
import { OptionsError } from '../../src/objects/index.ts';
import { aResource, checkNamespaced, checkResource } from '../../src/objects/group-version-resource.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

describe('checkResource', () => {
  it.each([pods, { ...pods, group: 'apps' }, { ...pods, namespaced: false }])(
    'should take %j',
    (resource) => {
      expect(() => checkResource('of', resource)).not.toThrow();
      expect(aResource.test(resource)).toBe(true);
    },
  );

  it.each([
    [
      { ...pods, group: 'core' },
      "of: group must be '', not \"core\": the core group has no name: write group: ''",
    ],
    [{ ...pods, resource: 'Pod' }, 'of: resource must be the plural name in lower case, such as'],
    [{ ...pods, resource: 'replicaSets' }, 'not "replicaSets"'],
    [{ ...pods, resource: 'pods/status' }, 'of must be a collection'],
    [{ ...pods, group: '../x' }, 'of must be a collection'],
    [{ group: '', version: 'v1' }, 'of must be a collection'],
    ['pods', 'of must be a collection'],
    [undefined, 'of must be a collection'],
  ])('should refuse %j', (resource, message) => {
    expect(() => checkResource('of', resource)).toThrow(OptionsError);
    expect(() => checkResource('of', resource)).toThrow(message);
    expect(aResource.test(resource)).toBe(false);
  });
});

describe('checkNamespaced', () => {
  it('should refuse a namespace for a cluster-scoped collection alone', () => {
    const nodes = { resource: 'nodes', namespaced: false };

    expect(() => checkNamespaced('of', nodes, 'x')).toThrow(
      'nodes are cluster-scoped: they are in no namespace',
    );
    for (const [resource, namespace] of [
      [nodes, ''],
      [nodes, undefined],
      [pods, 'x'],
      [{ ...nodes, namespaced: true }, 'x'],
    ] as const) {
      expect(() => checkNamespaced('of', resource, namespace)).not.toThrow();
    }
  });
});
