import { describe, expect, it } from '@jest/globals';
import { OptionsError } from 'rx-informer';
import { labelsOfSelector } from '../../src/objects/labels-of-selector.ts';

describe('labelsOfSelector', () => {
  it.each([
    ['', {}],
    ['a=b', { a: 'b' }],
    [' a = b , c = d ', { a: 'b', c: 'd' }],
    ['a=,b=', { a: '', b: '' }],
    ['a=b,a=c', { a: 'c' }],
  ])('should give the labels that %j names', (text, labels) => {
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
  ])('should refuse %j and point at the place', (text, message) => {
    expect(() => labelsOfSelector(text)).toThrow(OptionsError);
    expect(() => labelsOfSelector(text)).toThrow(message);
  });
});
