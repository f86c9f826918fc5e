import { describe, expect, it } from '@jest/globals';
import type { ApiResource } from '../../src/discovery/api-resource.ts';
import { wellFormed } from '../../src/discovery/well-formed.ts';
import { deployments, nodes, pods } from './documents.ts';

const left = (change: Partial<ApiResource>): number =>
  wellFormed({ resources: [{ ...pods, ...change }], missing: [] }).resources.length;

describe('wellFormed', () => {
  it('should keep the resources of a real server unchanged', () => {
    const resources = [pods, nodes, deployments, { ...pods, kind: '', singularName: '', verbs: ['*'] }];
    const discovery = { resources, missing: ['metrics.k8s.io/v1beta1', 'v2'] };

    expect(wellFormed(discovery)).toEqual(discovery);
  });

  it.each(['../../v3/tokens', '..', 'Pods', 'a b', '\u009b', '', 'x'.repeat(254)])(
    'should always skip a resource that is named %j',
    (resource) => {
      expect(left({ resource })).toBe(0);
    },
  );

  it.each(['a b', 'a\n', '\u009b', 'x'.repeat(254)])(
    'should always skip a resource with the word %j',
    (word) => {
      const changes = [
        { group: word },
        { version: word },
        { kind: word },
        { singularName: word },
        { shortNames: ['po', word] },
        { categories: [word] },
        { verbs: ['list', word] },
      ];

      expect(changes.map(left)).toEqual(changes.map(() => 0));
    },
  );

  it('should accept words of 253 characters', () => {
    const word = 'x'.repeat(253);

    expect(left({ group: word, version: word, resource: word, kind: word, shortNames: [word] })).toBe(1);
  });

  it('should skip a group version with a longer name', () => {
    const [long, longer] = [`${'x'.repeat(253)}/${'x'.repeat(253)}`, 'x'.repeat(508)];

    expect(wellFormed({ resources: [], missing: [long, longer] }).missing).toEqual([long]);
  });
});
