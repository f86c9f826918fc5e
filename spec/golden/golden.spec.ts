import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { replay } from './replay.ts';
import { topics } from './topics.ts';

const results = replay(fileURLToPath(new URL('.', import.meta.url)));
const replayed = results.filter((result) => result.kind === 'replayed');

describe('the golden traces of client-go', () => {
  it.each(replayed.map((result) => [result.file, result] as const))(
    'should be given again: %s',
    (_file, result) => {
      expect(result.failures.slice(0, 3)).toEqual([]);
      expect(result.passed).toBeGreaterThan(0);
    },
  );

  it('should be whole, with a file for each topic that the library has', () => {
    expect(results.filter(({ kind }) => kind === 'broken')).toEqual([]);
    expect(replayed).toHaveLength(topics.size);
  });
});
