import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../src/apiserver/json.ts';
import { versionsErrors } from '../../../src/apiserver/custom-resources/version-errors.ts';

describe('versionsErrors', () => {
  it.each([100, 1_000])('should read each part of %i versions a few times', (count) => {
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
});
