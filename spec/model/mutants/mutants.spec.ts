import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mutants } from './mutants.ts';

describe('mutants', () => {
  it.each(mutants)('should match exactly one place of its file: $name', ({ file, from }) => {
    const path = fileURLToPath(new URL(`../../../src/${file}`, import.meta.url));

    expect(readFileSync(path, 'utf8').split(from)).toHaveLength(2);
  });
});
