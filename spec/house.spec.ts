import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('generated'))
  .map((name) => ({ name, lines: readFileSync(join('src', name), 'utf8').split('\n').length - 1 }));

/**
 * The folders of the library's core: the stages of the pipeline, the code that all stages use, the transports and the
 * recordings.
 */
const core = [
  ...['objects', 'scheduling', 'source', 'reflector', 'queue', 'store', 'delivery', 'informer', 'views'],
  ...['fetch', 'client-node', 'recording'],
];

describe('the sources', () => {
  it('should have no file above 300 lines', () => {
    expect(files.filter(({ lines }) => lines > 300)).toEqual([]);
  });

  it.each(core)('should have the folder %s', (folder) => {
    expect(files.filter(({ name }) => name.startsWith(`${folder}/`))).not.toEqual([]);
  });

  it('should have at most 180 files in the core', () => {
    const ofCore = files.filter(({ name }) => core.some((folder) => name.startsWith(`${folder}/`)));

    expect(ofCore.length).toBeLessThanOrEqual(180);
  });

  it('should export at most 70 names from rx-informer', () => {
    const report = readFileSync('etc/index.api.md', 'utf8'); // `npm run check` compares this report with the built package
    const names = new Set(report.match(/(?<=^export (?:abstract )?(?:\w+) )\w+/gm));

    expect(names).toContain('informer');
    expect(names.size).toBeLessThanOrEqual(70);
  });
});
