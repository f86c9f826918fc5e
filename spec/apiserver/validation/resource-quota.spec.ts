import { describe, expect, it } from '@jest/globals';
import { resourceQuotaSpec } from '../../../src/apiserver/validation/resource-quota.ts';

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `scope${at}`.padEnd(140, 'x'));

describe('resourceQuotaSpec', () => {
  it('should report one error for each unknown scope, and show 1,000 characters of the scopes', () => {
    const errors = resourceQuotaSpec({ scopes: names(500) }, 'spec');

    expect(errors).toHaveLength(500);
    for (const { field, message } of errors) {
      expect(field).toBe('spec.scopes');
      expect(message).toMatch(/^Invalid value: \["scope0x+","scope1x.*…: unsupported scope$/);
      expect(message.length).toBeLessThan(1_100);
    }
  });

  it('should create the text of an error once for all scopes', () => {
    const scopes = ['Terminating', ...names(2_000)];

    const errors = resourceQuotaSpec({ hard: { services: '1' }, scopes }, 'spec');

    expect(errors.map(({ message }) => message.replace(/.*: /, ''))).toEqual([
      ...Array.from({ length: 2_000 }, () => 'unsupported scope'),
      'unsupported scope applied to resource',
    ]);
    expect(new Set(errors).size).toBe(2);
  });

  it('should refuse a scope that one of many resources does not support, by name and by expression', () => {
    const hard = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`example.com/r${at}`, '1']));
    const of = (scope: string, more: object): readonly string[] =>
      resourceQuotaSpec(
        {
          hard: { ...hard, ...more },
          scopes: [scope],
          scopeSelector: { matchExpressions: [{ scopeName: scope, operator: 'Exists' }] },
        },
        'spec',
      ).map(({ field, message }) => `${field}: ${message.replace(/.*: /, '')}`);
    const why = 'unsupported scope applied to resource';
    const both = [`spec.scopes: ${why}`, `spec.scopeSelector.matchExpressions: ${why}`];

    expect(of('BestEffort', {})).toEqual([]);
    expect(of('BestEffort', { pods: '1' })).toEqual([]);
    expect(of('BestEffort', { cpu: '1' })).toEqual(both);
    expect(of('Terminating', { cpu: '1' })).toEqual([]);
    expect(of('Terminating', { services: '1' })).toEqual(both);
    expect(of('VolumeAttributesClass', { 'requests.storage': '1' })).toEqual([]);
    expect(of('VolumeAttributesClass', { pods: '1' })).toEqual(both);
  });
});
