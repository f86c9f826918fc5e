import { describe, expect, it } from '@jest/globals';
import { Dependents } from '../../../src/apiserver/collector/dependents.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';

/** Returns an object with the given number of owners. */
const owned = (owners: number): StoredObject => {
  const ownerReferences = Array.from({ length: owners }, (_, at) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: `o${at}`,
    uid: `o${at}`,
  }));
  return {
    kind: 'Thing',
    apiVersion: 'v1',
    metadata: { name: 'd', uid: 'd', resourceVersion: '1', ownerReferences },
  };
};

describe('Dependents', () => {
  it('should contain each object once, for any number of owners, as long as it names any', () => {
    const dependents = new Dependents();
    const [many, one, none] = [owned(1_000), owned(1), owned(0)];
    const event = { revision: 1, key: 'd' };

    dependents.observe('things', { ...event, object: many, previous: undefined });
    expect([...dependents.all]).toEqual([{ id: 'things', key: 'd' }]);
    dependents.observe('things', { ...event, object: one, previous: many });
    expect([...dependents.all]).toEqual([{ id: 'things', key: 'd' }]);
    dependents.observe('things', { ...event, object: none, previous: one });
    expect([...dependents.all]).toEqual([]);
    dependents.observe('things', { ...event, object: one, previous: none });
    dependents.observe('things', { ...event, object: undefined, previous: one });
    expect([...dependents.all]).toEqual([]);
  });
});
