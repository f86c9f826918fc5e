import { describe, expect, it } from '@jest/globals';
import { MutationOverlay } from '../../../../src/client-go/store/machine/mutation-overlay.ts';
import type { KubeObject } from '../../../../src/objects/index.ts';
import { fc } from '../../../support/properties.ts';
import { textOf, thing } from '../../../support/things.ts';

function setUp(): { readonly overlay: MutationOverlay<KubeObject>; readonly pass: (ms: number) => void } {
  let now = 0;
  return { overlay: new MutationOverlay<KubeObject>(100, () => now), pass: (ms) => (now += ms) };
}
const found = (overlay: MutationOverlay<KubeObject>, key: string): string | undefined => {
  const object = overlay.find(key);
  return object && textOf(object);
};

describe('MutationOverlay', () => {
  it('should ignore an object of the watch that was not written', () => {
    const { overlay } = setUp();
    overlay.onAddOrUpdate(thing('a@1'));

    expect(overlay.keys()).toEqual([]);
  });

  it('should restart the ttl of a write that is written again at the same version', () => {
    const { overlay, pass } = setUp();
    overlay.mutation(thing('a@2:red'));
    pass(60);
    overlay.mutation(thing('a@2:blue'));
    pass(60);

    expect(found(overlay, 'a')).toBe('a@2:blue');
  });

  it.each([
    ['a newer write', 'a@3', 'a@2', 'a@3', 'a@3'],
    ['an older write, which is removed', 'a@1', 'a@2', 'a@2', undefined],
    ['a write of the same version', 'a@2:red', 'a@2:blue', 'a@2:blue', 'a@2:red'],
    ['a write whose version cannot be compared', 'a@', 'a@2', 'a@2', 'a@'],
  ])('should choose between the stored object and %s (B198)', (_what, written, stored, newer, left) => {
    const { overlay } = setUp();
    overlay.mutation(thing(written));

    expect(textOf(overlay.newerOf('a', thing(stored)))).toBe(newer);
    expect(found(overlay, 'a')).toBe(left);
  });

  it('should return the stored object when there is no write', () => {
    const stored = thing('a@1');

    expect(setUp().overlay.newerOf('a', stored)).toBe(stored);
  });

  it('should keep the newest of all writes, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }), (versions) => {
        const { overlay } = setUp();
        for (const version of versions) overlay.mutation(thing(`a@${version}`));

        expect(found(overlay, 'a')).toBe(`a@${Math.max(...versions)}`);
      }),
    );
  });

  it('should remove a write once the watch has delivered it or a newer object (B199)', () => {
    const { overlay } = setUp();
    overlay.mutation(thing('a@5'));
    overlay.onAddOrUpdate(thing('a@4'));
    expect(found(overlay, 'a')).toBe('a@5');
    overlay.onAddOrUpdate(thing('a@5'));
    expect(found(overlay, 'a')).toBeUndefined();
    overlay.mutation(thing('a@6'));
    overlay.onAddOrUpdate(thing('a@7'));

    expect(found(overlay, 'a')).toBeUndefined();
  });

  it('should remove a write after its ttl', () => {
    const { overlay, pass } = setUp();
    overlay.mutation(thing('a@5'));
    pass(100);
    expect(found(overlay, 'a')).toBe('a@5');
    pass(100);

    expect([found(overlay, 'a'), overlay.keys()]).toEqual([undefined, []]);
  });

  it('should keep the last hundred writes', () => {
    const { overlay } = setUp();
    for (let at = 0; at < 101; at += 1) overlay.mutation(thing(`t${at}@1`));

    expect([overlay.keys().length, found(overlay, 't0'), found(overlay, 't1')]).toEqual([
      100,
      undefined,
      't1@1',
    ]);
  });

  describe('once an object was deleted', () => {
    it('should ignore late answers to its writes, and accept writes of a new object (B199)', () => {
      const { overlay } = setUp();
      overlay.mutation(thing('a@5#1'));
      overlay.onDelete('a', thing('a@6#1'));
      expect([found(overlay, 'a'), overlay.keys()]).toEqual([undefined, ['a']]);
      overlay.mutation(thing('a@9#1'));
      expect(found(overlay, 'a')).toBeUndefined();
      overlay.mutation(thing('a@4#2'));
      expect(found(overlay, 'a')).toBeUndefined();
      overlay.mutation(thing('a@7#2'));

      expect(found(overlay, 'a')).toBe('a@7#2');
    });

    it('should keep a write of a new object when the delete of the old one arrives late', () => {
      const { overlay } = setUp();
      overlay.mutation(thing('a@7#2'));
      overlay.onDelete('a', thing('a@6#1'));

      expect(found(overlay, 'a')).toBe('a@7#2');
    });

    it('should remove its write when its last state is unknown', () => {
      const { overlay } = setUp();
      overlay.mutation(thing('a@7'));
      overlay.onDelete('a', undefined);
      expect(overlay.keys()).toEqual([]);
      overlay.mutation(thing('a@5'));

      expect(found(overlay, 'a')).toBe('a@5');
    });

    it('should accept any write after the ttl', () => {
      const { overlay, pass } = setUp();
      overlay.onDelete('a', thing('a@6'));
      pass(101);
      overlay.mutation(thing('a@5'));

      expect(found(overlay, 'a')).toBe('a@5');
    });
  });
});
