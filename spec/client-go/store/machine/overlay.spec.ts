import { describe, expect, it } from '@jest/globals';
import { Overlay } from '../../../../src/client-go/store/machine/overlay.ts';
import type { KubeObject } from '../../../../src/objects/index.ts';
import { fc } from '../../../support/properties.ts';
import { textOf, thing } from '../../../support/things.ts';

function setUp(): { readonly overlay: Overlay<KubeObject>; readonly pass: (ms: number) => void } {
  let now = 0;
  return { overlay: new Overlay<KubeObject>(100, () => now), pass: (ms) => (now += ms) };
}
const found = (overlay: Overlay<KubeObject>, key: string): string | undefined => {
  const object = overlay.find(key);
  return object && textOf(object);
};

describe('Overlay', () => {
  it('should not mind that something is seen that nobody wrote', () => {
    const { overlay } = setUp();
    overlay.seen(thing('a@1'));

    expect(overlay.keys()).toEqual([]);
  });

  it('should keep a write for a time anew when it is written again at the same version', () => {
    const { overlay, pass } = setUp();
    overlay.write(thing('a@2:red'));
    pass(60);
    overlay.write(thing('a@2:blue'));
    pass(60);

    expect(found(overlay, 'a')).toBe('a@2:blue');
  });

  it.each([
    ['a newer write', 'a@3', 'a@2', 'a@3', 'a@3'],
    ['an older write, which is forgotten', 'a@1', 'a@2', 'a@2', undefined],
    ['one of the same version', 'a@2:red', 'a@2:blue', 'a@2:blue', 'a@2:red'],
    ['one whose version cannot be compared', 'a@', 'a@2', 'a@2', 'a@'],
  ])('should choose between what is stored and %s (B198)', (_what, written, stored, newer, left) => {
    const { overlay } = setUp();
    overlay.write(thing(written));

    expect(textOf(overlay.newerOf('a', thing(stored)))).toBe(newer);
    expect(found(overlay, 'a')).toBe(left);
  });

  it('should give what is stored where nothing was written', () => {
    const stored = thing('a@1');

    expect(setUp().overlay.newerOf('a', stored)).toBe(stored);
  });

  it('should keep the newest of all writes, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }), (versions) => {
        const { overlay } = setUp();
        for (const version of versions) overlay.write(thing(`a@${version}`));

        expect(found(overlay, 'a')).toBe(`a@${Math.max(...versions)}`);
      }),
    );
  });

  it('should forget a write once it, or something newer, was seen (B199)', () => {
    const { overlay } = setUp();
    overlay.write(thing('a@5'));
    overlay.seen(thing('a@4'));
    expect(found(overlay, 'a')).toBe('a@5');
    overlay.seen(thing('a@5'));
    expect(found(overlay, 'a')).toBeUndefined();
    overlay.write(thing('a@6'));
    overlay.seen(thing('a@7'));

    expect(found(overlay, 'a')).toBeUndefined();
  });

  it('should forget a write after its time', () => {
    const { overlay, pass } = setUp();
    overlay.write(thing('a@5'));
    pass(100);
    expect(found(overlay, 'a')).toBe('a@5');
    pass(100);

    expect([found(overlay, 'a'), overlay.keys()]).toEqual([undefined, []]);
  });

  it('should remember the last hundred', () => {
    const { overlay } = setUp();
    for (let at = 0; at < 101; at += 1) overlay.write(thing(`t${at}@1`));

    expect([overlay.keys().length, found(overlay, 't0'), found(overlay, 't1')]).toEqual([
      100,
      undefined,
      't1@1',
    ]);
  });

  describe('once an object has ended', () => {
    it('should ignore late answers to writes of it, and take those of the next (B199)', () => {
      const { overlay } = setUp();
      overlay.write(thing('a@5#1'));
      overlay.ended('a', thing('a@6#1'));
      expect([found(overlay, 'a'), overlay.keys()]).toEqual([undefined, ['a']]);
      overlay.write(thing('a@9#1'));
      expect(found(overlay, 'a')).toBeUndefined();
      overlay.write(thing('a@4#2'));
      expect(found(overlay, 'a')).toBeUndefined();
      overlay.write(thing('a@7#2'));

      expect(found(overlay, 'a')).toBe('a@7#2');
    });

    it('should keep a write of the next, where the end of the one before comes late', () => {
      const { overlay } = setUp();
      overlay.write(thing('a@7#2'));
      overlay.ended('a', thing('a@6#1'));

      expect(found(overlay, 'a')).toBe('a@7#2');
    });

    it('should forget it where nobody knows its last state', () => {
      const { overlay } = setUp();
      overlay.write(thing('a@7'));
      overlay.ended('a', undefined);
      expect(overlay.keys()).toEqual([]);
      overlay.write(thing('a@5'));

      expect(found(overlay, 'a')).toBe('a@5');
    });

    it('should take any write again after a time', () => {
      const { overlay, pass } = setUp();
      overlay.ended('a', thing('a@6'));
      pass(101);
      overlay.write(thing('a@5'));

      expect(found(overlay, 'a')).toBe('a@5');
    });
  });
});
