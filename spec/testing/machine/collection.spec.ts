import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { kubeObject } from 'rx-informer/testing';
import { ClusterClock } from '../../../src/testing/machine/clock.ts';
import { Collection } from '../../../src/testing/machine/collection.ts';

function aCollection(): Collection<KubeObject> {
  return new Collection<KubeObject>('things', new ClusterClock(() => Date.UTC(2026, 0, 1, 12, 30, 15, 250)));
}

describe('Collection', () => {
  it.each<[string, (things: Collection<KubeObject>) => unknown, string]>([
    [
      'a new object without a name',
      (things) => things.create({ metadata: {} }),
      'things "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    [
      'a patch that does not fit',
      (things) => things.patch('a', [{ op: 'remove', path: '/spec' }]),
      'things "a" is invalid: the patch does not fit, or a test of it failed',
    ],
    [
      'a patch that removes the metadata',
      (things) => things.patch('a', { metadata: null }),
      'things "a" is invalid: the patch does not fit, or a test of it failed',
    ],
    [
      'a patch of the name',
      (things) => things.patch('a', { metadata: { name: 'b' } }),
      'things "a" is invalid: metadata.name: field is immutable',
    ],
    [
      'an old version',
      (things) => things.update(kubeObject('a', { metadata: { resourceVersion: '1', uid: 'uid-1' } })),
      'Operation cannot be fulfilled on things "a": the object has been modified; please apply your changes to the latest version and try again',
    ],
  ])('should explain why it refuses: %s', (_, write, message) => {
    const things = aCollection();
    things.create({ metadata: { name: 'a' } });

    expect(() => write(things)).toThrow(new Error(message));
  });

  it('should increase the generation only of objects that have one', () => {
    const things = aCollection();
    for (const object of [{ spec: {} }, {}])
      things.create({ metadata: { generateName: 'x-', finalizers: ['f'] }, ...object });
    const marked = ['x-00001', 'x-00002'].map((key) => things.delete(key).metadata);

    expect(marked.map(({ generation }) => generation)).toEqual([2, undefined]);
    expect(marked.map((metadata) => 'generation' in metadata)).toEqual([true, false]);
    expect(things.patch('x-00002', { spec: { a: 1 } }).metadata).not.toHaveProperty('generation');
  });

  it('should use times in whole seconds', () => {
    expect(aCollection().create({ metadata: { name: 'a' } }).metadata.creationTimestamp).toBe(
      '2026-01-01T12:30:15Z',
    );
  });

  it('should return the state at a remembered version, in the order of the keys', () => {
    const things = aCollection();
    for (const name of ['b', 'a']) things.create({ metadata: { name } });
    things.patch('b', { spec: 1 });
    things.remove('a');
    const names = ['1', '2', '3', '4', '5'].map((version) =>
      things.stateAt(version).map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`),
    );

    expect(names).toEqual([[], ['b@2'], ['a@3', 'b@2'], ['a@3', 'b@4'], ['b@4']]);
  });
});
