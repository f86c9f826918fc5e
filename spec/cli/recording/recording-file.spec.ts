import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import process from 'node:process';
import { recordingFile } from '../../../src/cli/recording/recording-file.ts';
import { type Temporary, temporary } from '../temporary.ts';

describe('recordingFile', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    folder.remove();
  });

  const fifo = (): string => {
    const file = folder.path('pipe');
    execFileSync('mkfifo', [file]);
    return file;
  };

  it('should replace a link to a file by a file of this user alone', () => {
    writeFileSync(folder.path('old'), 'old');
    symlinkSync(folder.path('old'), folder.path('night'));
    const kept = recordingFile(folder.path('night'), true);
    kept.write('line');
    kept.close();

    expect(readFileSync(folder.path('old'), 'utf8')).toBe('old');
    expect(readFileSync(folder.path('night'), 'utf8')).toBe('line\n');
    expect(lstatSync(folder.path('night')).mode & 0o777).toBe(0o600);
  });

  it('should write to a pipe that a program reads', () => {
    const file = fifo();
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const kept = recordingFile(file, true);
    kept.write('line');
    kept.close();
    const bytes = Buffer.alloc(10);
    const length = readSync(reader, bytes);
    closeSync(reader);

    expect(bytes.toString('utf8', 0, length)).toBe('line\n');
  });

  it('should refuse a pipe that no program reads, and not wait for one', () => {
    expect(() => recordingFile(fifo(), true).write('line')).toThrow(/it is a pipe, and no program reads it$/);
  });

  it('should refuse a pipe of another user, also through a link', () => {
    const file = fifo();
    const { uid } = statSync(file);
    // Only root can give the pipe away, and a pipe of root is allowed.
    if (uid === 0) chownSync(file, 65_534, 65_534);
    else jest.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    symlinkSync(file, folder.path('link'));

    for (const name of [file, folder.path('link')])
      expect(() => recordingFile(name, true).write('line')).toThrow(/it belongs to another user$/);
    closeSync(reader);
  });
});
