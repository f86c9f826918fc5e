import { describe, expect, it } from '@jest/globals';
import { readGroupVersions, readResourceList } from '../../../src/cli/discovery/legacy.ts';
import {
  aggregatedCore,
  legacyCoreResources,
  legacyGroups,
  legacyVersions,
  nodes,
  pods,
} from './documents.ts';

describe('readGroupVersions', () => {
  it('should read the versions of the core group (P110)', () => {
    expect(readGroupVersions(legacyVersions)).toEqual([{ group: '', version: 'v1' }]);
  });

  it('should put the preferred version of a group first (P110)', () => {
    expect(readGroupVersions(legacyGroups)).toEqual([
      { group: 'metrics.k8s.io', version: 'v1beta1' },
      { group: 'apps', version: 'v1' },
      { group: 'apps', version: 'v1beta1' },
    ]);
  });

  it('should leave other documents to others', () => {
    for (const document of [aggregatedCore, {}, null, 'text'])
      expect(readGroupVersions(document)).toBeUndefined();
  });
});

describe('readResourceList', () => {
  it('should put subresources, which are rows of their own, to their collection (P111)', () => {
    expect(readResourceList({ group: '', version: 'v1' }, legacyCoreResources)).toEqual([pods, nodes]);
  });

  it('should find nothing in what is no list of resources', () => {
    expect(readResourceList({ group: '', version: 'v1' }, { resources: 'none' })).toEqual([]);
  });
});
