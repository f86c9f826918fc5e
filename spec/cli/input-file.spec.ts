import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { lastValueFrom } from 'rxjs';
import { checkRegularFile, readFileNow, readTextFile } from '../../src/cli/input-file.ts';
import { until } from '../support/until.ts';
import { temporary, type Temporary } from './temporary.ts';

describe('an input file', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());
  const fifo = (): string => {
    const path = folder.path('fifo');
    execFileSync('mkfifo', [path]);
    return path;
  };
  const long = 'ä'.repeat(100_000);

  it('should read a regular file', async () => {
    const file = folder.write('a', long);

    expect(await lastValueFrom(readTextFile(file))).toBe(long);
    expect(readFileNow(file).toString()).toBe(long);
    expect(readFileNow('/dev/null')).toHaveLength(0);
  });

  it('should stop reading a file above the limit, or without an end', async () => {
    const file = folder.write('a', long);

    expect(() => readFileNow(file, 199_999)).toThrow('it has more than 199999 bytes');
    await expect(lastValueFrom(readTextFile('/dev/zero', 200_000))).rejects.toThrow(
      'it has more than 200000 bytes',
    );
    expect(() => checkRegularFile(file, 199_999)).toThrow('it has more than 199999 bytes');
  });

  it('should read a pipe after its writer has opened and closed it', async () => {
    const file = fifo();
    const read = lastValueFrom(readTextFile(file));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const writer = spawn('sh', ['-c', `cat > ${file}`], { stdio: ['pipe', 'ignore', 'ignore'] });
    writer.stdin.end(long);

    expect(await read).toBe(long);
  });

  it('should stop reading a pipe above the limit', async () => {
    const file = fifo();
    const read = lastValueFrom(readTextFile(file, 1_000));
    const writer = spawn('sh', ['-c', `cat /dev/zero > ${file}`], { stdio: 'ignore' });

    await expect(read).rejects.toThrow('it has more than 1000 bytes');
    writer.kill();
  });

  it('should not wait for a pipe if the wait cannot be cancelled', () => {
    const file = fifo();

    expect(() => readFileNow(file)).toThrow('it is a pipe');
    expect(() => checkRegularFile(file)).toThrow('it is a pipe');
    expect(() => checkRegularFile('/dev/zero')).toThrow('it is a pipe or a device');
    expect(() => checkRegularFile('/')).toThrow('it is a directory');
  });

  it('should accept a file of exactly the maximum size', async () => {
    const file = folder.write('a', long);

    expect(readFileNow(file, 200_000)).toHaveLength(200_000);
    expect(await lastValueFrom(readTextFile(file, 200_000))).toBe(long);
    expect(() => checkRegularFile(file, 200_000)).not.toThrow();
  });

  it('should leave no file open, for any result of the read', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    const file = folder.write('a', long);
    const path = fifo();
    const before = open();
    readFileNow(file);
    await lastValueFrom(readTextFile(file));
    expect(() => readFileNow(file, 1)).toThrow();
    expect(() => readFileNow(path)).toThrow();
    await expect(lastValueFrom(readTextFile(file, 1))).rejects.toThrow();
    const waiting = readTextFile(path).subscribe();
    waiting.unsubscribe();
    await until(() => open() <= before);

    expect(open()).toBeLessThanOrEqual(before);
  });

  it('should accept a missing file, and a regular file', () => {
    writeFileSync(folder.path('a'), 'a');

    expect(() => ['a', 'none'].forEach((name) => checkRegularFile(folder.path(name)))).not.toThrow();
  });
});
