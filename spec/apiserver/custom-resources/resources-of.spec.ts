import { describe, expect, it } from '@jest/globals';
import type { Definition, DefinitionVersion } from '../../../src/apiserver/custom-resources/definition.ts';
import { resourcesOf } from '../../../src/apiserver/custom-resources/resources-of.ts';

describe('resourcesOf', () => {
  it.each([100, 1_000])('should read each of %i deprecated versions a few times', (count) => {
    let reads = 0;
    const versions = Array.from({ length: count }, (_, at): DefinitionVersion => ({
      name: `v${at + 1}`,
      served: true,
      storage: at === 0,
      get deprecated() {
        reads++;
        return at < count - 1;
      },
    }));
    const definition: Definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gadgets.example.com', uid: '1', resourceVersion: '1' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gadgets', kind: 'Gadget' },
        versions,
      },
      status: {
        acceptedNames: { plural: 'gadgets', kind: 'Gadget' },
        conditions: [
          { type: 'Established', status: 'True', lastTransitionTime: '', reason: '', message: '' },
        ],
        storedVersions: ['v1'],
      },
    } as unknown as Definition;

    const resources = resourcesOf(definition, () => definition);

    expect(resources[0]?.deprecation).toBe(
      `example.com/v1 Gadget is deprecated; use example.com/v${count} Gadget`,
    );
    expect(resources.at(-1)?.deprecation).toBeUndefined();
    expect(reads / count).toBeLessThan(5);
  });
});
