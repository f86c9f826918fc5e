import { describe, expect, it } from '@jest/globals';
import { OptionsError, pathOf } from 'rx-informer';
import { collectionPath } from '../../src/objects/group-version-resource.ts';

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
  ])('should be where %o %s lives', (resource, key, path) => {
    expect(pathOf(resource, key)).toBe(path);
  });

  it('should refuse a namespace where there is none, and a kind', () => {
    expect(() => pathOf({ ...clusterRoles, namespaced: false }, 'shop/x')).toThrow('are in no namespace');
    expect(() => pathOf({ ...pods, resource: 'Pod' }, 'x')).toThrow('the plural name in lower case');
  });

  it('should refuse a key with more than one slash', () => {
    expect(() => pathOf(pods, 'a/b/c')).toThrow(OptionsError);
  });
});

describe('collectionPath', () => {
  it('should be in one namespace or in all', () => {
    expect(collectionPath(pods, 'shop')).toBe('/api/v1/namespaces/shop/pods');
    expect(collectionPath(pods)).toBe('/api/v1/pods');
  });
});
