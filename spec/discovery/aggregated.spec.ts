import { describe, expect, it } from '@jest/globals';
import { readAggregated } from '../../src/discovery/aggregated.ts';
import { aggregatedCore, aggregatedGroups, deployments, legacyGroups, nodes, pods } from './documents.ts';

describe('readAggregated', () => {
  it('should read the core group, which has no name (P112)', () => {
    expect(readAggregated(aggregatedCore)).toEqual({ resources: [pods, nodes], missing: [] });
  });

  it('should read the other groups and name the stale groups (P112)', () => {
    expect(readAggregated(aggregatedGroups)).toEqual({
      resources: [deployments],
      missing: ['metrics.k8s.io/v1beta1'],
    });
  });

  it('should ignore other documents', () => {
    for (const document of [legacyGroups, {}, null, 'text', 3, []])
      expect(readAggregated(document)).toBeUndefined();
  });

  it('should treat members of a wrong type as absent', () => {
    const document = {
      kind: 'APIGroupDiscoveryList',
      items: [
        { metadata: 3, versions: [{ resources: [{ resource: 'a', verbs: ['list', 3], kind: 4 }, 4, null] }] },
        'x',
      ],
    };

    expect(readAggregated(document)?.resources).toEqual([
      {
        group: '',
        version: '',
        resource: 'a',
        kind: '',
        namespaced: false,
        singularName: '',
        shortNames: [],
        categories: [],
        verbs: ['list'],
        subresources: [],
      },
    ]);
  });

  it('should skip resources without a name or without verbs', () => {
    const resources = [{}, { resource: 'a' }, { verbs: ['list'] }, { resource: 'b', verbs: [] }];
    const items = [{ metadata: { name: 'g' }, versions: [{ version: 'v1', resources }] }];

    expect(readAggregated({ kind: 'APIGroupDiscoveryList', items })).toEqual({ resources: [], missing: [] });
  });
});
