import { describe, expect, it } from '@jest/globals';
import { asyncScheduler, EMPTY, map, NEVER, type Observable, of, take, throwError, timer } from 'rxjs';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';
import { listWatch, reflect, type ReflectorStatus, type Transport } from 'rx-informer';
import { reportLateAnswer } from '../../src/source/index.ts';
import { marbles } from '../support/marbles.ts';

const path = '/api/v1/pods';

describe('reportLateAnswer', () => {
  it.each([
    ['a|', 'a|', []],
    ['4999ms (a|)', '4999ms (a|)', []],
    ['12s (a|)', '12s (a|)', ['5000 false', '12000 true']],
    ['-', '-', ['5000 false']],
    ['7s #', '7s #', ['5000 false']],
    ['|', '|', []],
    ['#', '#', []],
  ])('should pass %s through, and report a late answer', (response, expected, reports) => {
    const reported: string[] = [];
    marbles().run(({ cold, expectObservable }) => {
      const onLateAnswer = (answered: boolean): void =>
        void reported.push(`${asyncScheduler.now()} ${answered}`);
      const response$ = cold(response);
      expectObservable(response$.pipe(reportLateAnswer({ path, onLateAnswer })), '^ 20s !').toBe(expected);
    });

    expect(reported).toEqual(reports);
  });

  it.each([
    ['6s a 2s |', '7s x', ['5000 false', '7000 true']],
    ['6s (ab|)', '5999ms x', ['5000 false', '5999 true']],
    ['8s (ab|)', '4s x', []],
    ['8s |', '-', ['5000 false']],
    ['6s #', '-', ['5000 false']],
  ])('should pass %s through, and take %s as the begin of the answer', (response, answered, reports) => {
    const reported: string[] = [];
    marbles().run(({ cold, hot, expectObservable }) => {
      const onLateAnswer = (isAnswered: boolean): void =>
        void reported.push(`${asyncScheduler.now()} ${isAnswered}`);
      expectObservable(
        cold(response).pipe(reportLateAnswer({ path, onLateAnswer }, hot(answered))),
        '^ 20s !',
      ).toBe(response);
    });

    expect(reported).toEqual(reports);
  });

  it('should report nothing after an unsubscribe, and start again for a second subscription', () => {
    const reported: boolean[] = [];
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const response$ = cold('-');
      const late$ = response$.pipe(reportLateAnswer({ path, onLateAnswer: (is) => reported.push(is) }));
      expectObservable(late$, '^ 4s !').toBe('-');
      expectObservable(late$, '5s ^ 6s !').toBe('-');
      expectSubscriptions(response$.subscriptions).toBe(['^ 4s !', '5s ^ 6s !']);
    });

    expect(reported).toEqual([false]);
  });

  it('should return a request without onLateAnswer unchanged', () => {
    for (const response$ of [NEVER, EMPTY, of(1), throwError(() => new Error('no'))]) {
      expect(response$.pipe(reportLateAnswer({ path }))).toBe(response$);
    }
  });
});

describe('a watch that waits for a connection', () => {
  it('should be reported on the status, and not counted as a skipped object', () => {
    const received: string[] = [];
    const words = ({ incidents, ...status }: ReflectorStatus): string =>
      `${status.phase} ${incidents ?? 'none'} ${'incident' in status ? status.incident.message : ''}`.trim();
    marbles().run(({ expectObservable }) => {
      const list = new TextEncoder().encode('{"metadata":{"resourceVersion":"9"},"items":[]}');
      const transport: Transport = {
        open: (request) =>
          (request.query?.['watch'] === 'true' ? NEVER : of(list)).pipe(reportLateAnswer(request)),
      };
      const events$ = reflect(listWatch(transport, core.v1.pods), {
        streamingList: 'never',
        status: { next: (status) => void received.push(words(status)) },
      });
      expectObservable(events$, '^ 7s !');
    });

    expect(received).toContain(
      'listing none no answer to GET /api/v1/pods for 5 s; it may wait for credentials or a connection: over HTTP/1.1 a browser opens six to one host, for all tabs',
    );
  });
});

describe('a server that accepts the connection and never answers', () => {
  /** Runs a reflector. Returns its statuses with their times. */
  function statusesOf(streamingList: 'auto' | 'never', answer: Observable<Uint8Array>, until: string) {
    const statuses: (readonly [number, ReflectorStatus])[] = [];
    marbles().run(({ expectObservable }) => {
      const transport: Transport = { open: (request) => answer.pipe(reportLateAnswer(request)) };
      const status = {
        next: (value: ReflectorStatus) => void statuses.push([asyncScheduler.now(), value]),
      };
      expectObservable(
        reflect(listWatch(transport, core.v1.pods), { streamingList, status }),
        `^ ${until} !`,
      );
    });
    return statuses;
  }
  const message = (status: ReflectorStatus): string =>
    status.phase === 'waiting'
      ? status.error.message
      : 'incident' in status
        ? status.incident.message
        : status.phase;

  it.each(['auto', 'never'] as const)(
    'should be an incident after 5 s, for a streaming list and in pages: %s',
    (how) => {
      const texts = statusesOf(how, NEVER, '6s').map(([at, status]) => `${at} ${message(status)}`);

      expect(texts.slice(0, -1)).toEqual([
        '0 listing',
        expect.stringMatching(/^5000 no answer to GET \/api\/v1\/pods for 5 s; /),
      ]);
    },
  );

  it('should be reported as a server that has not answered when the streaming list is given up', () => {
    const [ms, status] = statusesOf('auto', NEVER, '31s').find(([, { phase }]) => phase === 'waiting') ?? [];

    expect(ms).toBe(30_000);
    expect(status).toMatchObject({
      failure: 'unsupported',
      error: { message: 'the server has not answered the streaming list for 30 s; listing in pages' },
    });
  });

  it('should report that the late answer to a list in pages has begun', () => {
    const list = new TextEncoder().encode('{"metadata":{"resourceVersion":"9"},"items":[]}');
    const late = timer(6_000).pipe(map(() => list));
    const texts = statusesOf('never', late.pipe(take(1)), '7s').map(
      ([at, status]) => `${at} ${message(status)}`,
    );

    expect(texts.slice(1, 3)).toEqual([
      expect.stringMatching(/^5000 no answer to/),
      '6000 the answer to GET /api/v1/pods has begun',
    ]);
  });
});

describe('fetchTransport', () => {
  it('should report a late answer', () => {
    const reported: string[] = [];
    marbles().run(({ cold, expectObservable }) => {
      const transport = fetchTransport({ server: 'http://localhost', fetch: () => cold('-') as never });
      const onLateAnswer = (answered: boolean): void =>
        void reported.push(`${asyncScheduler.now()} ${answered}`);
      expectObservable(transport.open({ path, query: { watch: 'true' }, onLateAnswer }), '^ 7s !').toBe('-');
    });

    expect(reported).toEqual(['5000 false']);
  });

  it('should report late credentials', () => {
    const reported: string[] = [];
    marbles().run(({ expectObservable }) => {
      const transport = fetchTransport({
        server: 'http://localhost',
        token: () => new Promise<string>(() => undefined),
        fetch: () => Promise.reject(new Error('it was called')),
      });
      const onLateAnswer = (answered: boolean): void =>
        void reported.push(`${asyncScheduler.now()} ${answered}`);
      expectObservable(transport.open({ path, query: { watch: 'true' }, onLateAnswer }), '^ 7s !').toBe('-');
    });

    expect(reported).toEqual(['5000 false']);
  });
});
