import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/**
 * Maximum number of files of `src` that run for one watch event. A developer who follows an event has to read these
 * files.
 */
const most = 53;

const child = fileURLToPath(new URL('child.ts', import.meta.url));

describe('the path of one event', () => {
  it(`should lead through at most ${most} files`, () => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=rx-informer:source', '--disable-warning=ExperimentalWarning', child],
      { encoding: 'utf8' },
    );
    const files = stdout.trimEnd().split('\n').sort();

    expect(stderr).toBe('');
    // Checks that each stage has run. Otherwise the number of files would have no meaning.
    for (const stage of ['source', 'reflector', 'queue', 'store', 'delivery', 'informer'])
      expect(files.filter((file) => file.startsWith(`${stage}/`))).not.toEqual([]);
    expect(files).toHaveLength(Math.min(files.length, most));
  });
});
