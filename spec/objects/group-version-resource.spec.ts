import { describe, expect, it } from '@jest/globals';
import { OptionsError, pathOf } from 'rx-informer';
import {
  aResource,
  checkNamespaced,
  checkResource,
  collectionPath,
} from '../../src/objects/group-version-resource.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const clusterRoles = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };

describe('pathOf', () => {
  it.each([
    [pods, undefined, '/api/v1/pods'],
    [pods, 'shop/web-0', '/api/v1/namespaces/shop/pods/web-0'],
    [deployments, undefined, '/apis/apps/v1/deployments'],
    [deployments, 'shop/web', '/apis/apps/v1/namespaces/shop/deployments/web'],
    [clusterRoles, 'system:node', '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode'],
  ])('should return the path of %o %s', (resource, key, path) => {
    expect(pathOf(resource, key)).toBe(path);
  });

  it('should refuse a namespace for a cluster-scoped resource, and a kind for a resource', () => {
    expect(() => pathOf({ ...clusterRoles, namespaced: false }, 'shop/x')).toThrow('are in no namespace');
    expect(() => pathOf({ ...pods, resource: 'Pod' }, 'x')).toThrow('the plural name in lower case');
  });

  it('should refuse a key with more than one slash', () => {
    expect(() => pathOf(pods, 'a/b/c')).toThrow(OptionsError);
  });
});

describe('collectionPath', () => {
  it('should return the path of one namespace or of all', () => {
    expect(collectionPath(pods, 'shop')).toBe('/api/v1/namespaces/shop/pods');
    expect(collectionPath(pods)).toBe('/api/v1/pods');
  });
});

describe('checkResource', () => {
  it.each([pods, { ...pods, group: 'apps' }, { ...pods, namespaced: false }])(
    'should accept %j',
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
    [
      { group: 'apps/v1', version: 'v1', resource: 'deployments' },
      "of: group must be the group without the version, not \"apps/v1\": did you mean group: 'apps', version: 'v1'?",
    ],
    [
      { group: 'example.com/v1beta1', resource: 'websites' },
      "did you mean group: 'example.com', version: 'v1beta1'?",
    ],
    [{ ...pods, group: 'core/v1' }, "did you mean group: '', version: 'v1'?"],
    [
      { group: 'apps', version: 'apps/v1', resource: 'deployments' },
      "of: version must be the version without the group, not \"apps/v1\": did you mean group: 'apps', version: 'v1'?",
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

describe('the advice for an apiVersion as the group', () => {
  it('should be the group and the version to write', () => {
    const refused = (): void => checkResource('of', { ...pods, group: 'apps/v1' });

    expect(refused).toThrow(expect.objectContaining({ advice: "write group: 'apps', version: 'v1'" }));
  });
});

describe('checkNamespaced', () => {
  it('should refuse a namespace only for a cluster-scoped collection', () => {
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
