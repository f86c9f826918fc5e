import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { lastValueFrom, NEVER } from 'rxjs';
import { streamOutput } from '../../../src/cli/output/stream-output.ts';

const host = () => {
  const [stdout, stderr] = [new PassThrough({ highWaterMark: 8 }), new PassThrough()];
  return { arguments: ['--token', 's3cret'], environment: {}, stdout, stderr, stop$: NEVER };
};

describe('streamOutput', () => {
  it('should write a line to each stream, and no token to stderr', () => {
    const { stdout, stderr, ...rest } = host();
    const output = streamOutput({ stdout, stderr, ...rest });
    output.print('a');
    output.tell('who is s3cret?');

    expect(String(stdout.read())).toBe('a\n');
    expect(String(stderr.read())).toBe('who is (token)?\n');
  });

  it('should tell when stdout is full, and when it takes more', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    expect(output.full()).toBeUndefined();

    for (let at = 0; at < 4; at++) output.print('much more than fits');
    const full$ = output.full();
    stdout.resume();

    await lastValueFrom(full$ ?? NEVER);
    expect(output.full()).toBeUndefined();
  });
});
