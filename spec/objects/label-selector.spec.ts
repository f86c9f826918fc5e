import { describe, expect, it } from '@jest/globals';
import { labelSelector, OptionsError } from 'rx-informer';
import { fc } from '../support/properties.ts';
import { labelsOfSelector } from '../../src/objects/label-selector.ts';

/** Returns for each set of labels whether the selector matches the labels. */
const among = (selector: string, ...sets: readonly Readonly<Record<string, string>>[]): readonly boolean[] =>
  sets.map((labels) => labelSelector(selector).matches(labels));

describe('labelSelector', () => {
  describe('from a string (P97)', () => {
    it.each([
      ['app=web', 'app=web'],
      [' app == web ', 'app==web'],
      ['app!=web', 'app!=web'],
      ['app=', 'app='],
      ['tier in (front, back),app', 'app,tier in (back,front)'],
      ['app in (web,web)', 'app in (web)'],
      ['app notin (,a)', 'app notin (,a)'],
      ['app in ()', 'app in ()'],
      ['! app', '!app'],
      ['size>5,size<10', 'size>5,size<10'],
      ['in in (in,notin)', 'in in (in,notin)'],
      ['notin', 'notin'],
      ['a\tin\r\n(b)', 'a in (b)'],
      ['example.com/team=red', 'example.com/team=red'],
      [' ', ''],
    ])('should print %j as Go does', (text, printed) => {
      expect(String(labelSelector(text))).toBe(printed);
    });

    it('should match an equal value, or one of several values', () => {
      const sets = [{ app: 'web' }, { app: 'db' }, { app: '' }, {}];

      expect(among('app=web', ...sets)).toEqual([true, false, false, false]);
      expect(among('app in (web,db)', ...sets)).toEqual([true, true, false, false]);
      expect(among('app=', ...sets)).toEqual([false, false, true, false]);
      expect(among('app', ...sets)).toEqual([true, true, true, false]);
    });

    it('should match an absent label only with !=, notin and !key', () => {
      const sets = [{ app: 'web' }, { app: 'db' }, {}];

      expect(among('app!=web', ...sets)).toEqual([false, true, true]);
      expect(among('app notin (web)', ...sets)).toEqual([false, true, true]);
      expect(among('!app', ...sets)).toEqual([false, false, true]);
    });

    it('should compare 64-bit integers, and not match other values', () => {
      const sizes = ['5', '6', '007', '-3', '+9', 'x', '', '9223372036854775807', '9223372036854775808'];
      const sets = sizes.map((size) => ({ size }));
      const taken = (selector: string) => sizes.filter((_, index) => among(selector, ...sets)[index]);

      expect(taken('size>5')).toEqual(['6', '007', '+9', '9223372036854775807']);
      expect(taken('size<6')).toEqual(['5', '-3']);
      expect(taken('size>9223372036854775806')).toEqual(['9223372036854775807']);
      expect(labelSelector('size<1').matches({})).toBe(false);
    });

    it('should match only if all requirements match, including several for one key', () => {
      expect(among('app=web,tier!=back', { app: 'web' }, { app: 'web', tier: 'back' })).toEqual([
        true,
        false,
      ]);
      expect(among('app=web,app=db', { app: 'web' })).toEqual([false]);
    });

    it('should match every object when it is empty, including objects without labels', () => {
      expect(labelSelector('').matches(undefined)).toBe(true);
      expect(labelSelector({}).matches({ app: 'web' })).toBe(true);
    });

    it('should not match properties that every object inherits', () => {
      expect(among('constructor,toString', {})).toEqual([false]);
      expect(among('!constructor', {}, { constructor: 'x' })).toEqual([true, false]);
    });

    it('should print a text that parses to the same selector', () => {
      const word = fc.constantFrom('a', 'b', 'in', 'notin', 'x.y/z');
      const value = fc.constantFrom('', 'a', 'b', 'in', '7');
      const requirement = fc.oneof(
        fc.tuple(word, fc.constantFrom('=', '==', '!='), value).map((parts) => parts.join('')),
        fc
          .tuple(word, fc.constantFrom('in', 'notin'), fc.array(value))
          .map(([key, operator, values]) => `${key} ${operator} (${values.join(',')})`),
        fc.tuple(word, fc.constantFrom('>', '<'), fc.nat()).map((parts) => parts.join('')),
        fc.tuple(fc.constantFrom('', '!'), word).map((parts) => parts.join('')),
      );
      const labels = fc.dictionary(word, value);
      fc.assert(
        fc.property(fc.array(requirement, { minLength: 1 }), labels, (requirements, set) => {
          const selector = labelSelector(requirements.join(','));
          const again = labelSelector(String(selector));

          expect(String(again)).toBe(String(selector));
          expect(again.matches(set)).toBe(selector.matches(set));
          expect(selector.matches(set)).toBe(requirements.every((text) => labelSelector(text).matches(set)));
        }),
      );
    });
  });

  describe('from a map of labels', () => {
    it('should require each of the labels', () => {
      const selector = labelSelector({ tier: 'front', app: 'web' });

      expect(String(selector)).toBe('app=web,tier=front');
      expect(selector.matches({ app: 'web', tier: 'front', more: 'x' })).toBe(true);
      expect(selector.matches({ app: 'web' })).toBe(false);
    });

    it('should accept a label whose name is a field of the object form', () => {
      expect(String(labelSelector({ matchLabels: 'x' }))).toBe('matchLabels=x');
    });
  });

  describe('from null', () => {
    it('should match no object, as an object without a selector does', () => {
      const selector = labelSelector(null as never);

      expect([selector.matches({}), selector.matches(undefined), String(selector)]).toEqual([
        false,
        false,
        '',
      ]);
    });
  });

  it.each([
    [{ app: 5 }, 'labelSelector: app must be a string, not 5'],
    [{ 'a b': 'x' }, 'labelSelector: a b must be a label key, not "a b"'],
    [{ app: 'x y' }, 'labelSelector: app must be a label value, not "x y"'],
    [
      undefined,
      'labelSelector must be a text, a map of labels or { matchLabels, matchExpressions }, not undefined',
    ],
    [
      ['app=web'],
      'labelSelector must be a text, a map of labels or { matchLabels, matchExpressions }, not an array',
    ],
  ])('should refuse %j', (from, message) => {
    expect(() => labelSelector(from as never)).toThrow(OptionsError);
    expect(() => labelSelector(from as never)).toThrow(message);
  });
});

describe('labelsOfSelector', () => {
  it.each([
    ['', {}],
    ['a=b', { a: 'b' }],
    [' a = b , c = d ', { a: 'b', c: 'd' }],
    ['a=,b=', { a: '', b: '' }],
    ['a=b,a=c', { a: 'c' }],
  ])('should return the labels that %j requires', (text, labels) => {
    expect(labelsOfSelector(text)).toEqual(labels);
  });

  it.each([
    ['a=b,c', 'at 6: expected'],
    ['a=b=c', "at 4: expected ',' or the end"],
    ['a==b', "at 3: expected ',' or the end"],
    ['a!=b', 'at 1: the name in a label key'],
    ['a=b,', 'at 5: expected'],
    ['=b', 'at 1: the name in a label key'],
    ['x=1,a=b c', 'at 7: a label value'],
  ])('should refuse %j and point at the position', (text, message) => {
    expect(() => labelsOfSelector(text)).toThrow(OptionsError);
    expect(() => labelsOfSelector(text)).toThrow(message);
  });
});
