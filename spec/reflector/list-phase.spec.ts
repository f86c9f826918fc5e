import { describe, expect, it } from '@jest/globals';
import { concat, EMPTY, map, merge, NEVER, type Observable, of, take, throwError, timer } from 'rxjs';
import {
  ConnectionError,
  informer,
  type KubeObject,
  type ListPage,
  reflect,
  type ReflectOptions,
  type WatchEvent,
} from 'rx-informer';
import { kubeObject, type LoggedRequest, scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { added, after, at, bookmark, describeStatus, modified, page, status } from './scenario.ts';

interface Scene {
  readonly list?: readonly Observable<ListPage<KubeObject>>[];
  readonly watch: readonly Observable<WatchEvent<KubeObject>>[];
  readonly stream?: readonly Observable<WatchEvent<KubeObject>>[];
  readonly probe?: readonly Observable<ListPage<KubeObject>>[];
  readonly options?: ReflectOptions;
  readonly for: number;
}

const reset = throwError(() => new ConnectionError('reset', { answered: true }));
const end = (resourceVersion: string): WatchEvent<KubeObject> => ({
  type: 'BOOKMARK',
  resourceVersion,
  initialEventsEnd: true,
});

/** Returns the requests, statuses and events of a reflector with their times. Retry delays have no random part. */
function play({ list = [of(page('9', at('a', '3')))], options = {}, for: duration, ...script }: Scene) {
  const statuses: string[] = [];
  const events: string[] = [];
  let requests: readonly LoggedRequest[] = [];
  const scheduler = marbles();
  scheduler.run(() => {
    const source = scriptedListerWatcher({ list, ...script });
    requests = source.requests;
    const subscription = reflect(source, {
      streamingList: script.stream === undefined ? 'never' : 'auto',
      random: () => 0,
      ...options,
      status: {
        next: (value) => {
          const text = value.phase === 'waiting' ? ` ${value.error.message}` : '';
          statuses.push(`${scheduler.now()} ${describeStatus(value)}${text}`);
        },
      },
    }).subscribe((event) => {
      const reset = event.type === 'REPLACED' && event.versionsReset ? ' reset' : '';
      events.push(`${event.type}${'resourceVersion' in event ? ` ${event.resourceVersion}` : ''}${reset}`);
    });
    scheduler.schedule(() => subscription.unsubscribe(), duration);
  });
  return {
    statuses,
    events,
    requests: requests.map(
      ({ at: ms, verb, options: { limit, resourceVersion = '', sendInitialEvents } }: RequestLine) =>
        `${ms} ${limit === 1 ? 'check' : sendInitialEvents ? 'stream' : verb} ${resourceVersion}`.trimEnd(),
    ),
  };
}
type RequestLine = LoggedRequest & {
  readonly options: {
    readonly limit?: number;
    readonly resourceVersion?: string;
    readonly sendInitialEvents?: boolean;
  };
};

const restored = (version: string, newest: string): string =>
  `the server's version ${version} is below ${newest}, the newest here: the server was restored or replaced; relisting`;

describe('a check of the server’s version', () => {
  it('should detect and report a reset of the versions after a server outage', () => {
    const { requests, statuses, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('12', at('a', '7')))],
      probe: [of(page('11', at('a', '7')))],
      watch: [reset, NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '800 check', '1600 list', '1600 watch 12']);
    expect(statuses.filter((line) => line.includes('waiting'))).toEqual([
      '0 waiting transient #1 until 800 reset',
      `800 waiting expired #1 until 1600 ${restored('11', '90')}`,
    ]);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
  });

  it.each<[string, Observable<never>]>([
    ['was refused by a proxy', status(502)],
    ['was refused as unauthorized', status(401)],
    ['ended without a frame', after(6_000)],
    ['became idle', after(400_000)],
  ])('should run before a watch after one that %s', (_, watch) => {
    const { requests } = play({ watch: [watch, NEVER], for: 500_000 });
    const [, , check, next] = requests.map((line) => line.split(' ').slice(1).join(' '));

    expect([check, next]).toEqual(['check', 'watch 9']);
  });

  it.each<[string, Observable<WatchEvent<KubeObject>>]>([
    ['an event', of(modified(at('a', '10')))],
    ['a bookmark', of(bookmark('10'))],
  ])('should be skipped after a watch that the server closed after %s', (_, watch$) => {
    const { requests } = play({ watch: [concat(watch$, after(6_000)), NEVER], for: 20_000 });

    expect(requests).toEqual(['0 list', '0 watch 9', '6000 watch 10']);
  });

  it('should be skipped when the server asks for fewer requests', () => {
    expect(play({ watch: [status(429), NEVER], for: 5_000 }).requests).toEqual([
      '0 list',
      '0 watch 9',
      '800 watch 9',
    ]);
  });

  it('should be handled like any other request if it fails', () => {
    const { requests, statuses } = play({
      probe: [status(500), status(404)],
      watch: [reset, NEVER],
      for: 60_000,
    });

    expect(requests).toEqual([
      '0 list',
      '0 watch 9',
      '800 check',
      '2400 check',
      '2800 list 9',
      '2800 watch 9',
    ]);
    expect(statuses.filter((line) => line.includes('waiting')).map((line) => line.split(' ')[2])).toEqual([
      'transient',
      'transient',
      'notFound',
    ]);
  });

  it('should time out after 30 s without an answer, and be repeated', () => {
    const { requests } = play({ probe: [NEVER, of(page('9'))], watch: [reset, NEVER], for: 60_000 });

    expect(requests).toEqual(['0 list', '0 watch 9', '800 check', '32400 check', '32400 watch 9']);
  });

  it('should be repeated if the list ends without a page', () => {
    const { requests } = play({ probe: [EMPTY, of(page('9'))], watch: [reset, NEVER], for: 60_000 });

    expect(requests).toEqual(['0 list', '0 watch 9', '800 check', '2400 check', '2400 watch 9']);
  });

  it('should ignore an opaque version', () => {
    const { requests } = play({
      list: [of(page('g9'))],
      probe: [of(page('e1'))],
      watch: [reset, NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch g9', '800 check', '800 watch g9']);
  });

  it('should detect a reset to the version 0', () => {
    const { requests, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('12', at('a', '7')))],
      probe: [of(page('0'))],
      watch: [reset, NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '800 check', '1600 list', '1600 watch 12']);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
  });

  it('should compare with the newest decimal version, even if the last version was opaque', () => {
    const { requests, events } = play({
      list: [of(page('200', at('a', '80'))), of(page('12', at('a', '7')))],
      probe: [of(page('11', at('a', '7')))],
      watch: [concat(of(bookmark('200x')), reset), NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 200', '800 check', '1600 list', '1600 watch 12']);
    expect(events.at(-1)).toBe('REPLACED 12 reset');
  });

  it.each([400, 403, 405, 422])('should be replaced by a streamed list if it is refused: %d', (code) => {
    const { requests, events, statuses } = play({
      stream: [
        concat(of(added(at('a', '80')), end('90')), reset),
        concat(of(added(at('a', '7')), end('12')), NEVER),
        concat(of(added(at('a', '7')), end('12')), NEVER),
      ],
      probe: [status(code)],
      watch: [NEVER],
      for: 60_000,
    });

    expect(requests).toEqual(['0 stream', '800 check', '800 stream', '1600 stream']);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
    expect(statuses.at(-2)).toBe('1600 watching 12');
    expect(statuses.filter((line) => line.startsWith('800 waiting transient #1'))).toEqual([]);
  });

  it('should be replaced by a list in pages if it and a streamed list are refused', () => {
    const { requests } = play({
      list: [of(page('91'))],
      stream: [concat(of(added(at('a', '80')), end('90')), reset), status(400)],
      probe: [status(400)],
      watch: [NEVER],
      for: 60_000,
    });

    expect(requests).toEqual(['0 stream', '800 check', '800 stream', '800 list', '800 watch 91']);
  });

  it('should not be skipped if lists come in pages', () => {
    const { requests, statuses } = play({
      probe: [status(403), of(page('9'))],
      watch: [reset, NEVER],
      for: 60_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 9', '800 check', '30800 check', '30800 watch 9']);
    expect(statuses.find((line) => line.startsWith('800 waiting'))).toContain('forbidden');
  });
});

describe('an older version', () => {
  it.each<[string, WatchEvent<KubeObject>]>([
    ['an event', modified(at('a', '2'))],
    ['a bookmark', bookmark('2')],
  ])('should lead to a check and a list, at most once in 30 s, if it comes with %s', (_, old) => {
    const often$ = timer(0, 1_000).pipe(take(50));
    const { requests } = play({
      watch: [concat(often$.pipe(map(() => old)), NEVER)],
      for: 65_000,
    });

    const afterwards = [0, 30_000, 60_000].flatMap((ms) => [
      `${ms} check`,
      `${ms + 800} list`,
      `${ms + 800} watch 9`,
    ]);
    expect(requests).toEqual(['0 list', '0 watch 9', ...afterwards]);
  });

  it('should lead to a check and a list if the watch ends before the parallel check', () => {
    const old = modified(at('a', '2'));
    const { requests, statuses } = play({
      watch: [concat(of(old), NEVER), concat(of(old), after(6_000)), NEVER],
      for: 20_000,
    });

    expect(requests).toEqual([
      ...['0 list', '0 watch 9', '0 check', '800 list', '800 watch 9'],
      ...['6800 check', '7600 list', '7600 watch 9'],
    ]);
    expect(statuses.filter((line) => line.includes('waiting')).at(-1)).toContain(
      'waiting expired #1 until 7600 the watch repeated an old event',
    );
  });

  it.each([
    ['a deleted object', modified(at('gone', '2')), page('100', at('b', '20'))],
    [
      'an earlier object under the name',
      added(kubeObject('b', { metadata: { resourceVersion: '2', uid: 'old' } })),
      page('100', at('b', '20')),
    ],
  ])('should keep nothing of %s in the store', (_, old, list) => {
    const keys: (readonly string[])[] = [];
    const scheduler = marbles();
    scheduler.run(() => {
      const things = informer(
        scriptedListerWatcher({
          list: [of(list), of(list)],
          watch: [concat(of(old), NEVER), NEVER],
        }),
        { reflect: { streamingList: 'never' } },
      );
      const running = things.changes().subscribe();
      timer(2_000).subscribe(() => {
        keys.push(things.store.list().map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`));
        running.unsubscribe();
      });
    });

    expect(keys).toEqual([['b@20']]);
  });

  it('should be detected after a repeated event, if the next watch resets the versions', () => {
    const { requests, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('90', at('a', '80'))), of(page('12', at('a', '11')))],
      probe: [of(page('90')), of(page('12'))],
      watch: [
        concat(of(modified(at('a', '70'))), NEVER),
        concat(after(5_000), of(modified(at('a', '11')), bookmark('12')), NEVER),
        NEVER,
      ],
      for: 60_000,
    });

    expect(requests).toEqual([
      ...['0 list', '0 watch 90', '0 check', '800 list', '800 watch 90'],
      ...['30000 check', '30800 list', '30800 watch 12'],
    ]);
    expect(events.at(-1)).toBe('REPLACED 12 reset');
  });

  it.each<[string, WatchEvent<KubeObject>]>([
    ['an event', modified(at('a', '0'))],
    ['a bookmark', bookmark('0')],
  ])('should count as a reset without a check if it is the 0 of %s', (_, zero) => {
    const { requests, events } = play({
      list: [of(page('9', at('a', '3'))), of(page('9', at('a', '3')))],
      watch: [concat(of(zero, zero), NEVER), NEVER],
      for: 20_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 9', '800 list', '800 watch 9']);
    expect(events.at(-1)).toBe('REPLACED 9 reset');
  });

  it('should not be the version from which a watch resumes, if others are opaque', () => {
    const { requests } = play({
      list: [of(page('g9', at('a', '3')))],
      watch: [concat(of(bookmark('0')), after(6_000)), NEVER],
      for: 20_000,
    });

    expect(requests).toEqual(['0 list', '0 watch g9', '6000 watch g9']);
  });

  it('should count as a reset if a list has the version 0', () => {
    const { requests, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('0')), of(page('0', at('a', '7')))],
      watch: [status(410), NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '800 list 90', '2400 list', '2400 watch 0']);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 0 reset']);
  });

  it('should count as a reset if a streamed list ends with the version 0', () => {
    const { requests, events } = play({
      stream: [
        concat(of(added(at('a', '80')), end('90')), status(410)),
        concat(of(added(at('a', '7')), end('0')), NEVER),
        concat(of(added(at('a', '7')), end('12')), NEVER),
      ],
      watch: [NEVER],
      for: 9_000,
    });

    expect(requests).toEqual(['0 stream', '800 stream 90', '2400 stream']);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
  });

  it.each([
    ['500', status(500)],
    ['429', status(429)],
    ['a reset', reset],
  ])('should be checked again every 30 s until the server answers, after %s', (_, failed) => {
    const { requests, statuses, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('12', at('a', '11')))],
      probe: [failed, failed, of(page('12'))],
      watch: [concat(of(modified(at('a', '11'))), NEVER), NEVER],
      for: 70_000,
    });

    expect(requests).toEqual([
      ...['0 list', '0 watch 90', '0 check', '30000 check', '60000 check'],
      ...['60800 list', '60800 watch 12'],
    ]);
    expect(statuses.filter((line) => line.includes('waiting'))).toHaveLength(1);
    // Each failed request for the current resourceVersion causes one more status `watching`.
    const watching = statuses.filter((line) => line.includes('watching 90'));
    expect(watching.map((line) => line.split(' ')[0])).toEqual(['0', '0', '30000']);
    expect(events.at(-1)).toBe('REPLACED 12 reset');
  });

  it.each([400, 403])('should end the watch if the parallel check is refused: %d', (code) => {
    const { requests, events } = play({
      stream: [
        concat(of(added(at('a', '80')), end('90'), modified(at('a', '8'))), NEVER),
        concat(of(added(at('a', '8')), end('92')), NEVER),
      ],
      probe: [status(code)],
      watch: [NEVER],
      for: 60_000,
    });

    expect(requests).toEqual(['0 stream', '0 check', '800 stream']);
    expect(events.at(-1)).toBe('REPLACED 92 reset');
  });

  it('should end the watch when the versions were reset', () => {
    const { requests, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('12', at('a', '7')))],
      probe: [of(page('11'))],
      watch: [concat(of(modified(at('a', '8'))), NEVER), NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '0 check', '800 list', '800 watch 12']);
    expect(events.at(-1)).toBe('REPLACED 12 reset');
  });

  it('should lead to a list of the most recent state if a list has an older version than requested', () => {
    const { requests, statuses } = play({
      list: [of(page('90')), of(page('12', at('a', '7'))), of(page('12', at('a', '7')))],
      watch: [status(410), NEVER],
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '800 list 90', '2400 list', '2400 watch 12']);
    expect(statuses).toContain(`800 waiting expired #2 until 2400 ${restored('12', '90')}`);
  });

  it('should lead to a list of the most recent state if a streamed list ends with it', () => {
    const { requests, events } = play({
      stream: [
        concat(of(added(at('a', '80')), end('90')), status(410)),
        concat(of(added(at('a', '7')), end('12')), NEVER),
      ],
      watch: [NEVER],
      for: 9_000,
    });

    expect(requests).toEqual(['0 stream', '800 stream 90', '2400 stream']);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
  });

  it('should cause no endless relists if replicas of the server return different versions', () => {
    const { requests } = play({
      list: [of(page('90')), of(page('12')), of(page('90'))],
      watch: [status(410), NEVER],
      for: 600_000,
    });

    expect(requests.filter((line) => line.includes('list'))).toEqual(['0 list', '800 list 90', '2400 list']);
  });

  it('should be detected after the server reported a too large resource version', () => {
    const lag = status(504, 'Timeout', { causes: [{ reason: 'ResourceVersionTooLarge' }] });
    const { requests, events } = play({
      list: [of(page('90')), lag, lag, lag, of(page('12'))],
      watch: [status(410), NEVER],
      for: 20_000,
    });

    expect(requests.slice(2)).toEqual([
      '800 list 90',
      '1800 list 90',
      '2800 list 90',
      '3800 list',
      '5400 list',
      '5400 watch 12',
    ]);
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
  });

  it('should be detected by a later subscription', () => {
    const events: string[] = [];
    const source = scriptedListerWatcher({
      list: [of(page('90')), of(page('12')), of(page('12'))],
      watch: [NEVER],
    });
    const scheduler = marbles();
    scheduler.run(() => {
      const reflected = reflect(source, { streamingList: 'never', random: () => 0 });
      reflected.subscribe().unsubscribe();
      const subscription = reflected.subscribe((event) => {
        if (event.type === 'REPLACED') events.push(`${event.resourceVersion} ${event.versionsReset}`);
      });
      scheduler.schedule(() => subscription.unsubscribe(), 2_000);
    });

    expect(events).toEqual(['12 true']);
  });

  it('should be remembered across a restart, although the server has passed the newest version since', () => {
    const events: string[] = [];
    const source = scriptedListerWatcher({
      list: [of(page('90')), of(page('300')), of(page('310'))],
      probe: [of(page('12'))],
      watch: [reset, NEVER],
    });
    const scheduler = marbles();
    scheduler.run(() => {
      const reflected = reflect(source, { streamingList: 'never', random: () => 0 });
      const runUntil = (end: number): void => {
        const subscription = reflected.subscribe((event) => {
          if (event.type === 'REPLACED') events.push(`${event.resourceVersion} ${event.versionsReset}`);
        });
        scheduler.schedule(() => subscription.unsubscribe(), end);
      };
      runUntil(1_000); // at 800 ms, the reflector reads the current resourceVersion; the list is due at 1600 ms
      scheduler.schedule(() => runUntil(500), 2_000);
      scheduler.schedule(() => runUntil(500), 3_000);
    });

    expect(events).toEqual(['90 undefined', '300 true', '310 true']);
  });

  const streamed = (version: string) => concat(of(added(at('a', '3')), end(version)), NEVER);
  const scenes = {
    pages: { list: ['90', '12', '12', '12'].map((version) => of(page(version))), watch: [reset, NEVER] },
    streams: {
      list: [NEVER],
      watch: [reset],
      stream: [concat(of(end('90')), reset), ...['12', '12', '12'].map(streamed)],
    },
  };
  it.each(['pages', 'streams'] as const)(
    'should replace all objects again after a stop that may have dropped the list, with %s',
    (how) => {
      const events: string[] = [];
      const source = scriptedListerWatcher({ ...scenes[how], probe: [of(page('11'))] });
      const scheduler = marbles();
      scheduler.run(() => {
        const reflected = reflect(source, {
          streamingList: how === 'pages' ? 'never' : 'auto',
          random: () => 0,
        });
        const runUntil = (end: number): void => {
          const subscription = reflected.subscribe((event) => {
            if (event.type === 'REPLACED') events.push(`${event.resourceVersion} ${event.versionsReset}`);
          });
          scheduler.schedule(() => subscription.unsubscribe(), end);
        };
        runUntil(1_700);
        scheduler.schedule(() => runUntil(500), 2_000);
        scheduler.schedule(() => runUntil(500), 3_000);
      });

      expect(events).toEqual(['90 undefined', '12 true', '12 true', '12 true']);
    },
  );

  it.each([
    ['a watch of a minute has ended', after(60_000)],
    ['a watch is open for a minute', NEVER],
  ])('should replace no more once %s, because the list was applied by then', (_, watch) => {
    const events: string[] = [];
    const source = scriptedListerWatcher({
      list: ['90', '12', '13', '14'].map((version) => of(page(version))),
      probe: [of(page('11')), of(page('13'))],
      watch: [reset, watch, NEVER],
    });
    const scheduler = marbles();
    scheduler.run(() => {
      const reflected = reflect(source, { streamingList: 'never', random: () => 0 });
      const runUntil = (end: number): void => {
        const subscription = reflected.subscribe((event) => {
          if (event.type === 'REPLACED') events.push(`${event.resourceVersion} ${event.versionsReset}`);
        });
        scheduler.schedule(() => subscription.unsubscribe(), end);
      };
      runUntil(70_000);
      scheduler.schedule(() => runUntil(500), 80_000);
    });

    expect(events).toEqual(['90 undefined', '12 true', '13 undefined']);
  });
});

describe('the version check of a reflector that is enabled again', () => {
  const enabled = (...times: readonly number[]): Observable<boolean> =>
    merge(...times.map((time, nth) => timer(time).pipe(map(() => nth % 2 === 1))));

  it('should detect a server that was replaced while the reflector was disabled', () => {
    const { requests, statuses, events } = play({
      list: [of(page('90', at('a', '80'))), of(page('12'))],
      watch: [NEVER],
      probe: [of(page('12'))],
      options: { enabled: enabled(1_000, 60_000) },
      for: 62_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '60000 check', '60800 list', '60800 watch 12']);
    expect(statuses).toContainEqual(expect.stringContaining('60000 waiting expired #1 until 60800'));
    expect(events).toEqual(['REPLACED 90', 'REPLACED 12 reset']);
  });

  it('should report `listing` until the answer', () => {
    const { statuses } = play({
      watch: [NEVER],
      probe: [concat(after(2_000), of(page('9')))],
      options: { enabled: enabled(1_000, 60_000) },
      for: 65_000,
    });

    expect(statuses.slice(2)).toEqual([
      '0 watching 9',
      '1000 stopped',
      '60000 listing 0',
      '62000 watching 9',
      '65000 stopped',
    ]);
  });

  it('should neither time out nor fail if the list is streamed and the permission to list is missing', () => {
    const { requests, statuses } = play({
      stream: [concat(of(added(at('a', '8')), end('9')), NEVER), concat(of(end('10')), NEVER)],
      probe: [status(403)],
      watch: [NEVER],
      options: { enabled: enabled(1_000, 2_000), isFatal: () => true },
      for: 4_000,
    });

    expect(requests).toEqual(['0 stream', '2000 check', '2000 stream']);
    expect(statuses.some((line) => line.includes('waiting'))).toBe(false);
    expect(statuses.at(-2)).toBe('2000 watching 10');
  });

  it('should relist after an older event before the reflector was disabled', () => {
    const { requests } = play({
      list: [of(page('90'))],
      watch: [concat(of(added(at('ghost', '50'))), NEVER), NEVER],
      probe: [NEVER, of(page('95'))],
      options: { enabled: enabled(1_000, 2_000) },
      for: 4_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '0 check', '2000 check', '2800 list', '2800 watch 90']);
  });

  it.each([
    ['list', { list: [NEVER] }, ['0 list', '2000 list']],
    [
      'streamed list',
      { stream: [NEVER], options: { streamingList: 'auto' } as const },
      ['0 stream', '2000 stream'],
    ],
  ])(
    'should not be sent before a %s that was incomplete',
    (_, { options, ...scene }: Partial<Scene>, expected) => {
      const { requests } = play({
        watch: [NEVER],
        ...scene,
        options: { ...options, enabled: enabled(1_000, 2_000) },
        for: 3_000,
      });

      expect(requests).toEqual(expected);
    },
  );

  it('should be sent again if the reflector was disabled before its answer', () => {
    const { requests } = play({
      list: [of(page('90'))],
      watch: [NEVER],
      probe: [NEVER, of(page('90'))],
      options: { enabled: enabled(1_000, 2_000, 3_000, 4_000) },
      for: 5_000,
    });

    expect(requests).toEqual(['0 list', '0 watch 90', '2000 check', '4000 check', '4000 watch 90']);
  });
});
