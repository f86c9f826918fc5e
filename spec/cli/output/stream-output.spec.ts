import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { lastValueFrom, NEVER, of, switchMap, tap } from 'rxjs';
import type { Output } from '../../../src/cli/output/output.ts';
import { streamOutput } from '../../../src/cli/output/stream-output.ts';

const host = () => {
  const [stdout, stderr] = [new PassThrough({ highWaterMark: 8 }), new PassThrough()];
  return { arguments: ['--token', 's3cret'], environment: {}, stdout, stderr, stop$: NEVER };
};

/** Returns a writable stream that the spec reads step by step. */
function slowlyRead() {
  let text = '';
  let isReading = false;
  let resume = (): void => undefined;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += String(chunk);
      if (isReading) done();
      else resume = done;
    },
  });
  const readAll = async (): Promise<void> => {
    const drained = once(stream, 'drain');
    isReading = true;
    resume();
    await drained;
    isReading = false;
  };
  return { stream, readAll, lines: () => text.split('\n') };
}

describe('streamOutput', () => {
  it('should write a line to each stream, and no token to stderr', () => {
    const { stdout, stderr, ...rest } = host();
    const output = streamOutput({ stdout, stderr, ...rest });
    output.print('a');
    output.report('the token is s3cret');

    expect(String(stdout.read())).toBe('a\n');
    expect(String(stderr.read())).toBe('the token is (token)\n');
  });

  it('should drop lines while stderr is not read, then report the number', async () => {
    const { stream, readAll, lines } = slowlyRead();
    const output = streamOutput({ ...host(), stderr: stream }, (text) => `{${text}}`);
    for (let at = 0; at < 160; at++) output.report('x'.repeat(65_535));
    expect(stream.writableLength).toBe(65 * 65_536); // the lines up to the limit of 4 MiB, and one more line

    await readAll();
    output.report('read again');

    expect(lines()).toHaveLength(65 + 2 + 1);
    expect(lines().slice(65)).toEqual([
      '{95 lines are missing here: more than 4194304 bytes waited for the reader of stderr}',
      'read again',
      '',
    ]);
  });

  it('should report the number of dropped lines each time', async () => {
    const { stream, readAll, lines } = slowlyRead();
    const output = streamOutput({ ...host(), stderr: stream });
    for (const count of [66, 67]) {
      for (let at = 0; at < count; at++) output.report('x'.repeat(65_535));
      await readAll();
    }

    expect(lines().filter((line) => line.includes('missing'))).toEqual([
      'a line is missing here: more than 4194304 bytes waited for the reader of stderr',
      '2 lines are missing here: more than 4194304 bytes waited for the reader of stderr',
    ]);
  });

  it('should report when stdout is full, and when it is writable again', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    expect(output.full()).toBeUndefined();

    for (let at = 0; at < 4; at++) output.print('much more than fits');
    const full$ = output.full();
    stdout.resume();

    await lastValueFrom(full$ ?? NEVER);
    expect(output.full()).toBeUndefined();
  });

  it('should listen to stdout once, for any number of waiting callers', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    const before = stdout.listenerCount('drain');
    for (let round = 0; round < 2; round++) {
      output.print('much more than fits');
      const waiting = Array.from({ length: 20 }, () => lastValueFrom(output.full() ?? NEVER));
      expect(stdout.listenerCount('drain')).toBe(before + 1);

      stdout.read();
      await Promise.all(waiting);
      expect(stdout.listenerCount('drain')).toBe(before);
    }
  });

  it('should emit to a subscriber that fills stdout and waits again during the notification', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    const events: string[] = [];
    output.print('much more than fits');
    const full$ = output.full() ?? NEVER;
    const again$ = full$.pipe(
      switchMap(() => {
        events.push('first');
        output.print('much more than fits');
        return output.full() ?? NEVER;
      }),
      tap(() => events.push('second')),
    );
    const again = lastValueFrom(again$, { defaultValue: undefined });
    stdout.on('data', () => undefined);
    await again;

    expect(events).toEqual(['first', 'second']);
  });

  it('should write JSON as a line without control characters', () => {
    const { stdout, ...rest } = host();
    streamOutput({ stdout, ...rest }).printJson([JSON.stringify({ note: '\u009b2J\u202e' })]);

    expect(String(stdout.read())).toBe('{"note":"\\u009b2J\\u202e"}\n');
  });

  it('should write a large line in pieces, with turns of the event loop between, and later lines after it', async () => {
    const [stdout, { stderr, ...rest }] = [new PassThrough({ highWaterMark: 2 ** 24 }), host()];
    const output = streamOutput({ ...rest, stderr, stdout });
    const writes: number[] = [];
    let [turn, text, isDone] = [0, '', false];
    stdout.on('data', (chunk: Buffer) => {
      writes.push(turn);
      text += String(chunk);
    });
    const count = (): void => {
      turn++;
      if (!isDone) setImmediate(count);
    };
    count();
    const large = JSON.stringify({ note: `x${'🙂\u009b'.repeat(100_000)}` });
    output.printJson([large]);
    output.print('behind');
    await lastValueFrom(output.full() ?? NEVER);
    isDone = true;

    expect(text).toBe(`${large.replaceAll('\u009b', '\\u009b')}\nbehind\n`);
    expect(new Set(writes).size).toBeGreaterThanOrEqual(4);
    expect(output.full()).toBeUndefined();
  });

  it('should create the part after a large part in a later turn of the event loop', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    const made: string[] = [];
    const part = (name: string, length: number) => () => {
      made.push(name);
      return name.repeat(length);
    };
    output.printJson([part('a', 10), part('b', 10)]);
    output.printJson([part('c', 10), part('d', 100_000), part('e', 10)]);
    output.printJson([part('f', 10)]);
    expect(made).toEqual(['a', 'b', 'c', 'd']);

    expect(await lengthOf(stdout, output)).toBe(20 + 1 + 100_020 + 1 + 10 + 1);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(output.waiting()).toBe(0);
  });

  it('should write no more of a large line before the reader has read the written part', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    output.printJson([`"${'x'.repeat(1_000_000)}"`]);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(stdout.readableLength + stdout.writableLength).toBeLessThan(200_000);

    const length = await lengthOf(stdout, output);
    expect(length).toBe(1_000_003);
  });

  it('should count the pending bytes, of lines and of the stream', async () => {
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest });
    expect(output.waiting()).toBe(0);

    output.print('x'.repeat(100));
    output.printJson([`"${'é'.repeat(1_000_000)}"`]);
    output.printJson([`"${'x'.repeat(1_000_000)}"`]);
    expect(output.waiting()).toBeGreaterThanOrEqual(3_000_000);
    expect(output.waiting()).toBeLessThan(3_010_000);

    await lengthOf(stdout, output);
    expect(output.waiting()).toBe(0);
  });

  it('should keep the process alive for pending bytes', async () => {
    const pending: (() => Promise<unknown>)[] = [];
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest, pending });
    output.printJson([`"${'x'.repeat(1_000_000)}"`]);
    let isWritten = false;
    const written = Promise.all(pending.map((one) => one())).then(() => (isWritten = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWritten).toBe(false);

    stdout.resume();
    await written;
    expect(output.full()).toBeUndefined();
  });

  it('should release pending bytes once the reader has gone', async () => {
    const pending: (() => Promise<unknown>)[] = [];
    const { stdout, ...rest } = host();
    const output = streamOutput({ stdout, ...rest, pending });
    output.printJson([`"${'x'.repeat(1_000_000)}"`]);
    stdout.destroy();

    await Promise.all(pending.map((one) => one()));
    expect(output.waiting()).toBeLessThan(100_000);
  });
});

/** Reads all output, and returns the number of bytes. */
async function lengthOf(stdout: PassThrough, output: Output): Promise<number> {
  let length = 0;
  stdout.on('data', (chunk: Buffer) => (length += chunk.length));
  await lastValueFrom(output.full() ?? of(undefined), { defaultValue: undefined });
  stdout.end();
  await once(stdout, 'end');
  return length;
}
