import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { concealing, createConcealer } from '../../src/source/concealing.ts';

const secret = 'a-rather-long-secret';

describe('concealing', () => {
  it('should hide each secret wherever it stands, and leave the rest', () => {
    expect(concealing([secret])(`<${secret}> and ${secret}.`)).toBe('<(not shown)> and (not shown).');
  });

  it('should hide a secret as it stands in JSON', () => {
    expect(concealing(['say "hello"'])(JSON.stringify({ a: 'say "hello"' }))).toBe('{"a":"(not shown)"}');
  });

  it('should hide a secret that the text ends in the middle of', () => {
    expect(concealing([secret])('Bearer a-rather-lo')).toBe('Bearer (not shown)');
    expect(concealing([secret])('Bearer a-r')).toBe('Bearer a-r');
  });

  it('should hide any part of a secret that is long enough to be known for one', () => {
    const token = fc.stringMatching(/^[a-z0-9]{40,200}$/);
    fc.assert(
      fc.property(token, fc.nat(160), fc.integer({ min: 31, max: 200 }), (one, from, length) => {
        const part = one.slice(from, from + length);
        fc.pre(part.length >= 31);
        const shown = concealing([one])(`got <${part}>.`);

        expect(shown).toBe('got <(not shown)>.');
      }),
    );
  });

  it('should hide the parts of many secrets that begin alike and stand in one another', () => {
    const token = fc.stringMatching(/^[a-z0-9]{40,80}$/);
    const parts = fc.array(fc.tuple(fc.nat(), fc.nat(80), fc.integer({ min: 31, max: 80 })));
    fc.assert(
      fc.property(token, fc.array(token, { minLength: 1 }), parts, (head, tails, places) => {
        const tokens = tails.map((tail) => head + tail);
        const text = places
          .map(([nth, from, length]) => tokens[nth % tokens.length]?.slice(from, from + length) ?? '')
          .join('');
        const shown = concealing(tokens)(text);

        for (const one of tokens) {
          for (let at = 0; at + 31 <= one.length; at++) expect(shown).not.toContain(one.slice(at, at + 31));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('should hide a part of a secret that begins within a part of another one', () => {
    const [one, other] = ['0123456789abcdefghijklmnopqrstuv', 'rstuvABCDEFGHIJKLMNOPQRSTUVWXYZ-tail'];

    expect(concealing([one, other])(`<${one.slice(1)}${other.slice(5, 31)}>`)).toBe('<(not shown)>');
  });

  it('should leave in a word that a secret has, too', () => {
    expect(concealing(['kubernetes-admin-of-the-cluster'])('no kubernetes here')).toBe('no kubernetes here');
  });

  it('should hide the longer of two that begin alike', () => {
    expect(concealing(['a-secret', 'a-secret-and-more'])('a-secret-and-more')).toBe('(not shown)');
  });

  it('should leave in what is short, and blanks around a secret are none of it', () => {
    expect(concealing(['admin', ''])('admin, as ever')).toBe('admin, as ever');
    expect(concealing([`${secret}\n`])(secret)).toBe('(not shown)');
  });

  it('should let through no secret, whatever stands around it', () => {
    const token = fc.stringMatching(/^[!-~]{16,60}$/);
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), fc.string(), (tokens, between) => {
        const shown = concealing(tokens)(tokens.join(between));

        for (const one of tokens) expect(shown).not.toContain(one);
      }),
    );
  });
});

describe('createConcealer', () => {
  it('should know the secrets of late, however many there were', () => {
    const { remember, conceal } = createConcealer();

    remember(['the-first-token'])();
    for (let nth = 0; nth < 100; nth++) remember([`another-token-${nth}.`])();

    expect(conceal('another-token-99.')).toBe('(not shown)');
    expect(conceal('the-first-token')).toBe('the-first-token');
  });

  it('should forget the secret that was used longest ago, not the one that came first', () => {
    const { remember, conceal } = createConcealer();
    const others = (from: number, to: number): void => {
      for (let nth = from; nth < to; nth++) remember([`another-token-${nth}.`])();
    };
    remember(['the-first-token'])();
    others(0, 60);
    remember(['the-first-token'])();
    others(60, 70);

    expect(conceal('the-first-token')).toBe('(not shown)');
    expect(conceal('another-token-0.')).toBe('another-token-0.');
  });

  it('should not forget one that is used again and again', () => {
    const { remember, conceal } = createConcealer();

    for (let nth = 0; nth < 100; nth++) remember(['the-first-token', `another-token-${nth}.`])();

    expect(conceal('the-first-token')).toBe('(not shown)');
  });

  it('should not forget one whose request has not ended, however many came after it', () => {
    const { remember, conceal } = createConcealer();

    const end = remember(['the-first-token']);
    for (let nth = 0; nth < 100; nth++) remember([`another-token-${nth}.`])();
    expect(conceal('the-first-token')).toBe('(not shown)');
    expect(conceal('another-token-0.')).toBe('another-token-0.');

    end();
    remember(['a-later-token'])();
    expect(conceal('the-first-token')).toBe('the-first-token');
  });

  it('should not forget one before the last of its requests has ended', () => {
    const { remember, conceal } = createConcealer();

    const ends = [remember(['the-first-token']), remember(['the-first-token'])];
    ends[0]?.();
    for (let nth = 0; nth < 100; nth++) remember([`another-token-${nth}.`])();

    expect(conceal('the-first-token')).toBe('(not shown)');
  });
});
