import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { command } from '../command.ts';
import { inProcess } from '../in-process.ts';
import { temporary, type Temporary } from '../temporary.ts';
import { nightOf, nights } from './nights.ts';

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const statusesIn = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ phase }) => phase !== undefined && phase !== 'stopped')
    .map((status) => JSON.stringify({ ...status, hasSynced: undefined }))
    .filter((status, at, all) => status !== all[at - 1]); // once more as the first list is complete

/** The last wait is none of the recording where that ends before it does. */
const shown = (statuses: readonly string[], recording: string): readonly string[] =>
  recording.endsWith('"closed":true}}\n')
    ? statuses
    : statuses.map((status, at) =>
        at < statuses.length - 1 ? status : status.replace(/,"retryAt":\d+/, ''),
      );

describe('rx-informer replay', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  it.each([
    ['1', '2500ms'],
    ['60', '3m'],
    ['max', '90m'],
  ])(
    'should show at speed %s what was seen then, whatever the trouble, with its times',
    async (speed, length) => {
      const replays = Object.entries(nights).map(async ([name, script]) => {
        const night = nightOf(script, length);
        const file = folder.write(name, night.text);
        const replay = inProcess(['replay', file, '--speed', speed, '-o', 'json']);
        const code = await replay.ended;
        return {
          was: {
            name,
            code: 0,
            changes: night.changes,
            statuses: shown(statusesIn(night.statuses), night.text),
          },
          is: {
            name,
            code,
            changes: linesOf(replay.output()),
            statuses: shown(statusesIn(linesOf(replay.errors())), night.text),
          },
        };
      });

      for (const { was, is } of await Promise.all(replays)) expect(is).toEqual(was);
    },
  );
});

describe('rx-informer replay, of a file that is none it can replay', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const header = (more = ''): string => `{"format":"rx-informer-recording","version":1,"time":0${more}}\n`;
  const refusal = async (text: string): Promise<string> => {
    const replay = inProcess(['replay', folder.write('odd', text), '--speed', 'max']);
    expect(await replay.ended).toBe(1);
    return replay.errors();
  };

  it('should name the stages where nothing else was recorded', async () => {
    const errors = await refusal(`${header()}{"time":1,"stage":"reflected","value":{"type":"RESYNC"}}\n`);

    expect(errors).toContain(
      "rx-informer: there are no requests in it, but what was recorded at the stage 'reflected'\n",
    );
    expect(await refusal(header())).toContain('rx-informer: there are no requests in it\n');
  });

  it('should say that it breaks off where who recorded was killed between two lines', async () => {
    const { text } = nightOf(nights['list 401'], '10s');
    const kept = linesOf(text).filter((line) => !line.includes('"closed":true'));
    const replay = inProcess(['replay', folder.write('killed', `${kept.join('\n')}\n`), '--speed', 'max']);

    expect(await replay.ended).toBe(1);
    expect(replay.output()).toContain('added objects shop/a');
    expect(replay.errors()).toContain(
      'rx-informer: the recording breaks off here, in the midst of a request\n',
    );
  });

  it('should say where another recording begins, and lose none of the first', async () => {
    const { text } = nightOf(nights['list 401'], '10s');
    const nodes = header(',"resource":{"group":"","version":"v1","resource":"nodes"}');
    const replay = inProcess(['replay', folder.write('both', text + nodes + text), '--speed', 'max']);

    expect(await replay.ended).toBe(1);
    expect(replay.output()).toContain('added objects shop/a');
    expect(replay.errors()).toContain(
      `rx-informer: another recording begins at line ${linesOf(text).length + 1}, and one is replayed at a time\n`,
    );
  });
});

describe('rx-informer replay, as a process', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const text = (length: string): string => nightOf(nights['list 403'], length).text;

  it.each(['-', '/dev/stdin'])('should read a pipe: %s', async (name) => {
    const replay = command(['replay', name, '--speed', 'max'], {}, text('5m'));

    expect(await replay.ended).toEqual({ code: 0, signal: null });
    expect(replay.output().match(/added objects/g)).toHaveLength(2);
    expect(replay.errors()).toContain('the recording ends here, 2 objects');
  });

  it('should end at Ctrl-C while it waits, be it for time or for a line', async () => {
    const waits = command(['replay', folder.write('night', text('5m'))]);
    const reads = command(['replay', '-', '--speed', 'max'], {}, 'open');
    reads.child.stdin?.write(text('5m').split('\n').slice(0, 6).join('\n') + '\n');
    for (const { errors } of [waits, reads]) {
      while (!errors().includes('next try')) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    waits.child.kill('SIGINT');
    reads.child.kill('SIGINT');

    expect(await waits.ended).toEqual({ code: 0, signal: null });
    expect(await reads.ended).toEqual({ code: 0, signal: null });
  });
});
