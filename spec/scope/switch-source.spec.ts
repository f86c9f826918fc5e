import { describe, expect, it } from '@jest/globals';
import {
  BehaviorSubject,
  concat,
  EMPTY,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  ReplaySubject,
  throwError,
  timer,
} from 'rxjs';
import {
  type Change,
  informer,
  type Informer,
  type KubeObject,
  type ListerWatcher,
  type ListPage,
  OptionsError,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { switchSource } from 'rx-informer/scope';
import { kubeObject, scriptedListerWatcher, virtualCluster } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const at = (key: string, resourceVersion: string, more: object = {}): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion, uid: `uid of ${key}` }, ...more });
const page = (resourceVersion: string, ...items: readonly KubeObject[]): ListPage<KubeObject> => ({
  items,
  resourceVersion,
});
const modified = (object: KubeObject): WatchEvent<KubeObject> => ({ type: 'MODIFIED', object });
const shown = ({ type, key, object }: Change<KubeObject>): string =>
  `${type} ${key}@${object.metadata.resourceVersion}`;

/** A source with one list. Its watch stays open. */
const source = (list: ListPage<KubeObject>, watch: Observable<WatchEvent<KubeObject>> = NEVER) =>
  scriptedListerWatcher({ list: [of(list)], watch: [watch] });
const refusing = (code: number) =>
  scriptedListerWatcher<KubeObject>({
    list: [throwError(() => new StatusError({ code, reason: '' }))],
    watch: [NEVER],
  });

const inPages = { reflect: { streamingList: 'never', random: () => 0 }, resetDelay: 0 } as const;

/** Runs an informer over the sources for some time, and records its changes and statuses with their times. */
function run(
  sources: (helpers: {
    readonly hot: (
      marble: string,
      values: Record<string, ListerWatcher<KubeObject>>,
    ) => Observable<ListerWatcher<KubeObject>>;
  }) => Observable<ListerWatcher<KubeObject>>,
  duration: number,
): {
  readonly changes: readonly string[];
  readonly statuses: readonly string[];
  readonly store: Informer<KubeObject>['store'];
} {
  const changes: string[] = [];
  const statuses: string[] = [];
  const scheduler = marbles();
  let store: Informer<KubeObject>['store'] = informer<KubeObject>(EMPTY).store;
  scheduler.run((helpers) => {
    const live = informer(switchSource(sources(helpers)), inPages);
    store = live.store;
    const running = live.status$.subscribe((status) => {
      const why = status.phase === 'waiting' ? ` ${status.failure}` : '';
      const since = status.phase === 'listing' && status.lastError !== undefined ? ' after a failure' : '';
      const line = `${status.phase}${why}${since}`;
      if (statuses.at(-1)?.endsWith(` ${line}`) !== true) statuses.push(`${scheduler.now()} ${line}`);
    });
    running.add(
      live.store.batches$.subscribe((batch) => {
        changes.push(`${scheduler.now()} ${batch.map(shown).join(', ')}`);
      }),
    );
    scheduler.schedule(() => running.unsubscribe(), duration);
  });
  return { changes, statuses, store };
}

describe('switchSource, under an informer', () => {
  const [a, b, c] = [at('a', '3'), at('b', '5'), at('c', '4')];

  it('should emit only the differences between two sources', () => {
    const first = source(page('9', a, b));
    const second = source(page('12', b, c));

    const { changes, statuses } = run(({ hot }) => hot('f 9ms s', { f: first, s: second }), 100);

    expect(changes).toEqual(['0 added a@3, added b@5', '10 deleted a@3, added c@4']);
    expect(statuses).toEqual(['0 stopped', '0 listing', '0 watching', '10 listing', '10 watching']);
  });

  it('should keep the objects while the source function fails, and go on with the next value', () => {
    const scheduler = marbles();
    const seen: string[] = [];
    const [first, second] = [source(page('9', a, b)), source(page('12', b, c))];
    scheduler.run(({ hot }) => {
      const live = informer(
        switchSource(
          hot('f 9ms x 9ms y 9ms s', { f: 'f', x: 'x', y: 'y', s: 's' }),
          (value: string): ListerWatcher<KubeObject> => {
            if (value === 'x') throw new Error('labelSelector is not valid');
            return value === 'y' ? (undefined as never) : value === 'f' ? first : second;
          },
        ),
        inPages,
      );
      const running = live.store.batches$.subscribe((batch) =>
        seen.push(`${scheduler.now()} ${batch.map(shown).join(', ')}`),
      );
      running.add(
        live.status$.subscribe((status) => {
          if (status.phase === 'waiting' && status.attempt === 1)
            seen.push(`${scheduler.now()} ${status.error.message}`);
        }),
      );
      scheduler.schedule(() => running.unsubscribe(), 100);
    });

    expect(seen).toEqual([
      '0 added a@3, added b@5',
      '10 switchSource: the source function failed: labelSelector is not valid',
      expect.stringMatching(/^20 switchSource: the source function failed: .*undefined/),
      '30 deleted a@3, added c@4',
    ]);
  });

  it('should call the source function only for another value', () => {
    let calls = 0;
    const make = (): ListerWatcher<KubeObject> => {
      calls++;
      return { list: () => NEVER, watch: () => NEVER };
    };
    informer(switchSource(of('x', 'x', 'x'), make), inPages)
      .start()
      .unsubscribe();

    expect(calls).toBe(1);
    expect(() => switchSource(of('x'), 5 as never)).toThrow('switchSource: source must be a function');
  });

  it('should show the objects of the old source until the list of the new source is complete', () => {
    const slow = scriptedListerWatcher({
      list: [concat(of(page('12', b)), timer(20).pipe(map(() => page('12', c))))],
      watch: [NEVER],
    });

    const { changes, statuses } = run(
      ({ hot }) => hot('f 9ms s', { f: source(page('9', a, b)), s: slow }),
      100,
    );

    expect(changes).toEqual(['0 added a@3, added b@5', '30 deleted a@3, added c@4']);
    expect(statuses.slice(3)).toEqual(['10 listing', '30 watching']);
  });

  it('should drop the pages of a list that a switch has ended', () => {
    const slow = scriptedListerWatcher({ list: [concat(of(page('9', a)), NEVER)], watch: [NEVER] });

    const { changes, statuses } = run(
      ({ hot }) => hot('f 9ms s', { f: slow, s: source(page('12', c)) }),
      100,
    );

    expect(changes).toEqual(['10 added c@4']);
    expect(statuses).toEqual(['0 stopped', '0 listing', '10 watching']);
  });

  it('should accept lower versions of the new source, without a failure', () => {
    const second = source(page('2', at('c', '1')), concat(of(modified(at('c', '3'))), NEVER));

    const { changes, statuses } = run(
      ({ hot }) => hot('f 9ms s', { f: source(page('900', a)), s: second }),
      50,
    );

    expect(changes).toEqual(['0 added a@3', '10 deleted a@3, added c@1', '10 updated c@3']);
    expect(statuses.join()).not.toContain('waiting');
    expect(second.requests.map(({ verb, options }) => `${verb} ${JSON.stringify(options)}`)).toEqual([
      'list {"limit":500}',
      expect.stringContaining('watch {"resourceVersion":"2"'),
    ]);
  });

  it('should emit an update for other content with an equal uid and version, without the known objects', () => {
    const other = at('a', '3', { spec: 'of another cluster' });
    const known: unknown[] = [];
    const second: ListerWatcher<KubeObject> = {
      list: (_, hooks) => {
        known.push(hooks?.knownObjects?.get('a'));
        return of(page('9', other));
      },
      watch: () => NEVER,
    };

    const { changes, store } = run(({ hot }) => hot('f 9ms s', { f: source(page('9', a)), s: second }), 50);

    expect(changes).toEqual(['0 added a@3', '10 updated a@3']);
    expect(store.get('a')).toBe(other);
    expect(known).toEqual([undefined]);
  });

  it('should list the new source at once while the informer waits for a retry', () => {
    const { changes, statuses } = run(
      ({ hot }) => hot('f 999ms s', { f: refusing(403), s: source(page('9', a)) }),
      2_000,
    );

    expect(changes).toEqual(['1000 added a@3']);
    expect(statuses).toEqual([
      '0 stopped',
      '0 listing',
      '0 waiting forbidden',
      '1000 listing',
      '1000 watching',
    ]);
  });

  it('should stream a list from the new source, even if the old source has refused streamed lists', () => {
    const old = virtualCluster({ streamingLists: false }).listerWatcher('pods');
    const second = virtualCluster().listerWatcher('pods');
    marbles().run(() => {
      const sources$ = new BehaviorSubject<ListerWatcher<KubeObject>>(old);
      const running = informer(switchSource(sources$), { resetDelay: 0 }).changes().subscribe();
      timer(1_000).subscribe(() => sources$.next(second));
      timer(5_000).subscribe(() => running.unsubscribe());
    });

    expect(old.requests.map(({ verb }) => verb)).toEqual(['watch', 'list', 'watch']);
    expect(second.requests.map(({ verb }) => verb)).toEqual(['watch']);
  });

  it('should not list again for the same source', () => {
    const first = source(page('9', a));

    run(({ hot }) => hot('f 9ms f', { f: first }), 100);

    expect(first.requests.map(({ verb }) => verb)).toEqual(['list', 'watch']);
  });

  it('should detect a switch that happened while the informer was disabled', () => {
    const other = at('a', '3', { spec: 'of another cluster' });
    const statuses: string[] = [];
    const changes: string[] = [];
    marbles().run(({ cold, hot }) => {
      const enabled = cold('t 99ms f 199ms t', { t: true, f: false });
      const sources$ = hot('f 199ms s', { f: source(page('9', a)), s: source(page('9', other)) });
      const kept$ = new ReplaySubject<ListerWatcher<KubeObject>>(1);
      sources$.subscribe(kept$);
      const live = informer(switchSource(kept$), { reflect: { ...inPages.reflect, enabled }, resetDelay: 0 });
      const running = live.status$.subscribe(({ phase }) => statuses.push(phase));
      running.add(live.store.batches$.subscribe((batch) => changes.push(...batch.map(shown))));
      timer(500).subscribe(() => running.unsubscribe());
    });

    expect(changes).toEqual(['added a@3', 'updated a@3']);
    expect(statuses).not.toContain('waiting');
  });

  it('should serve several informers, which each switch', () => {
    let keys: readonly unknown[] = [];
    let subscriptions = 0;
    marbles().run(({ hot }) => {
      const sources$ = hot('f 9ms s', { f: source(page('9', a)), s: source(page('12', c)) });
      const switching = switchSource(sources$);
      const both = [informer(switching, inPages), informer(switching, inPages)];
      const running = merge(...both.map((live) => live.changes())).subscribe();
      timer(100).subscribe(() => {
        keys = both.map(({ store }) => store.listKeys());
        subscriptions = sources$.subscriptions.length;
        running.unsubscribe();
      });
    });

    expect(keys).toEqual([['c'], ['c']]);
    expect(subscriptions).toBe(1);
  });

  it('should wait for the first source, as long as needed', () => {
    const { statuses, changes } = run(({ hot }) => hot('900s s', { s: source(page('9', a)) }), 1_000_000);

    expect(changes).toEqual(['900000 added a@3']);
    expect(statuses).toEqual(['0 stopped', '0 listing', '900000 watching']);
  });

  it('should keep the last source when sources$ completes', () => {
    const { statuses } = run(() => of(source(page('9', a))), 100);

    expect(statuses).toEqual(['0 stopped', '0 listing', '0 watching']);
  });

  it('should keep the objects when sources$ errors, and report the error', () => {
    const { statuses, store } = run(({ hot }) => hot('f 9ms #', { f: source(page('9', a)) }), 100);

    expect(store.listKeys()).toEqual(['a']);
    expect(statuses.slice(3)).toEqual(['10 listing', '10 waiting transient']);
  });
});

describe('switchSource, with options of the reflector', () => {
  const first = source(page('9', at('a', '3')));

  it('should keep the objects when sources$ errors with a 403 of another request', () => {
    const scheduler = marbles();
    const failures: string[] = [];
    scheduler.run(({ hot }) => {
      const forbidden = new StatusError({ code: 403, reason: 'Forbidden' });
      const switched = informer(switchSource(hot('f 9ms #', { f: first }, forbidden)), {
        ...inPages,
        reflect: { ...inPages.reflect, onForbidden: 'clear' },
      });
      const running = switched.start();
      switched.status$.subscribe((status) => {
        if (status.phase === 'waiting') failures.push(status.failure);
      });
      scheduler.schedule(() => {
        expect(switched.store.listKeys()).toEqual(['a']);
        running.unsubscribe();
      }, 100_000);
    });

    expect(new Set(failures)).toEqual(new Set(['forbidden']));
  });

  it('should resume the watch of the same source after the informer was disabled', () => {
    const scheduler = marbles();
    let made = 0;
    const namespace$ = new BehaviorSubject('shop');
    const script = scriptedListerWatcher({
      list: [of(page('9', at('a', '3')))],
      watch: [NEVER],
      probe: [of(page('9'))],
    });
    scheduler.run(({ cold }) => {
      const live = informer(
        switchSource(
          namespace$.pipe(
            map(() => {
              made++;
              return { list: (params) => script.list(params), watch: (params) => script.watch(params) };
            }),
          ),
        ),
        {
          ...inPages,
          reflect: { ...inPages.reflect, enabled: cold('t 999ms f 999ms t', { t: true, f: false }) },
        },
      );
      const running = live.start();
      scheduler.schedule(() => running.unsubscribe(), 10_000);
    });

    expect(made).toBe(1);
    expect(
      script.requests.map(({ verb, options: { limit, resourceVersion } }) => [verb, limit, resourceVersion]),
    ).toEqual([
      ['list', 500, undefined],
      ['watch', undefined, '9'],
      ['list', 1, undefined],
      ['watch', undefined, '9'],
    ]);
  });
});

describe('switchSource, without a reflector', () => {
  const first = source(page('9', at('a', '3')));
  const second = source(page('12', at('c', '4')));
  const sources = { f: first, s: second };
  const expired = expect.objectContaining({ code: 410, reason: 'Expired', failure: 'expired' });
  const failure = new Error('no');

  it('should list and watch the latest source', () => {
    marbles().run(({ hot, cold, expectObservable }) => {
      const event = modified(at('a', '10'));
      const busy = scriptedListerWatcher({
        list: [cold('-(p|)', { p: page('9') })],
        watch: [cold('-e-|', { e: event })],
      });
      const switching = switchSource(hot('f-----', { f: busy }));

      expectObservable(switching.list()).toBe('  -(p|)', { p: page('9') });
      expectObservable(switching.watch()).toBe(' -e-|', { e: event });
    });
  });

  it('should end a watch at a switch with the error 410', () => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(switchSource(hot('f---s', sources)).watch()).toBe('----#', {}, expired);
    });
  });

  it('should start a list again that has no page yet, and end a list that has a page with the error 410', () => {
    marbles().run(({ hot, cold, expectObservable }) => {
      const slow = scriptedListerWatcher({ list: [cold('---(p|)', { p: page('9') })], watch: [NEVER] });
      const half = scriptedListerWatcher({ list: [cold('-p-----', { p: page('9') })], watch: [NEVER] });

      expectObservable(switchSource(hot('f-s', { ...sources, f: slow })).list()).toBe('--(p|)', {
        p: page('12', at('c', '4')),
      });
      expectObservable(switchSource(hot('f-s', { ...sources, f: half })).list()).toBe(
        '-p#',
        { p: page('9') },
        expired,
      );
    });
  });

  it('should wait if sources$ is empty or never emits', () => {
    marbles().run(({ expectObservable }) => {
      for (const sources$ of [EMPTY, NEVER]) {
        expectObservable(switchSource(sources$).list()).toBe('-');
        expectObservable(switchSource(sources$).watch()).toBe('-');
      }
    });
  });

  it('should error with the error of sources$', () => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(switchSource(throwError(() => failure)).list()).toBe('#', {}, failure);
      expectObservable(switchSource(hot('f---#', sources, failure)).watch()).toBe('----#', {}, failure);
      expectObservable(switchSource(hot('f---#', sources, failure)).list(), '------^').toBe(
        '------#',
        {},
        failure,
      );
    });
  });

  it('should end the subscriptions when it is unsubscribed, and start again', () => {
    marbles().run(({ hot, cold, expectObservable, expectSubscriptions }) => {
      const answer$ = cold<ListPage<KubeObject>>('-------');
      const answering = scriptedListerWatcher<KubeObject>({ list: [answer$], watch: [NEVER] });
      const sources$ = hot('f--------', { f: answering });
      const cold$ = cold<ListerWatcher<KubeObject>>('f', { f: answering });

      expectObservable(switchSource(sources$).list(), '^--!').toBe('----');
      const twice = switchSource(cold$);
      expectObservable(twice.list(), '^-!').toBe('---');
      expectObservable(twice.list(), '----^-!').toBe('-------');
      expectSubscriptions(sources$.subscriptions).toBe('^--!');
      expectSubscriptions(cold$.subscriptions).toBe(['^-!', '----^-!']);
    });
  });

  it('should subscribe to sources$ once for all requests', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const sources$ = hot('f----', sources);
      const switching = switchSource(sources$);

      expectObservable(switching.watch(), '^---!').toBe('-');
      expectObservable(switching.origin$ ?? EMPTY, '-^----!').toBe('-f', sources);
      expectSubscriptions(sources$.subscriptions).toBe('^-----!');
    });
  });

  it('should refuse wrong arguments', () => {
    expect(() => switchSource(first as never)).toThrow(OptionsError);
    marbles().run(({ expectObservable }) => {
      expectObservable(
        switchSource(of({ no: 'source' } as unknown as ListerWatcher<KubeObject>)).list(),
      ).toBe('#', {}, expect.objectContaining({ name: 'OptionsError', failure: 'fatal' }));
    });
  });
});
