import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { NEVER, of } from 'rxjs';
import { flushed } from '../../../src/cli/output/flushed.ts';

const host = { arguments: [], environment: {}, stderr: new PassThrough() };

describe('flushed', () => {
  it('should wait until the stream has accepted all output', async () => {
    const stdout = new PassThrough({ highWaterMark: 8 });
    for (let at = 0; at < 10; at++) stdout.write('much more than fits');
    let isDone = false;
    const done = flushed({ ...host, stdout, stop$: NEVER }).then(() => (isDone = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);

    stdout.resume();
    await done;
    expect(isDone).toBe(true);
  });

  it('should stop waiting when the user wants to exit', async () => {
    const stdout = new PassThrough({ highWaterMark: 8 });
    for (let at = 0; at < 10; at++) stdout.write('much more than fits');

    await flushed({ ...host, stdout, stop$: of('SIGINT') });
    expect(stdout.writableLength).toBeGreaterThan(0);
  });
});
