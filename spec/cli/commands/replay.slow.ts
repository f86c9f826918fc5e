import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { command } from '../command.ts';
import { temporary, type Temporary } from '../temporary.ts';
import { nightOf, scenarios } from './scenarios.ts';
import { replayedNights } from './replayed-scenarios.ts';

describe('rx-informer replay, in real time', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  it.each([
    ['1', '2500ms'],
    ['60', '3m'],
  ])(
    'should show the recorded changes and statuses with their times at speed %s, for any faults',
    async (speed, length) => {
      for (const { was, is } of await replayedNights(folder, speed, length)) expect(is).toEqual(was);
    },
  );
});

describe('rx-informer replay, as a process', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  const text = (length: string): string => nightOf(scenarios['list 403'], length).text;

  it.each(['-', '/dev/stdin'])('should read a pipe: %s', async (name) => {
    const replay = command(['replay', name, '--speed', 'max'], {}, text('5m'));

    expect(await replay.ended).toEqual({ code: 0, signal: null });
    expect(replay.output().match(/added objects/g)).toHaveLength(2);
    expect(replay.errors()).toContain('the recording ends here, 2 objects');
  });

  it('should end on Ctrl-C while it waits, for time or for a line', async () => {
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
