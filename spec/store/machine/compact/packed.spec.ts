import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../../../src/objects/index.ts';
import { CompactObjects } from '../../../../src/store/machine/compact/compact-objects.ts';
import { opened, Packed } from '../../../../src/store/machine/compact/packed.ts';
import { thing } from '../../../support/things.ts';

function packed(): Packed<KubeObject> {
  const held: unknown = new CompactObjects<KubeObject>().set('x/a', thing('x/a@1')).get('x/a');
  if (held instanceof Packed) return held as Packed<KubeObject>;
  throw new Error('it was kept as it is');
}

describe('Packed', () => {
  it('should give one object to all who share it, and that to whoever asks later', () => {
    const held = packed();
    const { shared } = held;

    expect(held.shared).toBe(shared);
    expect(held.object).toBe(shared);
    expect(shared).toEqual(thing('x/a@1'));
  });

  it('should keep nothing for who only opens it, for a WeakRef keeps its object until the job ends', () => {
    const held = packed().asObject();

    expect(opened(held)).toEqual(thing('x/a@1'));
    expect(opened(held)).not.toBe(opened(held));
  });
});
