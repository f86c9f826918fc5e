import { describe, expect, it } from '@jest/globals';
import { firstValueFrom, from, lastValueFrom, toArray } from 'rxjs';
import { ConnectionError, OptionsError } from 'rx-informer';
import { record, type RecordingError, recordingHeader, replay } from 'rx-informer/recording';
import { marbles } from '../support/marbles.ts';
import { movableClock } from '../support/movable-clock.ts';

const setClock = movableClock();

const header = '{"format":"rx-informer-recording","version":1,"time":1000}';
const value = (time: number, what: unknown, stage = 'values'): string =>
  JSON.stringify({ time: 1000 + time, stage, value: what });
const night = [header, value(1, 'a'), value(4, 'x', 'elsewhere'), value(5, 'b'), value(5, 'c')];
const complete = '{"time":1007,"stage":"values","complete":true}';

/** Replays lines. Returns the emitted values and the error. */
function failure(lines: readonly string[]): { values: unknown[]; error?: RecordingError } {
  const received: { values: unknown[]; error?: RecordingError } = { values: [] };
  replay(lines, { speed: Infinity }).subscribe({
    next: (one) => received.values.push(one),
    error: (error: unknown) => (received.error = error as RecordingError),
  });
  return received;
}

describe('replay', () => {
  it('should replay one stage at its recorded intervals, to its end', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(replay([...night.slice(0, 4), complete])).toBe('-a---b-|');
    });
  });

  it('should not wait until a clock that was set back has caught up', () => {
    const scheduler = marbles();
    scheduler.run(({ expectObservable }) => {
      scheduler.schedule(() => setClock(-3_600_000), 2);
      expectObservable(replay([...night.slice(0, 4), complete])).toBe('-a---b-|');
    });
  });

  it('should divide the intervals by the speed', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(replay([...night.slice(0, 4), complete], { speed: 0.5 })).toBe('--a-------b---|');
      expectObservable(replay(night, { speed: Infinity })).toBe('(abc|)');
    });
  });

  it('should replay the values of record in time, with its error, for each subscription', () => {
    const recorded: string[] = [];
    const values = { a: { n: 1 }, b: [2] };
    const error = new ConnectionError('gone', { answered: true });
    marbles().run(({ cold, expectObservable, flush }) => {
      const lines: string[] = [];
      const source = cold('--a-b--#', values, error);
      expectObservable(source.pipe(record((line) => lines.push(line))));
      flush();

      expect(lines).toHaveLength(4);
      recorded.push(...lines);
    });
    marbles().run(({ expectObservable }) => {
      const replayed$ = replay(recorded);
      expectObservable(replayed$).toBe('--a-b--#', values, error);
      expectObservable(replayed$, '---^---!').toBe('-----a-', values);
    });
  });

  it('should complete at the end of the recording, and for an unknown stage', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(replay(night)).toBe('-a---(bc|)');
      expectObservable(replay(night, { stage: 'none' })).toBe('|');
      expectObservable(replay([header, '', value(1, 'a'), ''])).toBe('-(a|)');
    });
  });

  it('should ignore a byte order mark', () => {
    expect(failure([`\ufeff${header}`, value(1, 'a')])).toEqual({ values: ['a'] });
    expect(recordingHeader(`\ufeff${header}`).time).toBe(1000);
  });

  it('should replay lines of an Observable, which may arrive late', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const [h = '', a = '', , b = ''] = night;
      const lines = cold('h-a--b---|', { h, a, b });

      expectObservable(replay(lines)).toBe('--a--b---|');
      expectObservable(replay(lines, { speed: 0.5 }), '^-----!').toBe('--a---');
      expectObservable(replay(cold('#'))).toBe('#', undefined, expect.any(Error));
      expectSubscriptions(lines.subscriptions).toBe(['^--------!', '^-----!']);
    });
  });

  it('should read a line once the previous line has been replayed, and close the lines', () => {
    const read: string[] = [];
    function* lines(): Generator<string> {
      try {
        for (const line of night) {
          read.push(line);
          yield line;
        }
      } finally {
        read.push('closed');
      }
    }
    marbles().run(({ expectObservable, flush }) => {
      expectObservable(replay(lines()), '^--!').toBe('-a-');
      flush();
    });

    expect(read).toEqual([...night.slice(0, 4), 'closed']);
  });

  it('should replay asynchronous lines, and close them', async () => {
    let closed = 0;
    async function* lines(): AsyncGenerator<string> {
      try {
        for (const line of night) yield await Promise.resolve(line);
      } finally {
        closed++;
      }
    }

    expect(await lastValueFrom(replay(lines(), { speed: Infinity }).pipe(toArray()))).toEqual([
      'a',
      'b',
      'c',
    ]);
    await firstValueFrom(replay(lines(), { speed: Infinity }));
    await Promise.resolve();
    expect(closed).toBe(2);
  });

  it('should replay many lines that are available synchronously', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => value(0, at));
    let [sum, streamed] = [0, 0];
    replay<number>([header, ...many], { speed: Infinity }).subscribe(() => sum++);
    replay<number>(from([header, ...many]), { speed: Infinity }).subscribe(() => streamed++);

    expect([sum, streamed]).toEqual([5_000, 5_000]);
  });

  it.each([
    ['nothing', [], 'notARecording', 1],
    ['a file of something else', ['apiVersion: v1', 'kind: Pod'], 'notARecording', 1],
    ['JSON of something else', ['{"kind":"List"}'], 'notARecording', 1],
    ['lines without a header', night.slice(1), 'notARecording', 1],
    ['a future version', [header.replace('"version":1', '"version":2')], 'newerVersion', 1],
  ])('should reject %s', (_, lines, problem, line) => {
    const { values, error } = failure(lines);

    expect(values).toEqual([]);
    expect(error).toMatchObject({ name: 'RecordingError', problem, line, failure: 'fatal' });
    expect(error?.message).toMatch(/^line 1 of the recording: /);
  });

  it('should replay up to a truncated last line, then emit an error', () => {
    const lines = [...night.slice(0, 4), value(6, 'cut').slice(0, -5)];

    expect(failure(lines)).toMatchObject({ values: ['a', 'b'], error: { problem: 'truncated', line: 5 } });
    expect(failure([...lines, '']).error).toMatchObject({ problem: 'invalidLine', line: 5 });
  });

  it.each([
    ['[1,2]'],
    ['{"time":"1","stage":"values","value":1}'],
    ['{"time":1,"stage":"values","error":{}}'],
  ])('should name the invalid line: %s', (line) => {
    const { values, error } = failure([header, value(1, 'a'), line, value(2, 'b')]);

    expect(values).toEqual(['a']);
    expect(error).toMatchObject({ problem: 'invalidLine', line: 3 });
  });

  it('should emit an error for lines that cannot be read', () => {
    function* broken(): Generator<string> {
      yield header;
      throw new Error('EIO');
    }
    let error: unknown;
    replay(broken()).subscribe({ error: (thrown: unknown) => (error = thrown) });

    expect(error).toMatchObject({ problem: 'unreadable', cause: new Error('EIO') });
  });

  it('should refuse unknown options', () => {
    for (const lines of ['a text', undefined, 3, {}]) {
      expect(() => replay(lines as never)).toThrow(OptionsError);
    }
    for (const speed of [0, -1, Number.NaN, '2']) {
      expect(() => replay([], { speed: speed as never })).toThrow('replay: speed');
    }
    expect(() => replay([], { stage: 1 as never })).toThrow('replay: stage');
  });
});

describe('recordingHeader', () => {
  it('should return the header of a recording, and refuse other text', () => {
    const resource = { group: '', version: 'v1', resource: 'pods' };

    expect(recordingHeader(header)).toEqual({ format: 'rx-informer-recording', version: 1, time: 1000 });
    expect(recordingHeader(JSON.stringify({ ...JSON.parse(header), resource, more: 1 }))).toEqual({
      format: 'rx-informer-recording',
      version: 1,
      time: 1000,
      resource,
    });
    expect(() => recordingHeader('no')).toThrow('this is not a recording of rx-informer');
  });
});
