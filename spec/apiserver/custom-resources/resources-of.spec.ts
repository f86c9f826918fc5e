import { describe, expect, it } from '@jest/globals';
import type { Definition, DefinitionVersion } from '../../../src/apiserver/custom-resources/definition.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { resourcesOf, ShownObjects } from '../../../src/apiserver/custom-resources/resources-of.ts';

const gadgets = (versions: readonly DefinitionVersion[]): Definition =>
  ({
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
      conditions: [{ type: 'Established', status: 'True', lastTransitionTime: '', reason: '', message: '' }],
      storedVersions: ['v1'],
    },
  }) as unknown as Definition;

describe('resourcesOf', () => {
  it.each([100, 1_000])('should read each of %i deprecated versions only a few times', (count) => {
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
    const definition = gadgets(versions);

    const resources = resourcesOf(definition, () => definition, new ShownObjects());

    expect(resources[0]?.deprecation).toBe(
      `example.com/v1 Gadget is deprecated; use example.com/v${count} Gadget`,
    );
    expect(resources.at(-1)?.deprecation).toBeUndefined();
    expect(reads / count).toBeLessThan(5);
  });

  const versionOf = (name: string, fields: readonly string[]): DefinitionVersion => {
    const items = {
      type: 'object' as const,
      properties: Object.fromEntries(fields.map((field) => [field, {}])),
    };
    const properties = { list: { type: 'array' as const, items } };
    return {
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties } },
    };
  };
  const object: StoredObject = {
    apiVersion: 'example.com/v1',
    kind: 'Gadget',
    metadata: { name: 'a', uid: 'a', resourceVersion: '1' },
    list: Array.from({ length: 100 }, () => ({ a: 1, b: 1 })),
  };

  it('should convert an object once, and keep the converted objects of few versions', () => {
    const count = 50;
    const versions = Array.from({ length: count }, (_, at) =>
      versionOf(`v${at + 1}`, at === 0 ? ['a', 'b'] : ['a']),
    );
    const definition = gadgets(versions);
    const resources = resourcesOf(definition, () => definition, new ShownObjects(100_000));

    const shown = resources.map(({ read }) => read(object));
    const newest = resources.at(-1)?.read(object);
    expect(newest).toBe(shown.at(-1));
    const again = resources.map(({ read }) => read(object));

    expect(again).toEqual(shown);
    const kept = again.filter((one, at) => one === shown[at] && one !== object).length;
    expect(kept).toBeLessThan(10);
  });

  it('should keep the objects of versions that need no conversion', () => {
    const versions = Array.from({ length: 50 }, (_, at) => versionOf(`v${at + 1}`, ['a', 'b']));
    const definition = gadgets(versions);
    const resources = resourcesOf(definition, () => definition, new ShownObjects(100_000));

    const shown = resources.map(({ read }) => read(object));

    expect(resources.map(({ read }) => read(object)).every((one, at) => one === shown[at])).toBe(true);
    expect(shown[1]?.['list']).toBe(object['list']);
    expect(resources[1]?.read(shown[1] ?? object)).toBe(shown[1]);
  });
});
