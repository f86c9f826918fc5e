import { describe, expect, it } from '@jest/globals';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { selectionOf } from '../../../src/apiserver/query/selection.ts';
import { resourceOf } from '../../../src/apiserver/resources/resource.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

/** Creates one version of a custom resource. The version counts the conversions of objects. */
function versionOf(version: string) {
  let conversions = 0;
  const resource = {
    ...resourceOf({
      group: 'ex.com',
      version,
      resource: 'things',
      kind: 'Thing',
      selectableFields: ['spec.f'],
    }),
    read: (object: StoredObject) => {
      conversions++;
      return object;
    },
  };
  return { resource, conversions: () => conversions };
}

describe('selectionOf', () => {
  it('should convert no object of a custom resource within a write, for any number of followed versions', () => {
    const versions = Array.from({ length: 20 }, (_, at) => versionOf(`v${at + 1}`));
    const storage = new Storage(100);
    const collection = storage.collection('things.ex.com');
    let woken = 0;
    for (const { resource } of versions) {
      const selection = selectionOf(resource, '', { fieldSelector: 'spec.f=x' });
      collection.follow(selection, { note: () => undefined, wake: () => woken++ });
    }
    const object = { metadata: { name: 'a', namespace: 'default' }, spec: { f: 'y' } };
    storage.write('things.ex.com', 'default/a', () => object as unknown as StoredObject);

    expect(woken).toBe(20);
    expect(versions.map(({ conversions }) => conversions())).toEqual(versions.map(() => 0));
  });

  it('should find a custom resource by a label, also together with a field', () => {
    const { resource } = versionOf('v1');
    const selection = selectionOf(resource, '', { fieldSelector: 'spec.f=x', labelSelector: 'app=web' });

    expect(selection.trait).toMatchObject({ name: 'label:app', value: 'web' });
  });
});
