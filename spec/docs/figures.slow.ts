import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { importSizes } from '../bench/import-size.ts';

describe('the sizes in docs/reference/performance.md', () => {
  it('should be those of the built package', async () => {
    const page = readFileSync(new URL('../../docs/reference/performance.md', import.meta.url), 'utf8');
    const sizes = await importSizes();

    for (const [name, imports] of [
      ['informer', '`{ informer }`'],
      ['informer, listWatch', '`{ informer, listWatch }`'],
    ] as const) {
      const row = page.split('\n').find((line) => line.startsWith(`| bundle of ${imports}`)) ?? '';
      const [, stated = ''] = /\*\*([\d.]+) KB\*\*/.exec(row) ?? [];
      expect(stated).toBe(((sizes[name] ?? 0) / 1_000).toFixed(1));
    }
  });
});
