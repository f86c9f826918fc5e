import { describe, expect, it, jest } from '@jest/globals';
import { readGroupVersions, readResourceList } from '../../src/discovery/legacy.ts';
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

  it('should ignore other documents', () => {
    for (const document of [aggregatedCore, {}, null, 'text'])
      expect(readGroupVersions(document)).toBeUndefined();
  });
});

describe('readResourceList', () => {
  it('should assign subresources, which are separate rows, to their collection (P111)', () => {
    expect(readResourceList({ group: '', version: 'v1' }, legacyCoreResources)).toEqual([pods, nodes]);
  });

  it('should find no resources in another document', () => {
    expect(readResourceList({ group: '', version: 'v1' }, { resources: 'none' })).toEqual([]);
  });

  it('should read each subresource once, for any number of collections', () => {
    const verbs = ['list', 'watch'];
    const count = 1_000;
    const plain = Array.from({ length: count }, (_, at) => ({ name: `r${at}`, verbs }));
    const rows = [...plain, ...plain.map(({ name }) => ({ name: `${name}/status`, verbs: ['get'] }))];
    const startsWith = jest.spyOn(String.prototype, 'startsWith');
    const resources = readResourceList({ group: '', version: 'v1' }, { resources: rows });
    const looks = startsWith.mock.calls.length;
    startsWith.mockRestore();

    expect(resources.map(({ subresources }) => subresources)).toEqual(plain.map(() => ['status']));
    expect(looks).toBeLessThanOrEqual(rows.length);
  });

  it('should accept a subresource with a second slash, and any names of collections', () => {
    const names = ['pods', 'pods/proxy/path', 'podsx/status', 'constructor', 'constructor/scale'];
    const resources = names.map((name) => ({ name, verbs: ['list'] }));

    expect(
      readResourceList({ group: '', version: 'v1' }, { resources }).map(({ resource, subresources }) => [
        resource,
        subresources,
      ]),
    ).toEqual([
      ['pods', ['proxy/path']],
      ['constructor', ['scale']],
    ]);
  });

  it('should skip rows without a name or without verbs', () => {
    const resources = [
      {},
      { name: 'a' },
      { verbs: ['list'] },
      { name: 'b', verbs: [] },
      { name: 'c', verbs: 'x' },
    ];

    expect(readResourceList({ group: '', version: 'v1' }, { resources })).toEqual([]);
  });
});
