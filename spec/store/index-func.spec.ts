import { describe, expect, it } from '@jest/globals';
import { byLabel, byNamespace, OptionsError } from 'rx-informer';
import { thing } from '../support/things.ts';

describe('byNamespace', () => {
  it("should find cluster-scoped objects under ''", () => {
    expect(byNamespace(thing('shop/web@1'))).toEqual(['shop']);
    expect(byNamespace(thing('node-1@1'))).toEqual(['']);
  });
});

describe('byLabel', () => {
  it('should return the value of the label', () => {
    expect(byLabel('color')(thing('a@1#u:red'))).toEqual(['red']);
  });

  it('should return no value without the label', () => {
    expect(byLabel('color')(thing('a@1'))).toEqual([]);
    expect(byLabel('size')(thing('a@1#u:red'))).toEqual([]);
  });

  it('should ignore properties that every object inherits', () => {
    expect(byLabel('constructor')(thing('a@1#u:red'))).toEqual([]);
  });

  it('should refuse an invalid label', () => {
    expect(() => byLabel(undefined as never)).toThrow(OptionsError);
  });
});
