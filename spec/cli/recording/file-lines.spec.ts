import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type FileLines, fileLines } from '../../../src/cli/recording/file-lines.ts';
import { temporary, type Temporary } from '../temporary.ts';

async function all(lines: FileLines): Promise<readonly string[]> {
  const read: string[] = [];
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) read.push(line);
  lines.close();
  return read;
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // the file descriptor is closed
  }
}

describe('fileLines', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const bytes = (name: string, content: Uint8Array): string => {
    writeFileSync(folder.path(name), content);
    return folder.path(name);
  };

  it('should return whole lines, for any length and any chunks', async () => {
    const lines = ['first', '', 'ä€😀'.repeat(50_000), 'b', 'no end'];

    expect(await all(fileLines(folder.write('a', lines.join('\n'))))).toEqual(lines);
    expect(await all(fileLines(folder.write('b', 'one\n')))).toEqual(['one']);
    expect(await all(fileLines(folder.write('c', '')))).toEqual([]);
  });

  it('should read a line that arrives in many pieces', async () => {
    const text = Buffer.from(`header\n${'0123456789'.repeat(1_000)}\nend`);
    const pieces = Array.from(text, (byte) => Buffer.of(byte));

    expect(await all(fileLines('-', () => Readable.from(pieces)))).toEqual(String(text).split('\n'));
  });

  it('should read a device', async () => {
    expect(await all(fileLines('/dev/null'))).toEqual([]);
  });

  it('should stop reading at a first line that is not a header', async () => {
    const [first = '', ...more] = await all(fileLines(folder.write('a', `${'x'.repeat(1_000_000)}\ny`)));

    expect(first.length).toBeLessThan(200_000);
    expect(more).toEqual([]);
  });

  it('should stop reading a line of more than 64 Mi characters, and name the line', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('header\n');
      for (;;) {
        sent++;
        yield Buffer.alloc(1_048_576, 'x');
        await Promise.resolve();
      }
    }
    const lines = fileLines('-', () => Readable.from(endless(), { highWaterMark: 1 }));

    await expect(all(lines)).rejects.toThrow('-: line 2 has more than 67108864 characters');
    expect(sent).toBeLessThan(70);
  });

  it('should yield to the event loop before, between and after the checks of a large line', async () => {
    const large = `["${'x'.repeat(2_000_000)}"]`;
    const text = Buffer.from(`header\n${large}\nsmall\n`);
    const lines = fileLines('-', () => Readable.from([text]));
    const turnsOfNext = async (): Promise<number> => {
      let [turns, isOver] = [0, false];
      const turn = (): void => {
        turns++;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      await lines.next();
      isOver = true;
      return turns;
    };
    await lines.next();

    expect(await turnsOfNext()).toBeGreaterThanOrEqual(3);
    expect(await turnsOfNext()).toBe(0);
    lines.close();
  });

  it('should refuse a line with too many values, keys or levels, and name the line', async () => {
    const keys = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join()}}`;
    const read = (text: string): Promise<readonly string[]> =>
      all(fileLines(folder.write('a', `header\n${text}\nend`)));

    await expect(read(`[${'{},'.repeat(1_000_000)}0]`)).resolves.toHaveLength(3);
    await expect(read(`[${'{},'.repeat(1_100_000)}0]`)).rejects.toThrow(
      /a: line 2 has more than 2097152 values$/,
    );
    await expect(read(keys(250_000))).resolves.toHaveLength(3);
    await expect(read(keys(400_000))).rejects.toThrow(
      /a: line 2 has more than 262144 different keys, or orders of keys$/,
    );
    await expect(read('['.repeat(50_001))).resolves.toHaveLength(3);
    await expect(read('['.repeat(50_002))).rejects.toThrow(/a: line 2 is nested deeper than 50000 levels$/);
  });

  it('should skip a byte order mark, and recognise the UTF-16 mark of Windows', async () => {
    const marked = fileLines(folder.write('a', '\ufeffone\ntwo'));
    const wide = fileLines(bytes('b', Buffer.from('\ufeffone ä\r\ntwo', 'utf16le')));

    expect(await all(marked)).toEqual(['one', 'two']);
    expect(await all(wide)).toEqual(['one ä\r', 'two']);
  });

  it('should close the file, also at an early end', async () => {
    const file = folder.write('a', 'one\ntwo\n'.repeat(100_000));
    const holds = (): boolean =>
      readdirSync('/proc/self/fd').some((one) => linkOf(`/proc/self/fd/${one}`) === file);
    const lines = fileLines(file);
    await lines.next();
    expect(holds()).toBe(true);
    lines.close();

    while (holds()) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(holds()).toBe(false);
  });

  it.each(['-', '/dev/stdin', '/dev/fd/0'])('should read stdin for %s', async (name) => {
    const stdin = new PassThrough();
    const lines = fileLines(name, () => stdin);
    stdin.write('one\ntw');
    expect(await lines.next()).toBe('one');
    stdin.end('o');

    expect(await all(lines)).toEqual(['two']);
  });

  it('should stop waiting for a line when it is closed', async () => {
    const lines = fileLines('-', () => new PassThrough());
    const waited = lines.next().catch(() => 'closed');
    lines.close();

    expect(await waited).toBe('closed');
  });

  it('should report a file that cannot be read, and explain how to read a compressed file', async () => {
    mkdirSync(folder.path('directory'));
    const zip = bytes('a.gz', gzipSync('one'));

    await expect(fileLines(folder.path('directory')).next()).rejects.toThrow('it is a directory');
    await expect(fileLines(folder.path('none')).next()).rejects.toThrow('there is no such file');
    await expect(fileLines(zip).next()).rejects.toMatchObject({
      message: `${zip} is compressed`,
      hints: [`gunzip -c ${zip} | rx-informer replay -`],
    });
  });
});
