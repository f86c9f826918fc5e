import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import { type InProcess, inProcess } from '../in-process.ts';
import { temporary, type Temporary } from '../temporary.ts';
import { nightOf, scenarios } from './scenarios.ts';
import { linesOf, replayedNights } from './replayed-scenarios.ts';

async function completely(file: string): Promise<InProcess> {
  const replay = inProcess(['replay', file, '--speed', 'max']);
  await replay.ended;
  return replay;
}

describe('rx-informer replay', () => {
  let folder: Temporary;
  beforeEach(() => {
    folder = temporary();
  });
  afterEach(() => folder.remove());

  it('should show the recorded changes and statuses with their times at maximum speed, for any faults', async () => {
    for (const { was, is } of await replayedNights(folder, 'max', '90m')) expect(is).toEqual(was);
  });

  it('should yield to the event loop while it writes a long first list, and end when it is stopped there', async () => {
    const items = Array.from({ length: 5_000 }, (_, n) => kubeObject(`shop/web-${n}`));
    const values = [
      { request: 1, verb: 'watch', options: { sendInitialEvents: true, allowWatchBookmarks: true } },
      { request: 1, error: { name: 'StatusError', message: '', failure: 'fatal', code: 400 } },
      { request: 2, verb: 'list', options: { limit: 500 } },
      { request: 2, page: { items, resourceVersion: '5' } },
      { request: 2, complete: true },
      { request: 3, verb: 'watch', options: { resourceVersion: '5', allowWatchBookmarks: true } },
      { request: 3, closed: true },
    ];
    const lines = [
      { format: 'rx-informer-recording', version: 1, time: 0 },
      ...values.map((value, time) => ({ time, stage: 'requests', value })),
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const file = folder.write('long', text);
    let milliseconds = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => milliseconds++);
    const replay = inProcess(['replay', file, '--speed', 'max']);
    replay.stdout.once('data', () => setImmediate(replay.stop));
    await replay.ended;
    clock.mockRestore();
    await once(replay.stdout.end(), 'end');

    const written = linesOf(replay.output()).length;
    expect(replay.errors()).not.toContain('rx-informer: ');
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(items.length / 2);
    expect(linesOf((await completely(file)).output())).toHaveLength(items.length);
  });
});

describe('rx-informer replay, with a file that it cannot replay', () => {
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

  it('should refuse an invalid time', async () => {
    for (const time of ['1e400', '9e15', '-9e15'])
      expect(await refusal(header().replace('"time":0', `"time":${time}`))).toContain(
        'rx-informer: line 1 of the recording has a time outside of ±8640000000000000 ms\n',
      );
  });

  it('should name a file that is not a recording', async () => {
    expect(await refusal('hello\n')).toContain(`rx-informer: ${folder.path('odd')}: `);
    expect(await refusal('')).toContain(folder.path('odd'));
  });

  it('should report its end in lines of JSON, too', async () => {
    const { text } = nightOf(scenarios['list 401'], '10s');
    const replay = inProcess(['replay', folder.write('one', text), '--speed', 'max', '-o', 'json']);

    expect(await replay.ended).toBe(0);
    const notices = linesOf(replay.errors()).map((line) => JSON.parse(line) as unknown);
    expect(notices.at(-1)).toEqual({ resource: 'objects', notice: 'the recording ends here, 2 objects' });
  });

  it('should name the stages if the requests were not recorded', async () => {
    const errors = await refusal(`${header()}{"time":1,"stage":"reflected","value":{"type":"RESYNC"}}\n`);

    expect(errors).toContain(
      `rx-informer: there are no requests in ${folder.path('odd')}, but there are values of the stage 'reflected'\n`,
    );
    expect(await refusal(header())).toContain(
      `rx-informer: there are no requests in ${folder.path('odd')}\n`,
    );
  });

  it('should report that the recording breaks off if the recorder was killed between two lines', async () => {
    const { text } = nightOf(scenarios['list 401'], '10s');
    const kept = linesOf(text).filter((line) => !line.includes('"closed":true'));
    const replay = inProcess(['replay', folder.write('killed', `${kept.join('\n')}\n`), '--speed', 'max']);

    expect(await replay.ended).toBe(1);
    expect(replay.output()).toContain('added objects shop/a');
    expect(replay.errors()).toContain('rx-informer: the recording ends here, within a request\n');
  });

  it('should show only the identity of an object that is nested too deeply', async () => {
    const { text } = nightOf(scenarios['list 401'], '10s');
    const deep = text.replaceAll(
      '"metadata":{"name":"a"',
      `"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},$&`,
    );
    expect(deep).not.toBe(text);
    const replay = inProcess(['replay', folder.write('deep', deep), '--speed', 'max', '-o', 'json']);

    await replay.ended;
    expect(replay.output()).toContain('"name":"a"');
    expect(replay.errors()).toContain('shop/a is nested deeper than 500 levels');
    expect(replay.errors()).not.toContain('an internal error of rx-informer');
  });

  it('should name the request with an invalid time', async () => {
    const { text } = nightOf(scenarios['list 401'], '10s');
    const later = linesOf(text).findLastIndex((line) => line.includes('"verb":'));
    const odd = linesOf(text).map((line, at) =>
      at === later ? line.replace(/"time":\d+/, '"time":"abc"') : line,
    );
    const replay = inProcess(['replay', folder.write('odd', `${odd.join('\n')}\n`), '--speed', 'max']);

    await replay.ended;
    expect(later).toBeGreaterThan(1);
    expect(replay.errors()).toMatch(new RegExp(`line ${later + 1} of the recording`));
    expect(replay.errors()).not.toMatch(/NaN|an internal error of rx-informer/);
  });

  it('should name the position of a second recording, and lose no line of the first', async () => {
    const { text } = nightOf(scenarios['list 401'], '10s');
    const nodes = header(',"resource":{"group":"","version":"v1","resource":"nodes"}');
    const replay = inProcess(['replay', folder.write('both', text + nodes + text), '--speed', 'max']);

    expect(await replay.ended).toBe(1);
    expect(replay.output()).toContain('added objects shop/a');
    expect(replay.errors()).toContain(
      `rx-informer: another recording begins at line ${linesOf(text).length + 1}, and one is replayed at a time\n`,
    );
  });
});
