import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../../../src/objects/index.ts';
import { CompactObjects } from '../../../../src/store/machine/compact/compact-objects.ts';
import { decodeObject, EncodedObject } from '../../../../src/store/machine/compact/encoded-object.ts';
import { thing } from '../../../support/things.ts';

function packed(): EncodedObject<KubeObject> {
  const held: unknown = new CompactObjects<KubeObject>().set('x/a', thing('x/a@1')).get('x/a');
  if (held instanceof EncodedObject) return held as EncodedObject<KubeObject>;
  throw new Error('it was kept as it is');
}

describe('EncodedObject', () => {
  it('should give one object to all who share it, and that to whoever asks later', () => {
    const held = packed();
    const { shared } = held;

    expect(held.shared).toBe(shared);
    expect(held.object).toBe(shared);
    expect(shared).toEqual(thing('x/a@1'));
  });

  it('should keep nothing for who only opens it, for a WeakRef keeps its object until the job ends', () => {
    const held = packed().asObject();

    expect(decodeObject(held)).toEqual(thing('x/a@1'));
    expect(decodeObject(held)).not.toBe(decodeObject(held));
  });
});
