import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runtimeClass } from '../../../src/apiserver/validation/cluster-kinds.ts';
import { projectedVolume } from '../../../src/apiserver/validation/projected-volume.ts';

const names = Array.from({ length: 300 }, (_, at) => `n${at}`);

/** Counts calls of `indexOf` on lists with at least 300 items. One call for each item would take quadratic time. */
function countSearches(): () => number {
  const search = jest.spyOn(Array.prototype, 'indexOf');
  return () => search.mock.contexts.filter((list) => (list as readonly unknown[]).length >= 300).length;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('projectedVolume', () => {
  it('should refuse each path that repeats an earlier path, without a search for each path', () => {
    const items = [...names, 'n0', 'n0', 'n1'].map((path) => ({ key: 'k', path }));
    const searches = countSearches();

    const errors = projectedVolume({ sources: [{ configMap: { name: 'c', items } }] }, 'at');

    expect(searches()).toBe(0);
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(
      ['n0', 'n0', 'n1'].map((path) => `at: Invalid value: "${path}": conflicting duplicate paths`),
    );
  });
});

describe('runtimeClass', () => {
  it('should refuse each toleration that repeats an earlier one, without a search for each toleration', () => {
    const tolerations = [...names, 'n0', 'n1'].map((key) => ({ key, operator: 'Exists' }));
    const searches = countSearches();

    const errors = runtimeClass({ scheduling: { tolerations } }, '');

    expect(searches()).toBe(0);
    expect(errors.map(({ reason, field }) => `${reason} ${field}`)).toEqual(
      [300, 301].map((at) => `FieldValueDuplicate scheduling.tolerations[${at}]`),
    );
  });
});
