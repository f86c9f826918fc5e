import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/** The maximum number of files of `src` that run for one watch event; a reader of the pipeline has to open them. */
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
    // The path contains each stage; otherwise the count would be of another path.
    for (const stage of ['source', 'reflector', 'queue', 'store', 'delivery', 'informer'])
      expect(files.filter((file) => file.startsWith(`${stage}/`))).not.toEqual([]);
    expect(files).toHaveLength(Math.min(files.length, most));
  });
});
