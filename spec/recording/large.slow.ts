import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import process from 'node:process';

it('should record and replay 200 MB in a heap of 48 MB', () => {
  const words = [
    '--max-old-space-size=48',
    '--conditions=rx-informer:source',
    'spec/recording/large-child.ts',
  ];
  const output = execFileSync(process.execPath, [...words, '200'], { encoding: 'utf8' });

  const [replayed, recorded, megabytes] = output.split(' ').map(Number);
  expect([replayed, recorded]).toEqual([100_000, 100_000]);
  expect(megabytes).toBeGreaterThanOrEqual(190);
});
