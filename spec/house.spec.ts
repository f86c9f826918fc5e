import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
  .map((name) => ({ name, lines: readFileSync(join('src', name), 'utf8').split('\n').length - 1 }))
  .sort((one, other) => one.lines - other.lines);

describe('the house', () => {
  it('should have no file above 300 lines', () => {
    expect(files.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it('should have a median file of 60 lines at most', () => {
    expect(files[Math.floor(files.length / 2)]?.lines).toBeLessThanOrEqual(60);
  });
});
