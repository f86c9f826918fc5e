import { describe, expect, it, jest } from '@jest/globals';
import {
  asyncScheduler,
  concat,
  defer,
  EMPTY,
  ignoreElements,
  lastValueFrom,
  NEVER,
  type Observable,
  of,
  tap,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import {
  ConnectionError,
  type KubeObject,
  type ListerWatcher,
  type ListPage,
  OptionsError,
  ProtocolError,
  reflect,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { recordListerWatcher, replayListerWatcher } from 'rx-informer/recording';
import { kubeObject, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const at = (name: string, resourceVersion: string): KubeObject =>
  kubeObject(name, { metadata: { resourceVersion } });
const page = (resourceVersion: string, ...items: readonly KubeObject[]): ListPage<KubeObject> => ({
  items,
  resourceVersion,
});
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): WatchEvent<KubeObject> => ({
  type,
  object,
});
const bookmark = (resourceVersion: string): WatchEvent<KubeObject> => ({ type: 'BOOKMARK', resourceVersion });
const refusal = (code: number, retryAfterSeconds?: number): Observable<never> =>
  throwError(
    () => new StatusError({ code, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }),
  );
const after = (ms: number): Observable<never> => timer(ms).pipe(ignoreElements());
const reset = throwError(() => new ConnectionError('reset', { answered: true }));

/**
 * A source with many faults: no streaming lists, a throttled list, a broken list, a reset, a 410 in the stream, and an
 * idle watch. One watch ends normally.
 */
const trouble = (): ListerWatcher<KubeObject> =>
  scriptedListerWatcher({
    list: [
      concat(after(30), refusal(429, 7)),
      concat(after(20), of(page('5', at('a', '1'))), after(20), reset),
      concat(of(page('5', at('a', '1'))), after(20), of(page('5', at('b', '4')))),
      of(page('20', at('b', '4'), at('c', '19'))),
    ],
    watch: [
      refusal(400),
      concat(after(50), of(event('MODIFIED', at('a', '6'))), after(9_000), reset),
      concat(of(bookmark('9')), after(100), of(event('DELETED', at('a', '10')))),
      concat(after(6_000), refusal(410)),
      concat(after(10), of(event('ADDED', at('d', '21'))), NEVER), // this watch becomes idle
      concat(after(5), of(event('ADDED', at('e', '22'))), NEVER),
    ],
  });

interface Received {
  readonly emissions: (readonly [number, unknown])[];
  readonly lines: string[];
}

/**
 * Runs a reflector with a source for some minutes of virtual time. Returns its events and statuses with their times.
 */
function reflected(source: (lines: string[]) => ListerWatcher<KubeObject>, minutes = 5): Received {
  const received: Received = { emissions: [], lines: [] };
  const record = (what: unknown): void => void received.emissions.push([asyncScheduler.now(), what]);
  marbles().run(({ cold, flush }) => {
    const running = reflect(source(received.lines), {
      random: () => 0.5,
      status: { next: record },
    }).subscribe({
      next: record,
      error: record,
    });
    cold(`${minutes}m |`).subscribe({ complete: () => running.unsubscribe() });
    flush();
  });
  return received;
}

const recording = (): Received =>
  reflected((lines) => recordListerWatcher(trouble(), (line) => lines.push(line)));

describe('recordListerWatcher and replayListerWatcher', () => {
  it('should replay many faults: the same events, statuses and failures at the same times', () => {
    const { emissions, lines } = recording();
    const replayed = reflected(() => replayListerWatcher(lines));

    expect(emissions.filter(([, what]) => (what as { type?: string }).type === 'REPLACED')).toHaveLength(2);
    const failures = emissions.map(([, what]) => (what as { failure?: string }).failure);
    expect(new Set(failures)).toEqual(
      new Set([undefined, 'unsupported', 'throttled', 'transient', 'expired']),
    );
    // The unsubscribe causes the last status. At the time of the unsubscribe, the replay has already reached the end of
    // the recording, so the last status of the replay may differ.
    expect(replayed.emissions.slice(0, emissions.length - 1)).toEqual(emissions.slice(0, -1));
  });

  it('should write each request with its options and its results', () => {
    const { lines } = recording();
    const values = lines
      .slice(1)
      .map((line) => (JSON.parse(line) as { value: Record<string, unknown> }).value);
    const last = Math.max(...values.map(({ request }) => request as number));
    const kinds = values.map((value) => Object.keys(value)[1]);

    expect(values[0]).toEqual({
      request: 1,
      verb: 'watch',
      options: { sendInitialEvents: true, allowWatchBookmarks: true, timeoutSeconds: 450 },
    });
    expect(values[3]).toMatchObject({ request: 2, error: { code: 429, retryAfterSeconds: 7 } });
    expect(new Set(kinds)).toEqual(new Set(['verb', 'page', 'event', 'error', 'complete', 'closed']));
    expect(kinds.filter((kind) => kind === 'verb')).toHaveLength(last);
    expect(kinds.filter((kind) => ['error', 'complete', 'closed'].includes(kind ?? ''))).toHaveLength(last);
  });

  it('should emit an error at the end of the recording, or emit nothing more', () => {
    const { lines } = recording();
    const ended = reflected(() => replayListerWatcher(lines), 10).emissions.at(-1)?.[1];
    const silent = reflected(() => replayListerWatcher(lines, { end: 'never' }), 10).emissions;

    expect(ended).toMatchObject({ name: 'RecordingError', problem: 'ended', line: lines.length });
    expect(silent.filter(([, what]) => what instanceof Error)).toEqual([]);
  });

  it('should emit an error for a truncated last line at its position', () => {
    const { lines } = recording();
    const half = [...lines.slice(0, 9), lines[9]?.slice(0, 30) ?? ''];
    const { emissions } = reflected(() => replayListerWatcher(half, { end: 'never' }));

    expect(emissions.at(-1)?.[1]).toMatchObject({ problem: 'truncated', line: 10 });
  });

  it('should emit an error for a request that differs from the recorded one, with the line', () => {
    const { lines } = recording();
    const received: unknown[] = [];
    const listen = { error: (error: unknown) => received.push(error) };
    replayListerWatcher(lines).list().subscribe(listen);
    const source = replayListerWatcher(lines);
    source.watch({ sendInitialEvents: true, timeoutSeconds: 1 }).subscribe(listen);
    source.list({ resourceVersion: '3', limit: 1 }).subscribe(listen);
    replayListerWatcher(lines).watch({ sendInitialEvents: true, shardSelector: 'a half' }).subscribe(listen);

    expect(received).toMatchObject([
      {
        problem: 'mismatch',
        line: 2,
        message: expect.stringContaining('a streamed list was recorded, and a list is'),
      },
      { code: 400 },
      {
        problem: 'mismatch',
        line: 4,
        message: expect.stringContaining('a list from version 3 is asked for'),
      },
      {
        problem: 'mismatch',
        line: 2,
        message: expect.stringContaining('a streamed list of a half is asked for'),
      },
    ]);
  });

  it('should emit an error for a request that was cancelled in the recording and is not in the replay', () => {
    const lines: string[] = [];
    marbles().run(({ expectObservable, flush }) => {
      const source = recordListerWatcher(scriptedListerWatcher({ list: [EMPTY], watch: [NEVER] }), (line) =>
        lines.push(line),
      );
      expectObservable(source.watch({ resourceVersion: '1' }), '5ms !');
      expectObservable(source.list(), '9ms ^');
      flush();
    });
    marbles().run(({ expectObservable }) => {
      const source = replayListerWatcher(lines);
      expectObservable(source.watch({ resourceVersion: '1' })).toBe(
        '1005ms #',
        undefined,
        expect.any(ConnectionError),
      );
    });
  });

  it('should end requests that were cancelled together at the end of the recording', () => {
    const lines: string[] = [];
    marbles().run(({ expectObservable }) => {
      const script = scriptedListerWatcher({ list: [NEVER], watch: [NEVER] });
      const source = recordListerWatcher(script, (line) => lines.push(line));
      expectObservable(source.watch({ resourceVersion: '1' }), '^----!');
      expectObservable(source.list({ limit: 1 }), '^----!');
    });
    const errors: unknown[] = [];
    marbles().run(() => {
      const source = replayListerWatcher(lines);
      const error = (thrown: unknown): void => void errors.push(thrown);
      source.watch({ resourceVersion: '1' }).subscribe({ error });
      source.list({ limit: 1 }).subscribe({ error });
    });

    expect(errors).toMatchObject([{ problem: 'ended' }, { problem: 'ended' }]);
  });

  it('should assign the results of concurrent requests', () => {
    const lines: string[] = [];
    const [p, q] = [page('1', at('p', '1')), page('1', at('q', '1'))];
    const script = (): ListerWatcher<KubeObject> =>
      scriptedListerWatcher({
        list: [concat(after(1), of(p), after(4), of(q))],
        watch: [concat(after(2), of(bookmark('7')), NEVER)],
      });
    marbles().run(({ expectObservable }) => {
      const source = recordListerWatcher(script(), (line) => lines.push(line));
      expectObservable(source.list()).toBe('-p---(q|)', { p, q });
      expectObservable(source.watch(), '^--------!').toBe('--b', { b: bookmark('7') });
    });
    marbles().run(({ cold, expectObservable }) => {
      const source = replayListerWatcher(lines);
      expectObservable(source.list()).toBe('-p---(q|)', { p, q });
      expectObservable(source.watch(), '^-------!').toBe('--b', { b: bookmark('7') });
      const [first = '', ...rest] = lines;
      const streamed = replayListerWatcher(concat(of(first), ...rest.map((line) => cold(`l|`, { l: line }))));
      expectObservable(streamed.list(), '^-!');
      expectObservable(streamed.watch(), '^---------!').toBe('---b', { b: bookmark('7') });
    });
  });

  it('should write a page in slices, and then emit the page and the completion', async () => {
    let time = 0;
    const clock = jest.spyOn(asyncScheduler, 'now').mockImplementation(() => (time += 6));
    const items = Array.from({ length: 20 }, (_, nth) => at(`p${nth}`, '1'));
    const order: string[] = [];
    const source = scriptedListerWatcher({ list: [of(page('1', ...items))], watch: [NEVER] });
    const recorded = recordListerWatcher(source, (line) =>
      order.push(line.includes('"page"') ? 'page' : 'line'),
    );
    let turns = 0;
    await new Promise<void>((resolve) => {
      const turn = (): void => {
        turns++;
        if (!order.includes('end')) setImmediate(turn);
      };
      setImmediate(turn);
      recorded.list().subscribe({
        next: () => order.push('emitted'),
        complete: () => {
          order.push('end');
          resolve();
        },
      });
    });
    clock.mockRestore();

    expect(turns).toBeGreaterThanOrEqual(items.length - 1);
    expect(order).toEqual(['line', 'line', 'page', 'emitted', 'line', 'end']);
  });

  it('should replay incidents, and call onTime with the recorded time', () => {
    const lines: string[] = [];
    const incident = new StatusError({ code: 500, message: 'odd' });
    const source: ListerWatcher<KubeObject> = {
      list: (_, { onIncident } = {}) =>
        timer(3).pipe(
          tap(() => onIncident?.(incident)),
          ignoreElements(),
        ),
      watch: () => EMPTY,
    };
    marbles().run(({ flush }) => {
      recordListerWatcher(source, (line) => lines.push(line))
        .list()
        .subscribe();
      flush();
    });
    const [incidents, times]: [unknown[], number[]] = [[], []];
    replayListerWatcher(lines, { speed: Infinity, onTime: (time) => times.push(time) })
      .list({}, { onIncident: (one) => incidents.push(one) })
      .subscribe();

    expect(incidents).toEqual([incident]);
    expect(times).toEqual([0, 3, 3]);
  });

  it('should write the resource into the header, and treat all objects of secrets as Secrets', () => {
    const lines: string[] = [];
    const login = { ...at('shop/login', '1'), data: { password: 'aHVudGVyMg==' } };
    const source = scriptedListerWatcher({
      list: [of(page('1', login))],
      watch: [of(event('ADDED', login))],
    });
    const resource = { group: '', version: 'v1', resource: 'secrets' };
    const recorded = recordListerWatcher(source, (line) => lines.push(line), { resource });
    recorded.list().subscribe();
    recorded.watch().subscribe();

    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ resource });
    expect(lines.join()).not.toMatch(/password|aHVu/);
  });

  it.each([
    ['1e400', 'Infinity'],
    ['-1e999', '-Infinity'],
    ['['.repeat(600) + ']'.repeat(600), '600 levels'],
    ['['.repeat(60_000) + ']'.repeat(60_000), '60,000 levels'],
  ])('should continue, and not affect the source, if JSON cannot represent an object: %#', async (n) => {
    const lines: string[] = [];
    const odd = { ...at('shop/odd', '2'), n: JSON.parse(n) as unknown };
    const source = scriptedListerWatcher({
      list: [of(page('1', odd))],
      watch: [of(event('MODIFIED', odd), event('ADDED', at('shop/last', '3')))],
    });
    const answersOf = (source: ListerWatcher<KubeObject>) =>
      lastValueFrom(concat(source.list(), source.watch()).pipe(toArray<unknown>()));
    const recorded = await answersOf(recordListerWatcher(source, (line) => lines.push(line)));
    const replayed = await answersOf(replayListerWatcher(lines, { speed: Infinity }));

    expect(recorded).toHaveLength(3);
    expect((recorded[0] as ListPage<KubeObject>).items[0]).toBe(odd);
    expect(recorded[1]).toMatchObject({ type: 'MODIFIED' });
    expect((recorded[1] as { readonly object: unknown }).object).toBe(odd);
    expect(replayed).toMatchObject([
      { items: [{ metadata: odd.metadata }] },
      { type: 'MODIFIED', object: { metadata: odd.metadata } },
      { type: 'ADDED', object: { metadata: { name: 'last' } } },
    ]);
  });

  it('should write no text of an error that can repeat the data of Secrets', async () => {
    const causes = [{ reason: 'hunter2', message: 'hunter2', field: 'hunter2' }];
    const failing = throwError(() => new StatusError({ code: 500, reason: 'hunter2', message: 'm', causes }));
    const recorded = async (plural: string, keepSecrets: boolean): Promise<string> => {
      const lines: string[] = [];
      const resource = { group: '', version: 'v1', resource: plural, namespaced: true };
      const source: ListerWatcher<KubeObject> = {
        list: (_, { onIncident } = {}) =>
          defer(() => (onIncident?.(new ProtocolError('bad', { excerpt: 'hunter2' })), failing)),
        watch: () => failing,
      };
      const tapped = recordListerWatcher(source, (line) => lines.push(line), {
        resource,
        keepSecrets,
      });
      await lastValueFrom<unknown>(tapped.list()).catch(() => undefined);
      await lastValueFrom<unknown>(tapped.watch()).catch(() => undefined);
      return lines.join('\n');
    };

    expect(await recorded('secrets', false)).not.toContain('hunter2');
    expect(await recorded('secrets', false)).toContain('"message":"m"');
    expect(await recorded('secrets', true)).toContain('hunter2');
    expect(await recorded('pods', false)).toContain('hunter2');
  });

  it('should emit an error for a request whose lines cannot be written, and end a reflector', () => {
    const received: unknown[] = [];
    const source = scriptedListerWatcher({ list: [of(page('1'))], watch: [NEVER] });
    let room = 3;
    const recorded = recordListerWatcher(source, () => {
      if (room-- <= 0) throw new Error('ENOSPC');
    });
    reflect(recorded, { streamingList: 'never' }).subscribe({
      error: (error: unknown) => received.push(error),
    });

    expect(received).toMatchObject([{ problem: 'unwritable', cause: new Error('ENOSPC') }]);
  });

  it('should refuse a wrong source, wrong lines and unknown options', () => {
    const source = scriptedListerWatcher<KubeObject>({ list: [EMPTY], watch: [EMPTY] });
    const write = (): void => undefined;

    expect(() => recordListerWatcher({} as never, write)).toThrow(OptionsError);
    expect(() => recordListerWatcher(source, 'file' as never)).toThrow('write');
    expect(() => recordListerWatcher(source, write, { resource: 'pods' as never })).toThrow('resource');
    expect(() => replayListerWatcher('lines' as never)).toThrow(OptionsError);
    expect(() => replayListerWatcher([], { end: 'silence' as never })).toThrow('end');
    expect(() => replayListerWatcher([], { speed: 0 })).toThrow('speed');
  });
});
