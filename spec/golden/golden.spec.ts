import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { replay } from './replay.ts';
import { topics } from './topics.ts';

const results = replay(fileURLToPath(new URL('.', import.meta.url)));

describe('the golden traces of client-go', () => {
  it.each(results.map((result) => [result.file, result] as const))(
    'should be given again: %s',
    (_file, result) => {
      expect(result.kind).not.toBe('broken');
      if (result.kind !== 'replayed') return;

      expect(result.failures.slice(0, 3)).toEqual([]);
      expect(result.passed).toBeGreaterThan(0);
    },
  );

  it('should cover each topic that the library has', () => {
    expect(results.filter(({ kind }) => kind === 'replayed')).toHaveLength(topics.size);
  });
});
