import { describe, expect, it } from '@jest/globals';
import process from 'node:process';
import { targetVariable } from './target.ts';

process.env[targetVariable] = JSON.stringify({ server: 'http://127.0.0.1:9', token: 't', insecure: false });
const { atVersion } = await import('./pages.ts');

const tokenOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('atVersion', () => {
  it('should keep the position of a token, and change its version', () => {
    const token = { v: 'meta.k8s.io/v1', rv: 4711, start: 'c1\u0000' };

    expect(atVersion(tokenOf(token), '2')).toBe(tokenOf({ ...token, rv: 2 }));
  });

  it('should refuse a token that it cannot change', () => {
    expect(() => atVersion(tokenOf({ v: 'other' }), '2')).toThrow('the token contains no version to change');
  });
});
