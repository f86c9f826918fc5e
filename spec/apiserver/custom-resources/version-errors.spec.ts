import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../src/apiserver/json.ts';
import { versionsErrors } from '../../../src/apiserver/custom-resources/version-errors.ts';

describe('versionsErrors', () => {
  it.each([100, 1_000])('should read each part of %i versions only a few times', (count) => {
    let reads = 0;
    const versions = Array.from({ length: count }, (_, at): Json => {
      const version: Json = { name: `v${at}`, schema: { openAPIV3Schema: { type: 'object' } } };
      return new Proxy(version, {
        get: (target, name: string) => {
          reads += name === 'subresources' ? 1 : 0;
          return target[name];
        },
      });
    });

    expect(versionsErrors(versions)).toEqual([]);
    expect(reads / count).toBeLessThan(5);
  });

  it('should share one time limit among the patterns of all versions', () => {
    const versions = Array.from({ length: 480 }, (_, at): Json => {
      const pattern = `${'a'.repeat(at)}[${'\\pL'.repeat(100)}]`;
      const properties = { [`f${at}`]: { type: 'string', pattern } };
      return { name: `v${at}`, schema: { openAPIV3Schema: { type: 'object', properties } } };
    });

    expect(versionsErrors(versions.slice(0, 1))).toEqual([]);
    expect(() => versionsErrors(versions)).toThrow('takes too long to validate');
  });

  it('should report a wrong pattern in each version that has it', () => {
    const versions = ['v1', 'v2'].map((name): Json => {
      const properties = { [name]: { type: 'string', pattern: '(' } };
      return { name, schema: { openAPIV3Schema: { type: 'object', properties } } };
    });

    const errors = versionsErrors(versions);
    expect(errors.map(({ field }) => field)).toEqual([
      'spec.versions[0].schema.openAPIV3Schema.properties[v1].pattern',
      'spec.versions[1].schema.openAPIV3Schema.properties[v2].pattern',
    ]);
  });
});
