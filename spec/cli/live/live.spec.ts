import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from '@jest/globals';
import { concat, defer, finalize, map, NEVER, of, take, throwError, timer } from 'rxjs';
import { StatusError, type Transport } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import type { Target } from '../../../src/cli/follow/follow.ts';
import { isLive, live } from '../../../src/cli/live/live.ts';
import { garbageCollector } from '../../support/garbage-collector.ts';
import { marbles } from '../../support/marbles.ts';
import { frameOf, tablePage } from './tables.ts';
import { type FakeOptions, type FakeTerminal, fakeTerminal } from './terminal.ts';

const enter = '\u001b[?1049h';
const leave = '\u001b[?1049l';
const hide = '\u001b[?25l';
const show = '\u001b[?25h';

function server(...names: readonly string[]): ApiServer {
  const made = createApiServer({ bookmarkInterval: 0, now: () => 0 }); // virtual time starts at 0
  for (const name of names) made.objects.create(core.v1.configmaps, configMap(name));
  return made;
}

const configMap = (name: string) => ({ metadata: { name, namespace: 'default' } }) as const;
const configMaps: Target = { resource: core.v1.configmaps, scope: { namespace: 'default' } };

/** Shows a live table on a fake terminal in virtual time, until `ms`. `happenings` are actions by time. */
function play(
  transport: Transport,
  happenings: Readonly<Record<number, (terminal: FakeTerminal) => void>>,
  {
    targets = [configMaps],
    until = 100_000,
    server: where = '',
    ...options
  }: FakeOptions & {
    readonly targets?: readonly Target[];
    readonly until?: number;
    readonly server?: string;
  } = {},
): { readonly terminal: FakeTerminal; readonly end: unknown } {
  const terminal = fakeTerminal({ columns: 60, rows: 8, ...options });
  let end: unknown = 'open';
  marbles().run(({ flush }) => {
    const subscription = live(transport, targets, terminal.host, where).subscribe({
      error: (error: unknown) => (end = error),
      complete: () => (end = 'complete'),
    });
    for (const [at, act] of Object.entries(happenings)) timer(Number(at)).subscribe(() => act(terminal));
    timer(until).subscribe(() => subscription.unsubscribe());
    flush();
  });
  return { terminal, end };
}

const withoutAges = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/ +\S+$/, (last) => (/\d[smhdy]$/.test(last) ? '' : last)));

describe('live', () => {
  it('should show the objects, then their changes', () => {
    const api = server('a', 'b');
    const seen: (readonly string[])[] = [];
    const look = ({ lines }: FakeTerminal): void => void seen.push(withoutAges(lines()).slice(0, 4));
    play(api.transport, {
      1_000: look,
      2_000: () => {
        api.objects.create(core.v1.configmaps, configMap('ab'));
        api.objects.delete(core.v1.configmaps, 'default/a');
      },
      2_200: look,
      4_000: look,
    });

    expect(seen).toEqual([
      ['NAME   DATA   AGE', 'a      0', 'b      0', ''],
      ['NAME   DATA   AGE', 'a      0', 'ab     0', 'b      0'],
      ['NAME   DATA   AGE', 'ab     0', 'b      0', ''],
    ]);
  });

  it('should have the server’s columns if the server supports Tables', () => {
    const encoder = new TextEncoder();
    const tables: Transport = {
      open: ({ query }) =>
        query?.['watch'] === 'true'
          ? concat(timer(1_000).pipe(map(() => encoder.encode(frameOf('ADDED', 'c', '10', true)))), NEVER)
          : of(encoder.encode(JSON.stringify(tablePage(['a', 'b'], { resourceVersion: '9' })))),
    };
    let seen: readonly string[] = [];
    play(
      tables,
      { 3_000: ({ lines }) => (seen = lines()) },
      { targets: [{ resource: core.v1.pods, scope: {} }] },
    );

    expect(seen.slice(0, 4)).toEqual([
      'NAMESPACE   NAME   STATUS',
      'shop        a      Running',
      'shop        b      Running',
      'shop        c      Running',
    ]);
  });

  it('should show the server', () => {
    let seen: readonly string[] = [];
    play(server('a').transport, { 1_000: ({ lines }) => (seen = lines()) }, { server: 'https://a:6443' });

    expect(seen.at(-1)).toMatch(/ {3}https:\/\/a:6443$/);
  });

  it('should use the whole terminal, and restore it with a final line', () => {
    const { terminal } = play(server('a').transport, {
      1_000: ({ state }) => expect(state.isRaw).toBe(true),
    });
    const written = terminal.written();

    expect(written.indexOf(enter)).toBeLessThan(written.indexOf('NAME'));
    expect(written).toContain(hide);
    expect(written.endsWith(`\u001b[?7h${show}${leave}configmaps in default: 1 object, watching\n`)).toBe(
      true,
    );
    expect(terminal.state.isRaw).toBe(false);
  });

  it('should restore the terminal before it reports an error, and not take it over for an early error', () => {
    const refusal = new StatusError({ code: 403, message: 'not you' });
    const atOnce = play({ open: () => throwError(() => refusal) }, {});
    const later = play({ open: () => timer(1_000).pipe(map(() => fail(refusal))) }, {});

    expect([atOnce.end, atOnce.terminal.written()]).toEqual([refusal, '']);
    expect(later.end).toBe(refusal);
    expect(later.terminal.written()).toMatch(/1049h[^]*1049l$/);
    expect(later.terminal.state.isRaw).toBe(false);
  });

  it('should show the other collections when one is refused, with the reason and the time of the retry', () => {
    const { transport, objects } = server('a');
    objects.create(core.v1.secrets, configMap('s'));
    let mayNot = true;
    const strict: Transport = {
      open: (request) =>
        defer(() =>
          mayNot && request.path.endsWith('secrets')
            ? throwError(() => new StatusError({ code: 403, message: 'not you' }))
            : transport.open(request),
        ),
    };
    const targets = [configMaps, { ...configMaps, resource: core.v1.secrets }];
    const screens: (readonly string[])[] = [];
    const look = ({ lines }: FakeTerminal): void => void screens.push(lines());
    const { end } = play(
      strict,
      { 5_000: look, 6_000: () => (mayNot = false), 70_000: look },
      { targets, rows: 16 },
    );

    const [refused = [], granted = []] = screens.map((lines) => lines.slice(-3, -1));
    expect(end).toBe('open');
    expect(screens[0]?.[2]).toMatch(/^a /);
    expect(refused[0]).toMatch(/^configmaps in default {3}watching/);
    expect(refused[1]).toMatch(/^secrets in default {6}waiting, next try in \d\d s: not you$/);
    expect(granted[1]).toMatch(/^secrets in default {6}watching {3}1 object/);
  });

  it('should restore the terminal once when the process crashes', () => {
    let afterCrash = '';
    const { terminal } = play(server('a').transport, {
      1_000: ({ crash, written, state }) => {
        crash();
        expect(state.isRaw).toBe(false);
        afterCrash = written();
      },
    });

    expect(afterCrash.endsWith(show + leave)).toBe(true);
    expect(terminal.written()).not.toContain(leave);
  });

  it.each([
    ['q', 'q'],
    ['Ctrl-C', '\u0003'],
  ])('should end with %s, and request the exit of the process', (_, key) => {
    const { terminal, end } = play(server('a').transport, { 1_000: ({ type }) => type(key) });

    expect(end).toBe('complete');
    expect(terminal.state).toMatchObject({ stops: 1, isRaw: false });
    expect(terminal.written()).toContain(leave);
  });

  it('should scroll with keys', () => {
    const names = Array.from({ length: 50 }, (_, at) => `c-${String(at).padStart(2, '0')}`);
    const first: (string | undefined)[] = [];
    const look = ({ lines }: FakeTerminal): void => void first.push(lines()[1]?.split(' ')[0]);
    play(server(...names).transport, {
      1_000: ({ type }) => type('jj'),
      1_200: look,
      1_300: ({ type }) => type(' '),
      1_500: look,
      1_600: ({ type }) => type('G'),
      1_800: look,
      1_900: ({ type }) => type('g'),
      2_100: look,
    });

    expect(first).toEqual(['c-02', 'c-05', 'c-46', 'c-00']);
  });

  it('should give the terminal to the shell on Ctrl-Z, and take it again', () => {
    const { terminal } = play(server('a').transport, {
      1_000: ({ type, written, state }) => {
        written();
        type('\u001a');
        expect(written().endsWith(show + leave)).toBe(true);
        expect(state).toMatchObject({ suspends: 1, isRaw: false });
      },
      2_000: ({ written, state, lines }) => {
        expect(written()).toMatch(/^.\[\?1049h/);
        expect(state.isRaw).toBe(true);
        expect(lines()[1]).toMatch(/^a /);
      },
      3_000: ({ continued$, written }) => {
        continued$.next(); // SIGCONT: another process had stopped the command
        expect(written()).toMatch(/1049l.\[\?1049h/);
      },
    });

    expect(terminal.state.isRaw).toBe(false);
  });

  it('should redraw the whole screen when the terminal is resized', () => {
    play(server('a').transport, {
      1_000: ({ resize }) => resize(40, 10),
      1_200: ({ lines, written }) => {
        expect(lines()).toHaveLength(10);
        expect(lines()[8]).toBe('configmaps in default   watching   1 ob…');
        expect(written()).toContain('\u001b[2J');
      },
    });
  });

  it('should write only changes, and nothing without a change', () => {
    const api = server('a', 'b');
    const { objects, transport } = api;
    play(transport, {
      9_900: ({ written }) => void written(),
      9_990: ({ written }) => expect(written().length).toBeLessThan(200), // only the ages in the table change
      10_000: () => objects.patch(core.v1.configmaps, 'default/b', { data: { x: 'y' } }),
      10_090: ({ written }) => {
        const text = written();
        expect(text).toContain('b      1');
        expect(text).not.toContain('NAME');
        expect(text).not.toMatch(/\ba\b/);
      },
    });
  });

  it('should draw at most ten times a second, for any number of changes', () => {
    const api = server('a');
    let frames = 0;
    const patch = (at: number): unknown =>
      api.objects.patch(core.v1.configmaps, 'default/a', { metadata: { labels: { at: String(at) } } });
    const busy = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [2_000 + at, (): void => void patch(at)]),
    );
    play(api.transport, {
      ...busy,
      1_999: ({ written }) => void written(),
      3_000: ({ written }) => (frames = written().split('\u001b[?2026h').length - 1),
    });

    expect(frames).toBeGreaterThan(2);
    expect(frames).toBeLessThanOrEqual(11);
  });

  it('should draw nothing while the terminal is stalled, and the current state afterwards', () => {
    const api = server('a');
    play(api.transport, {
      1_000: ({ choke, written }) => {
        written();
        choke();
      },
      2_000: () => api.objects.create(core.v1.configmaps, configMap('b')),
      3_000: ({ written, release }) => {
        expect(written()).toBe('');
        release();
      },
      3_200: ({ lines }) => expect(lines()[2]).toMatch(/^b /),
    });
  });

  it('should keep nothing of added and deleted objects while the terminal is stalled', () => {
    const gc = garbageCollector();
    const held = (): number => {
      gc();
      return getHeapStatistics().used_heap_size;
    };
    const encoder = new TextEncoder();
    const padded = (frame: string): Uint8Array =>
      encoder.encode(frame.replaceAll('"uid"', `"annotations":{"pad":"${'x'.repeat(200_000)}"},"uid"`));
    const event = (at: number): Uint8Array =>
      padded(frameOf(at % 2 === 0 ? 'ADDED' : 'DELETED', `pod-${at >> 1}`, String(at + 10), at === 0));
    const restless: Transport = {
      open: ({ query }) =>
        query?.['watch'] === 'true'
          ? concat(timer(2_000, 100).pipe(take(400), map(event)), NEVER)
          : of(encoder.encode(JSON.stringify(tablePage(['a'], { resourceVersion: '9' })))),
    };
    let before = 0;
    let after = 0;
    const { terminal } = play(
      restless,
      {
        1_000: ({ choke }) => {
          choke();
          before = held();
        },
        60_000: ({ release }) => {
          after = held();
          release();
        },
      },
      { targets: [{ resource: core.v1.pods, scope: {} }] },
    );

    expect(after - before).toBeLessThan(20_000_000); // all watch events together have 80 MB
    expect(terminal.lines()[1]).toMatch(/^shop {8}a /);
    expect(terminal.lines()[2]).toBe('');
  });

  it('should count down to the next retry, show the error without the token, and continue', () => {
    const { transport, objects, ...api } = server('a');
    let refusal: StatusError | undefined;
    const fickle: Transport = {
      open: (request) =>
        defer(() => (refusal === undefined ? transport.open(request) : throwError(() => refusal))),
    };
    const states: (string | undefined)[] = [];
    const look = ({ lines }: FakeTerminal): void => void states.push(lines()[6]);
    play(
      fickle,
      {
        900: () => (refusal = new StatusError({ code: 503, message: 'no\n s3cr3t-token' })),
        1_000: () => api.endWatches(),
        5_000: look,
        90_000: () => {
          refusal = undefined;
          objects.create(core.v1.configmaps, configMap('b'));
        },
        150_000: look,
      },
      { columns: 100, until: 160_000, arguments: ['--token', 's3cr3t-token'] },
    );

    expect(states[0]).toMatch(
      /^configmaps in default {3}waiting, (?:trying again|next try in \d s): no \(token\)$/,
    );
    expect(states[1]).toMatch(
      /watching {3}2 objects {3}0.0 events\/s {3}last error \d+m?\d*s ago: no \(token\)$/,
    );
  });

  it('should show the progress of a list', () => {
    const page = (names: readonly string[], metadata: object): Uint8Array =>
      new TextEncoder().encode(JSON.stringify(tablePage(names, metadata)));
    const slow: Transport = {
      open: ({ query }) =>
        query?.['continue'] === undefined
          ? of(page(['a', 'b'], { resourceVersion: '9', continue: 't', remainingItemCount: 1 }))
          : timer(2_000).pipe(map(() => page(['c'], { resourceVersion: '9' }))),
    };
    play(slow, {
      1_000: ({ lines }) =>
        expect(lines()[6]).toBe('configmaps in default   listing 2 of 3   0 objects   0.0 ev…'),
    });
  });

  it('should work without keys if stdin is not a terminal', () => {
    const { terminal } = play(
      server('a').transport,
      { 1_000: ({ lines }) => expect(lines()[7]).toBe('Ctrl-C leave') },
      { hasKeys: false },
    );

    expect(terminal.state.isRaw).toBe(false);
  });

  it('should use no colours with NO_COLOR, but still redraw', () => {
    const api = server('a');
    const { terminal } = play(
      api.transport,
      { 1_000: () => api.objects.create(core.v1.configmaps, configMap('b')) },
      { environment: { NO_COLOR: '1' } },
    );
    const written = terminal.written();

    expect(written).toContain('b      0');
    // eslint-disable-next-line no-control-regex -- matches the escape sequences of colours
    expect(written).not.toMatch(/\u001b\[[\d;]*m/);
  });

  it('should leave no request and no timer open when it is unsubscribed', () => {
    const { transport } = server('a');
    let open = 0;
    const counted: Transport = {
      open: (request) =>
        defer(() => {
          open++;
          return transport.open(request).pipe(finalize(() => open--));
        }),
    };
    const { terminal } = play(counted, { 1_000: () => expect(open).toBe(1) });

    expect(open).toBe(0);
    expect(terminal.host.stdout.listenerCount('resize')).toBe(0);
    expect(terminal.host.terminal?.stdin.listenerCount('data')).toBe(0);
  });
});

describe('isLive', () => {
  it('should require a terminal with cursor control', () => {
    const { host } = fakeTerminal();

    expect(isLive(host)).toBe(true);
    expect(isLive({ ...host, environment: { TERM: 'dumb' } })).toBe(false);
    expect(isLive({ ...host, stdout: host.stderr })).toBe(false);
  });
});

function fail(error: Error): never {
  throw error;
}
