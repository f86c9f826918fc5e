import { describe, expect, it } from '@jest/globals';
import { compareResourceVersions } from 'rx-informer';
import { fc } from '../support/properties.ts';
import { isOlderVersion } from '../../src/objects/index.ts';

describe('compareResourceVersions', () => {
  it.each([
    ['9', '10', -1],
    ['99', '100', -1],
    ['100', '99', 1],
    ['7', '7', 0],
    ['9007199254740992', '9007199254740993', -1],
    ['18446744073709551616', '18446744073709551615', 1],
  ])('should compare %s and %s', (a, b, sign) => {
    expect(Math.sign(compareResourceVersions(a, b) ?? NaN)).toBe(sign);
  });

  it.each(['', '0', '007', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', '0x10', 'a', '１', '١'])(
    'should not compare an opaque version: %j',
    (opaque) => {
      expect(compareResourceVersions(opaque, '1')).toBeUndefined();
      expect(compareResourceVersions('1', opaque)).toBeUndefined();
    },
  );

  it('should compare versions of any size as integers', () => {
    const version = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(version, version, (a, b) => {
        const order = compareResourceVersions(String(a), String(b));
        expect(Math.sign(order ?? NaN)).toBe(a < b ? -1 : Number(a > b));
      }),
    );
  });
});

describe('isOlderVersion', () => {
  it.each([
    ['9', '10', true],
    ['10', '9', false],
    ['9', '9', false],
    ['0', '1', true],
    ['0', '0', false],
    ['1', '0', false],
    ['0', '', false],
    ['0', 'g9', false],
    ['g9', '10', false],
    ['00', '10', false],
  ])('should return whether %j is older than %j: %s', (version, other, isOlder) => {
    expect(isOlderVersion(version, other)).toBe(isOlder);
  });
});
