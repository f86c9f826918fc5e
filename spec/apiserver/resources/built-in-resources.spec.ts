import { describe, expect, it } from '@jest/globals';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { readDiscovery } from '../../kinds/discovery.ts';

const resources = builtInResources().map(resourceOf);
const pathOf = ({ group, version, resource }: Record<'group' | 'version' | 'resource', string>): string =>
  `${group}/${version}/${resource}`;

describe('the built-in resources', () => {
  it('should equal those that a real server serves by default', () => {
    const served = readDiscovery().groups.flatMap(({ group, versions }) =>
      versions.flatMap(({ version, resources: all }) =>
        all
          .filter(
            ({ onRequest, verbs }) => onRequest !== true && (verbs === undefined || verbs.includes('list')),
          )
          .map(({ resource }) => pathOf({ group, version, resource })),
      ),
    );

    const stored = resources.filter(({ verbs }) => verbs.includes('list')).map(pathOf);
    expect(stored.toSorted()).toEqual(served.toSorted());
    expect(stored.length).toBeGreaterThan(60);
  });

  it('should each have a schema, and the short names and verbs of discovery', () => {
    for (const { id, schema } of resources) expect([id, typeof schema?.properties]).toEqual([id, 'object']);
    expect(resources.find(({ id }) => id === 'deployments.apps')).toMatchObject({
      apiVersion: 'apps/v1',
      shortNames: ['deploy'],
      categories: ['all'],
      singular: 'deployment',
      status: true,
      generation: true,
      scale: { specReplicasPath: 'spec.replicas' },
      subresources: [{ name: 'scale', kind: 'Scale', group: 'autoscaling' }, { name: 'status' }],
    });
    expect(resources.find(({ id }) => id === 'namespaces')?.verbs).not.toContain('deletecollection');
  });
});
