import { describe, expect, it } from '@jest/globals';
import { defer, type Observable, tap, throwError, timer } from 'rxjs';
import { StatusError, type Transport } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import { follow, type FollowOptions, type Target } from '../../../src/cli/follow/follow.ts';
import { tableReporter } from '../../../src/cli/follow/table-reporter.ts';
import { createBacklog } from '../../../src/cli/machine/backlog.ts';
import { createFirstLists, type FirstList } from '../../../src/cli/machine/first-lists.ts';
import type { JsonPart } from '../../../src/cli/lines/one-line.ts';
import { plainStyle } from '../../../src/cli/lines/style.ts';
import { marbles } from '../../support/marbles.ts';
import { joinedJson } from '../joined-json.ts';

const configMap = (
  name: string,
): { readonly metadata: { readonly name: string; readonly namespace: string } } => ({
  metadata: { name, namespace: 'default' },
});

function server(...names: readonly string[]): ApiServer {
  const made = createApiServer({ bookmarkInterval: 0 });
  for (const name of names) made.objects.create(core.v1.configmaps, configMap(name));
  return made;
}

/** Runs `follow` once. Returns its lines on stdout and on stderr, without the times. */
function scene(
  transport: Transport,
  full: () => Observable<unknown> | undefined = () => undefined,
  more: Partial<FollowOptions> = {},
  { shard, among }: Pick<Target, 'shard'> & { readonly among?: FirstList } = {},
): { readonly run$: Observable<never>; readonly printed: string[]; readonly received: string[] } {
  const [printed, received]: [string[], string[]] = [[], []];
  const style = { style: plainStyle, tellStyle: plainStyle, redact: String };
  const words = (line: string): string => line.replace(/^\d\d:\d\d:\d\d /, '').replace(/ age.*/, '');
  const output = {
    ...style,
    full,
    print: (line: string) => void printed.push(words(line)),
    printJson: (parts: readonly JsonPart[]) => void printed.push(joinedJson(parts)),
    waiting: () => 0,
    report: (line: string) => void received.push(words(line)),
  };
  const target = {
    resource: core.v1.configmaps,
    scope: { namespace: 'default' },
    ...(shard === undefined ? {} : { shard }),
  };
  return {
    run$: follow(transport, target, { output, reporter: tableReporter(style), ...more }, among),
    printed,
    received,
  };
}

describe('follow', () => {
  it('should print the first list, then each change', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { transport, objects } = server('a', 'b');
      const { run$, printed, received } = scene(transport);
      timer(10).subscribe(() => objects.patch(core.v1.configmaps, 'default/a', { data: { x: '1' } }));
      timer(20).subscribe(() => objects.delete(core.v1.configmaps, 'default/b'));

      expectObservable(run$, '^ 1s !').toBe('-');
      flush();
      expect(printed).toEqual([
        'added configmaps default/a',
        'added configmaps default/b',
        'updated configmaps default/a',
        'deleted configmaps default/b',
      ]);
      expect(received).toEqual(['listing configmaps …', 'watching configmaps, 2 objects']);
    });
  });

  it('should complete after the first list with untilSynced', () => {
    marbles().run(({ flush }) => {
      const { run$, printed } = scene(server('a', 'b').transport, () => timer(5_000), {
        untilSynced: true,
      });
      const [empty, ends]: [ReturnType<typeof scene>, string[]] = [
        scene(server().transport, undefined, { untilSynced: true }),
        [],
      ];
      run$.subscribe({ complete: () => ends.push(`after ${printed.length} lines`) });
      empty.run$.subscribe({ complete: () => ends.push('at once') });
      flush();

      expect(ends).toEqual(['at once', 'after 2 lines']);
    });
  });

  it('should fail if the first list can never succeed', () => {
    marbles().run(({ expectObservable, flush }) => {
      const refusal = new StatusError({ code: 403, message: 'not you' });
      const { run$, received } = scene({ open: () => throwError(() => refusal) });

      expectObservable(run$, '^ 60s !').toBe('#', {}, refusal);
      flush();
      expect(received).toEqual([]);
    });
  });

  it('should wait for a first list that can succeed later', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { transport } = server('a');
      let tries = 0;
      const shaky: Transport = {
        open: (request) =>
          defer(() =>
            tries++ < 3 ? throwError(() => new StatusError({ code: 503 })) : transport.open(request),
          ),
      };
      const { run$, printed, received } = scene(shaky);

      expectObservable(run$, '^ 60s !').toBe('-');
      flush();
      expect(printed).toEqual(['added configmaps default/a']);
      expect(received.filter((line) => /next try in \d+ s$/.test(line))).toHaveLength(3);
      expect(received.at(-1)).toBe('watching configmaps, 1 object');
    });
  });

  it('should not end after its first list, for any answer of the server', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { transport, objects, ...api } = server('a');
      let refusal: StatusError | undefined;
      const fickle: Transport = {
        open: (request) =>
          defer(() => (refusal === undefined ? transport.open(request) : throwError(() => refusal))),
      };
      const { run$, printed, received } = scene(fickle);
      const at = (seconds: number, act: () => void): void => void timer(seconds * 1_000).subscribe(act);
      at(1, () => (refusal = new StatusError({ code: 400, message: 'mad' })));
      at(2, () => api.endWatches());
      at(100, () => (refusal = new StatusError({ code: 403, message: 'no' })));
      at(200, () => objects.create(core.v1.configmaps, configMap('b')));
      at(200, () => (refusal = undefined));

      expectObservable(run$, '^ 400s !').toBe('-');
      flush();
      expect(printed).toEqual(['added configmaps default/a', 'added configmaps default/b']);
      expect(received).toEqual(
        expect.arrayContaining([expect.stringMatching(/^configmaps: no; next try in \d+ s$/)]),
      );
      expect(received.at(-1)).toBe('watching configmaps again');
    });
  });

  it('should pause while the reader does not read, and lose nothing', () => {
    marbles().run(({ expectObservable, flush }) => {
      const names = Array.from({ length: 10_000 }, (_, at) => `c-${at}`);
      const { transport, objects } = server(...names);
      let isFull = true;
      const drained$ = timer(5_000).pipe(tap(() => (isFull = false)));
      let watches = 0;
      const counted: Transport = {
        open: (request) => defer(() => transport.open(request)).pipe(counting((by) => (watches += by))),
      };
      const { run$, printed, received } = scene(counted, () => (isFull ? drained$ : undefined));
      const write = (name: string): unknown => objects.create(core.v1.configmaps, configMap(name));
      timer(3_000).subscribe(() => write('d-1'));
      timer(4_000).subscribe(() => {
        expect(watches).toBe(0);
        write('d-2');
      });

      expectObservable(run$, '^ 60s !').toBe('-');
      flush();
      expect(printed.sort()).toEqual(
        [...names, 'd-1', 'd-2'].map((name) => `added configmaps default/${name}`).sort(),
      );
      expect(received.slice(2)).toEqual([
        'the output is read too slowly: 10001 changes wait, configmaps are not watched meanwhile',
        'the output has been read: configmaps are watched again',
      ]);
    });
  });

  it('should pause immediately when large changes are pending, and lose none', () => {
    marbles().run(({ expectObservable, flush }) => {
      const { transport, objects } = server();
      const { run$, printed, received } = scene(transport, () => timer(100));
      const note = 'x'.repeat(1_000_000);
      timer(1_000).subscribe(() => {
        for (let at = 0; at < 80; at++) {
          const { metadata } = configMap(`c-${at}`);
          objects.create(core.v1.configmaps, { metadata, data: { note } });
        }
      });

      expectObservable(run$, '^ 60s !').toBe('-');
      flush();
      expect(printed).toHaveLength(80);
      expect(received.filter((line) => line.startsWith('the output'))).toEqual([
        expect.stringMatching(
          /^the output is read too slowly: \d\d changes wait, configmaps are not watched meanwhile$/,
        ),
        'the output has been read: configmaps are watched again',
      ]);
    });
  });

  it('should print each object in one part of a collection', () => {
    marbles().run(({ flush }) => {
      const names = Array.from({ length: 20 }, (_, at) => `c-${at}`);
      const { transport } = server(...names);
      const parts = [0, 1].map((index) =>
        scene(transport, undefined, { untilSynced: true }, { shard: { index, of: 2 } }),
      );
      for (const { run$ } of parts) run$.subscribe();
      flush();

      for (const { printed } of parts) expect(printed.length).toBeLessThan(names.length);
      expect(parts.flatMap(({ printed }) => printed).sort()).toEqual(
        names.map((name) => `added configmaps default/${name}`).sort(),
      );
    });
  });

  it('should end with the error of another refused collection', () => {
    marbles().run(({ flush }) => {
      const join = createFirstLists();
      const [refused, among] = [join(), join()];
      const error = new StatusError({ code: 403, message: 'not you' });
      refused.isOver({
        phase: 'waiting',
        since: 0,
        retryAt: 30_000,
        attempt: 1,
        failure: 'forbidden',
        error,
      });
      const { run$, printed } = scene(server('a').transport, undefined, { untilSynced: true }, { among });
      const ends: unknown[] = [];
      run$.subscribe({ error: (end: unknown) => ends.push(end), complete: () => ends.push('complete') });
      flush();

      expect(printed).toEqual(['added configmaps default/a']);
      expect(ends).toEqual([error]);
    });
  });

  it('should continue after its first list, for any result of the other lists', () => {
    marbles().run(({ expectObservable, flush }) => {
      const join = createFirstLists();
      const [refused, among] = [join(), join()];
      const error = new StatusError({ code: 403, message: 'not you' });
      const { run$ } = scene(server('a').transport, undefined, {}, { among });
      let isOver = true;
      timer(1_000).subscribe(() => {
        isOver = refused.isOver({
          phase: 'waiting',
          since: 0,
          retryAt: 30_000,
          attempt: 1,
          failure: 'forbidden',
          error,
        });
      });

      expectObservable(run$, '^ 10s !').toBe('-');
      flush();
      expect(isOver).toBe(false);
    });
  });

  it('should leave no pending changes when it is unsubscribed', () => {
    marbles().run(({ expectObservable, flush }) => {
      const backlog = createBacklog();
      const { run$ } = scene(server('a', 'b').transport, () => timer(60_000), { backlog });
      timer(1_000).subscribe(() => expect(backlog.size).toBeGreaterThan(0));

      expectObservable(run$, '^ 10s !').toBe('-');
      flush();
      expect(backlog.size).toBe(0);
    });
  });

  it('should report no status before it begins', () => {
    marbles().run(({ expectObservable, flush }) => {
      const seen: string[] = [];
      const { transport } = server('a');
      const reporter = tableReporter({ style: plainStyle, tellStyle: plainStyle, redact: String });
      const { run$ } = scene(transport, undefined, {
        reporter: {
          ...reporter,
          statuses: (resource, size) => (status$) =>
            reporter.statuses(
              resource,
              size,
            )(
              status$.pipe(
                tap(({ phase }) => {
                  seen.push(phase);
                }),
              ),
            ),
        },
      });

      expectObservable(run$, '^ 10s !').toBe('-');
      flush();
      expect(seen[0]).toBe('listing');
      expect(seen.at(-1)).toBe('watching');
    });
  });

  it('should leave no request open when it is unsubscribed', () => {
    marbles().run(({ expectObservable, flush }) => {
      let open = 0;
      const { transport } = server('a');
      const counted: Transport = {
        open: (request) => defer(() => transport.open(request)).pipe(counting((by) => (open += by))),
      };
      const { run$ } = scene(counted);
      expectObservable(run$, '^ 10ms !').toBe('-');
      timer(5).subscribe(() => expect(open).toBe(1));
      flush();

      expect(open).toBe(0);
    });
  });
});

/** Counts the open subscriptions to an Observable. */
const counting =
  (count: (by: number) => void) =>
  <T>(source: Observable<T>): Observable<T> =>
    source.pipe(tap({ subscribe: () => count(1), finalize: () => count(-1) }));
