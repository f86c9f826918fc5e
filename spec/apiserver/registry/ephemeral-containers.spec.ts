import { describe, expect, it } from '@jest/globals';
import { withEphemeralContainers } from '../../../src/apiserver/registry/ephemeral-containers.ts';
import type { ObjectInput } from '../../../src/apiserver/registry/object-input.ts';
import type { Json, StoredObject } from '../../../src/apiserver/json.ts';
import { builtInResources } from '../../../src/apiserver/resources/built-in-resources.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { countReads } from '../support/count-reads.ts';

describe('withEphemeralContainers', () => {
  const [pods] = builtInResources()
    .filter(({ resource }) => resource === 'pods')
    .map(resourceOf);
  if (pods === undefined) throw new Error('the built-in resources have no pods');
  const podOf = (ephemeralContainers: readonly Json[]): ObjectInput & StoredObject => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'p', namespace: 'default', uid: 'u', resourceVersion: '1' },
    spec: { ephemeralContainers },
  });
  const named = (count: number): readonly Json[] =>
    Array.from({ length: count }, (_, at) => ({ name: `e${at}`, image: 'x' }));

  it.each([100, 1_000])('should read each of %i reordered containers only a few times', (count) => {
    const containers = named(count);
    const { objects, reads } = countReads(containers.toReversed(), 'name');

    expect(withEphemeralContainers(pods, podOf(containers), podOf(objects))).toMatchObject({
      metadata: { generation: 1 },
    });
    expect(reads() / count).toBeLessThan(10);
  });

  it('should compare a container with the first one of its name', () => {
    const [first = {}] = named(1);
    const twice = [first, { ...first, image: 'y' }];

    expect(withEphemeralContainers(pods, podOf([first]), podOf(twice))['spec']).toEqual({
      ephemeralContainers: twice,
    });
    expect(() => withEphemeralContainers(pods, podOf([first]), podOf(twice.toReversed()))).toThrow(
      'existing ephemeral containers "e0" may not be changed',
    );
  });
});
