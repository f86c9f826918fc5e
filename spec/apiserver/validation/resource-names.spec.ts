import { describe, expect, it } from '@jest/globals';
import { containerResources } from '../../../src/apiserver/validation/resource-names.ts';
import { growthOfCost } from '../../support/growth-of-cost.ts';

const errorsOf = (limits: object): readonly string[] =>
  containerResources({ limits: { cpu: '1', ...limits } }, 'at').map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('containerResources', () => {
  it('should read the size of huge pages from the name of the resource', () => {
    expect(errorsOf({ 'hugepages-2Mi': '4Mi' })).toEqual([]);
    expect(errorsOf({ 'hugepages-2Mi': '3Mi' })).toEqual([
      'at.limits[hugepages-2Mi]: Invalid value: "3Mi": not a positive integer multiple of hugepages-2Mi',
    ]);
  });

  it('should not read the size from a part of the name', () => {
    const name = 'hugepages-[hugepages-2Mi';

    expect(errorsOf({ [name]: '4Mi' }).at(-1)).toBe(
      `at.limits[${name}]: Invalid value: "4Mi": not a positive integer multiple of ${name}`,
    );
  });

  it('should take time in proportion to the length of a name', () => {
    const growth = growthOfCost(4_000, (size) => {
      errorsOf({ [`${'hugepages-[hugepages-'.repeat(size)}\n`]: '1' });
    });

    expect(growth).toBeLessThan(8);
  });
});
