import { describe, expect, it } from '@jest/globals';
import { findResources } from '../../../src/cli/discovery/find-resources.ts';
import { deployments, nodes, pods } from '../../discovery/documents.ts';

const inAll = { ...deployments, categories: ['all'] };
const older = { ...inAll, version: 'v1beta1' };
const unwatchable = { ...pods, resource: 'scraps', kind: 'Scrap', singularName: 'scrap', verbs: ['list'] };
const otherNodes = { ...nodes, group: 'example.com', version: 'v2' };
const discovery = { resources: [pods, nodes, unwatchable, inAll, older, otherNodes], missing: [] };

const resources = (...words: readonly { name: string; object?: string }[]) =>
  findResources(words, discovery).found.map(({ resource }) => resource);

describe('findResources', () => {
  it('should find each resource once, in the order of the words', () => {
    expect(
      resources({ name: 'deploy' }, { name: 'po' }, { name: 'Deployment' }, { name: 'pods.v1' }),
    ).toEqual([inAll, pods]);
    expect(resources({ name: 'deployments' }, { name: 'deployments.v1beta1.apps' })).toEqual([inAll, older]);
  });

  it('should distinguish an object of a collection from the collection', () => {
    expect(
      findResources([{ name: 'po', object: 'a' }, { name: 'pods' }, { name: 'pod', object: 'a' }], discovery)
        .found,
    ).toEqual([{ resource: pods, object: 'a' }, { resource: pods }]);
  });

  it('should expand a category into its watchable resources, in preferred versions', () => {
    expect(resources({ name: 'all' })).toEqual([pods, inAll]);
    expect(resources({ name: 'ALL' }, { name: 'nodes' })).toEqual([pods, inAll, nodes]);
    expect(() => resources({ name: 'all', object: 'web' })).toThrow('the server has no resource “all”');
  });

  it('should refuse more than 250 resources, in one category or together', () => {
    const many = (count: number, category: string) =>
      Array.from({ length: count }, (_, at) => ({
        ...pods,
        resource: `${category}${at}`,
        categories: [category],
      }));
    const large = { resources: [...many(251, 'large'), ...many(200, 'a'), ...many(50, 'b')], missing: [] };
    const find = (...names: readonly string[]) =>
      findResources(
        names.map((name) => ({ name })),
        large,
      );

    expect(find('a', 'b').found).toHaveLength(250);
    expect(() => find('large')).toThrow(
      expect.objectContaining({
        message: '“large” means 251 resources, and a command follows at most 250',
        hints: [expect.stringContaining('Name those that you want')],
      }),
    );
    expect(() => find('a', 'b', 'large0')).toThrow('251 resources are asked for');
  });

  it('should report an ambiguous name', () => {
    const { found, notices } = findResources([{ name: 'node' }, { name: 'nodes.example.com' }], discovery);

    expect(found).toEqual([{ resource: nodes }, { resource: otherNodes }]);
    expect(notices).toEqual([
      { resource: nodes, text: 'node is taken for nodes.v1; it could also be nodes.example.com' },
    ]);
  });
});
