import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../../../src/objects/index.ts';
import { CompactObjects } from '../../../../src/store/machine/compact/compact-objects.ts';
import {
  decodeObject,
  EncodedObject,
  lazyChange,
} from '../../../../src/store/machine/compact/encoded-object.ts';
import { thing } from '../../../support/things.ts';
import { added, deleted, updated } from '../../../../src/store/change.ts';
import { Arena } from '../../../../src/store/machine/compact/arena.ts';
import { pack, RecordWriter } from '../../../../src/store/machine/compact/record.ts';

function packed(): EncodedObject<KubeObject> {
  const held: unknown = new CompactObjects<KubeObject>().set('x/a', thing('x/a@1')).get('x/a');
  if (held instanceof EncodedObject) return held as EncodedObject<KubeObject>;
  throw new Error('it was kept as it is');
}

describe('EncodedObject', () => {
  it('should return the same object to all current and later readers', () => {
    const held = packed();
    const { shared } = held;

    expect(held.shared).toBe(shared);
    expect(held.object).toBe(shared);
    expect(shared).toEqual(thing('x/a@1'));
  });

  it('should create no WeakRef for a read of `object`, because a WeakRef keeps its object until the job ends', () => {
    const held = packed().asObject();

    expect(decodeObject(held)).toEqual(thing('x/a@1'));
    expect(decodeObject(held)).not.toBe(decodeObject(held));
  });
});

function encodedObject(text: string): KubeObject {
  const place = pack(new RecordWriter(), new Arena(), 0, 'x/a', thing(text));
  if (place === undefined) throw new Error(`${text} is no JSON`);
  return new EncodedObject<KubeObject>('x/a', place).asObject();
}

describe('lazyChange', () => {
  it('should have the members of a plain change, in the same order', () => {
    const [one, two] = [thing('x/a@1'), thing('x/a@2')];
    const pairs = [
      [added('x/a', encodedObject('x/a@1'), 'initial'), added('x/a', one, 'initial')],
      [updated('x/a', encodedObject('x/a@1'), two, 'watch'), updated('x/a', one, two, 'watch')],
      [deleted('x/a', encodedObject('x/a@1'), false, 'relist'), deleted('x/a', one, false, 'relist')],
    ] as const;

    for (const [lazy, plain] of pairs) {
      const decoded = lazyChange(lazy);
      expect(JSON.stringify(decoded)).toBe(JSON.stringify(plain));
      expect(decoded).toEqual(plain);
      expect(Object.isFrozen(decoded)).toBe(true);
      expect(lazyChange(decoded)).toBe(decoded);
    }
  });

  it('should return the same object to all readers', () => {
    const decoded = lazyChange(added('x/a', encodedObject('x/a@1'), 'initial'));

    expect(decoded.object).toBe(decoded.object);
  });

  it('should return a plain change itself', () => {
    const plain = updated('x/a', thing('x/a@1'), thing('x/a@2'), 'watch');

    expect(lazyChange(plain)).toBe(plain);
  });
});
