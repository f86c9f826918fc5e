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
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import process from 'node:process';
import { PassThrough, type Writable } from 'node:stream';
import { NEVER } from 'rxjs';
import { pipeStream } from '../../../src/cli/input-file.ts';
import { flushed } from '../../../src/cli/output/flushed.ts';
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

  it('should replace a link to a file with a file that only the user can read', () => {
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

  it('should not wait for the reader of a pipe, which receives all lines at the end', async () => {
    const file = fifo();
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const streams: Writable[] = [];
    const kept = recordingFile(file, true, (stream) => streams.push(stream));
    const line = 'x'.repeat(999);
    for (let at = 0; at < 1_000; at++) kept.write(line);
    kept.close();
    let length = 0;
    pipeStream(reader).on('data', (chunk: Buffer) => (length += chunk.length));
    await flushed({
      arguments: [],
      environment: {},
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      written: streams,
      stop$: NEVER,
    });
    while (length < 1_000_000) await new Promise((resolve) => setImmediate(resolve));

    expect(length).toBe(1_000_000);
  });

  it('should report that the reader of a pipe has gone', async () => {
    const file = fifo();
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const kept = recordingFile(file, true);
    kept.write('line');
    closeSync(reader);
    const write = (): void => kept.write('line');
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        write();
      } catch {
        break;
      }
    }

    expect(write).toThrow(/^cannot write .*pipe: /);
    kept.close();
  });

  it('should end if the reader of a pipe does not read and 256 MiB are pending', () => {
    const file = fifo();
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const kept = recordingFile(file, true, (stream) => {
      Object.defineProperty(stream, 'writableLength', { value: 256 * 1_048_576 + 1 });
    });

    expect(() => kept.write('line')).toThrow(
      /pipe: more than 268435456 bytes wait for the program that reads it$/,
    );
    kept.discard();
    closeSync(reader);
  });

  it('should refuse a pipe that no program reads, without waiting', () => {
    expect(() => recordingFile(fifo(), true).write('line')).toThrow(/it is a pipe, and no program reads it$/);
  });

  /**
   * Replaces the recording file with another file. The replacement happens after the command has checked the owner of
   * the file and before the command opens it.
   */
  const swapped = (file: string, put: () => void): void => {
    const { uid } = lstatSync(file);
    jest.spyOn(process, 'getuid').mockImplementationOnce(() => {
      unlinkSync(file);
      put();
      return uid;
    });
  };

  it('should refuse a pipe that was replaced by a file, and not change the file', () => {
    const file = fifo();
    swapped(file, () => writeFileSync(file, 'other'));

    expect(() => recordingFile(file, true).write('line')).toThrow(
      /^cannot write .*pipe: it is now another file; try again$/,
    );
    expect(readFileSync(file, 'utf8')).toBe('other');
  });

  it('should not wait for the reader of a pipe that has replaced a device', () => {
    const file = folder.path('pipe');
    symlinkSync('/dev/null', file);
    swapped(file, fifo);

    expect(() => recordingFile(file, true).write('line')).toThrow(/it is a pipe, and no program reads it$/);
  });

  it('should refuse a pipe of another user, also through a link', () => {
    const file = fifo();
    const { uid } = statSync(file);
    // Only root can change the owner of a pipe. For any other user, the spec mocks `getuid`, so that the pipe seems to
    // belong to another user.
    if (uid === 0) chownSync(file, 65_534, 65_534);
    else jest.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    symlinkSync(file, folder.path('link'));

    for (const name of [file, folder.path('link')])
      expect(() => recordingFile(name, true).write('line')).toThrow(/it belongs to another user$/);
    closeSync(reader);
  });
});
