import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const directory = new URL('.', import.meta.url);
const files = readdirSync(directory).filter((name) => name.endsWith('.check.ts'));
const checks = files.flatMap((name) => {
  const text = readFileSync(new URL(name, directory), 'utf8');
  // Also finds the numbers in rows of an `each` table, for example P32 and P33.
  return [...text.matchAll(/(?:check\(|\[)\s*'P(\d+)'/g)].map(([, number]) => Number(number));
});

describe('the conformance suite', () => {
  it('should contain each check of the protocol, P1 to P138, once', () => {
    expect(checks.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 138 }, (_, index) => index + 1),
    );
  });
});
