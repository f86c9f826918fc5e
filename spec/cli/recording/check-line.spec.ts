import { describe, expect, it } from '@jest/globals';
import { checkLine } from '../../../src/cli/recording/check-line.ts';

describe('checkLine', () => {
  it('should name the limit in bytes if a line has few values of many bytes', async () => {
    const line = (characters: number): string => `["${'\u4e2d'.repeat(characters)}"]`;

    await expect(checkLine('a', 3, line(1_000_000))).resolves.toBeUndefined();
    await expect(checkLine('a', 3, line(45_000_000))).rejects.toThrow(
      /^a: line 3 has more than 134217728 bytes in UTF-8$/,
    );
  });
});
