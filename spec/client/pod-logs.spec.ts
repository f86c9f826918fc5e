import { describe, expect, it } from '@jest/globals';
import { concat, map, NEVER, type Observable, of, throwError, timer } from 'rxjs';
import { ConnectionError, type KubeRequest, OptionsError, StatusError, type Transport } from 'rx-informer';
import { podLogs, type PodLogsOptions } from 'rx-informer/client';
import { marbleScheduler } from 'rx-informer/testing';
import { fc } from '../support/properties.ts';

const encoder = new TextEncoder();
const bytes = (text: string): Observable<Uint8Array> => of(encoder.encode(text));
const broken$ = throwError(() => new ConnectionError('broken'));
const at = (second: number, nano: number): string =>
  `2026-01-01T00:00:${String(second).padStart(2, '0')}.${String(nano).padStart(9, '0')}Z`;

function scripted(...answers: readonly Observable<Uint8Array>[]) {
  const requests: KubeRequest[] = [];
  const transport: Transport = {
    open: (request) => {
      requests.push(request);
      return answers[requests.length - 1] ?? NEVER;
    },
  };
  return { transport, requests };
}
const texts = (transport: Transport, options?: PodLogsOptions): Observable<string> =>
  podLogs(transport, 'shop/web', options).pipe(map(({ text }) => text));

describe('podLogs', () => {
  it('should emit time and text of each line, and complete', () => {
    const { transport, requests } = scripted(
      bytes(`${at(1, 5)} a b\n${at(2, 0)} \n${at(2, 0)}\nno time\nlast`),
    );
    const lines: unknown[] = [];
    podLogs(transport, 'shop/web').subscribe({
      next: (line) => lines.push(line),
      complete: () => lines.push('end'),
    });
    expect(lines).toEqual([
      { time: at(1, 5), text: 'a b' },
      { time: at(2, 0), text: '' },
      { time: at(2, 0), text: '' },
      { time: '', text: 'no time' },
      { time: '', text: 'last' },
      'end',
    ]);
    expect(requests).toMatchObject([
      { path: '/api/v1/namespaces/shop/pods/web/log', query: { timestamps: 'true' } },
    ]);
  });

  it('should send its options', () => {
    const { transport, requests } = scripted();
    const sinceTime = '2026-01-01T00:00:00Z';
    texts(transport, {
      container: 'main',
      follow: true,
      previous: true,
      sinceTime,
      tailLines: 0,
    }).subscribe();
    expect(requests[0]?.query).toEqual({
      timestamps: 'true',
      container: 'main',
      follow: 'true',
      previous: 'true',
      sinceTime,
      tailLines: '0',
    });
  });

  it('should decode characters that are split between chunks', () => {
    const whole = encoder.encode(`${at(1, 0)} über\n`);
    const { transport } = scripted(of(...Array.from(whole, (byte) => Uint8Array.of(byte))));
    const seen: string[] = [];
    texts(transport).subscribe((text) => seen.push(text));
    expect(seen).toEqual(['über']);
  });

  it('should resume at the second of the last line, and skip the lines that it has emitted', () => {
    const first = `${at(1, 1)} a\n${at(2, 1)} b\n${at(2, 1)} b\n${at(2, 9)} incompl`;
    const second = `${at(2, 1)} b\n${at(2, 1)} b\n${at(2, 1)} b\n${at(2, 9)} incomplete\n${at(3, 0)} c\n`;
    const { transport, requests } = scripted(concat(bytes(first), broken$), bytes(second));
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(texts(transport, { tailLines: 10, sinceTime: at(0, 0) })).toBe('(abc) 795ms (bde|)', {
        a: 'a',
        b: 'b',
        c: 'b',
        d: 'incomplete',
        e: 'c',
      });
    });
    expect(requests.map(({ query }) => query)).toEqual([
      { timestamps: 'true', tailLines: '10', sinceTime: at(0, 0) },
      { timestamps: 'true', sinceTime: '2026-01-01T00:00:02Z' },
    ]);
  });

  it('should start again if the connection breaks before the first line', () => {
    const { transport, requests } = scripted(broken$, bytes(`${at(1, 0)} a\n`));
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(texts(transport, { tailLines: 1 })).toBe('800ms (a|)');
    });
    expect(requests[1]?.query).toEqual({ timestamps: 'true', tailLines: '1' });
  });

  it('should double the delay up to 30 s, and reset it at each line', () => {
    const answers = [
      broken$,
      broken$,
      concat(bytes(`${at(1, 0)} a\n`), broken$),
      ...Array<typeof broken$>(8).fill(broken$),
    ];
    const { transport, requests } = scripted(...answers);
    const times: number[] = [];
    const timed: Transport = {
      open: (request) => {
        times.push(scheduler.now());
        return transport.open(request);
      },
    };
    const scheduler = marbleScheduler();
    scheduler.run(({ expectObservable }) => {
      expectObservable(texts(timed), '^ 200s !').toBe('2400ms a');
    });
    const delays = times.slice(1).map((time, nth) => time - (times[nth] ?? 0));
    expect(delays).toEqual([800, 1600, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000]);
    expect(requests.length).toBe(times.length);
  });

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
  ])('should resume after %s: %s', (code, resumes) => {
    const failure = new StatusError({ code, message: 'pods "web"' });
    const { transport } = scripted(
      throwError(() => failure),
      bytes(`${at(1, 0)} a\n`),
    );
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(texts(transport)).toBe(resumes ? '800ms (a|)' : '#', { a: 'a' }, failure);
    });
  });

  it('should wait at least for Retry-After', () => {
    const failure = new StatusError({ code: 429, retryAfterSeconds: 5 });
    const { transport } = scripted(
      throwError(() => failure),
      bytes(`${at(1, 0)} a\n`),
    );
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(texts(transport)).toBe('5s (a|)', { a: 'a' });
    });
  });

  it('should not emit lines before the first wanted line after a resume', () => {
    const [early, wanted, late] = [`${at(1, 1)} early`, `${at(1, 5)} wanted`, `${at(1, 9)} late`];
    const { transport } = scripted(
      concat(bytes(`${wanted}\n`), broken$),
      bytes(`${early}\n${wanted}\n${late}\n`),
      bytes(`${early}\n${wanted}\n`),
    );
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(texts(transport, { tailLines: 1 })).toBe('w 799ms (l|)', { w: 'wanted', l: 'late' });
    });
    const seen: string[] = [];
    texts(transport, { sinceTime: at(1, 2) }).subscribe((text) => seen.push(text));
    expect(seen).toEqual(['wanted']);
  });

  it('should emit lines that are out of order', () => {
    const { transport } = scripted(bytes(`${at(5, 2)} out\n${at(5, 1)} err\n${at(4, 0)} clock\n`));
    const seen: string[] = [];
    texts(transport).subscribe((text) => seen.push(text));
    expect(seen).toEqual(['out', 'err', 'clock']);
  });

  it('should wait as long as a timer can, for a Retry-After of a month', () => {
    const { transport, requests } = scripted(
      throwError(() => new StatusError({ code: 503, retryAfterSeconds: 3e6 })),
    );
    marbleScheduler().run(({ expectObservable }) => {
      expectObservable(texts(transport), '^ 60m !').toBe('-');
    });
    expect(requests).toHaveLength(1);
  });

  it('should not end while the stream is silent (never), and abort the request on unsubscribe', () => {
    marbleScheduler().run(({ cold, expectObservable, expectSubscriptions }) => {
      const body$ = cold<Uint8Array>('-');
      expectObservable(texts({ open: () => body$ }, { follow: true }), '^ 5ms !').toBe('-');
      expectSubscriptions(body$.subscriptions).toBe('^ 5ms !');
    });
  });

  it('should complete for an empty log (empty)', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      expectObservable(texts({ open: () => cold<Uint8Array>('--|') })).toBe('--|');
    });
  });

  it('should start at the beginning at each subscription (resubscribe)', () => {
    const { transport } = scripted(bytes(`${at(1, 0)} a\n`), bytes(`${at(1, 0)} a\n`));
    const seen: string[] = [];
    const texts$ = texts(transport);
    texts$.subscribe((text) => seen.push(text));
    texts$.subscribe((text) => seen.push(text));
    expect(seen).toEqual(['a', 'a']);
  });

  it('should fail with a ProtocolError for a line without an end', () => {
    const endless$ = timer(0, 1).pipe(map(() => new Uint8Array(300_000).fill(0x61)));
    marbleScheduler().run(({ expectObservable }) => {
      const failed$ = texts({ open: () => endless$ });
      expectObservable(failed$.pipe(map(() => 'line'))).toBe(
        '---#',
        {},
        expect.objectContaining({ failure: 'fatal' }),
      );
    });
  });

  it('should neither repeat nor lose a line, wherever the connection breaks', () => {
    const line = fc.record({ second: fc.nat(4), nano: fc.nat(1), text: fc.constantFrom('a', 'b') });
    const log = fc.array(line, { maxLength: 12 });
    const breaks = fc.array(fc.nat(200), { maxLength: 4 });
    fc.assert(
      fc.property(log, breaks, (lines, positions) => {
        const sorted = [...lines].sort((a, b) => a.second - b.second || a.nano - b.nano);
        const all = sorted.map(({ second, nano, text }) => `${at(second, nano)} ${text}`);
        let requests = 0;
        const transport: Transport = {
          open: ({ query = {} }) => {
            const since = query['sinceTime'] ?? '';
            const sent = all.filter((text) => `${text.slice(0, 19)}Z` >= since).join('\n');
            const position = positions[requests++];
            const whole = encoder.encode(sent === '' ? '' : `${sent}\n`);
            return position === undefined ? of(whole) : concat(of(whole.subarray(0, position)), broken$);
          },
        };
        const seen: string[] = [];
        marbleScheduler().run(({ flush }) => {
          podLogs(transport, 'shop/web').subscribe(({ time, text }) => seen.push(`${time} ${text}`));
          flush();
        });
        expect(seen).toEqual(all);
      }),
    );
  });

  it.each([
    ['a pod without a namespace', () => podLogs(scripted().transport, 'web'), 'podLogs: pod'],
    ['a name that a URL resolves', () => podLogs(scripted().transport, 'shop/..'), "no '.' or '..'"],
    ['no pod', () => podLogs(scripted().transport, undefined as never), 'podLogs: pod'],
    ['no transport', () => podLogs({} as never, 'shop/web'), 'podLogs: transport'],
    [
      'a wrong time',
      () => podLogs(scripted().transport, 'shop/web', { sinceTime: 'yesterday' }),
      'podLogs: sinceTime',
    ],
    [
      'a negative number of lines',
      () => podLogs(scripted().transport, 'shop/web', { tailLines: -1 }),
      'podLogs: tailLines',
    ],
    [
      'an unknown option',
      () => podLogs(scripted().transport, 'shop/web', { tail: 1 } as never),
      'podLogs: unknown option',
    ],
  ])('should throw an OptionsError for %s', (_, call, text) => {
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(text);
  });
});
