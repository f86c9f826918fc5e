import { describe, expect, it } from '@jest/globals';
import {
  asyncScheduler,
  EMPTY,
  map,
  NEVER,
  of,
  Subject,
  Subscription,
  switchMap,
  throwError,
  timer,
} from 'rxjs';
import {
  byNamespace,
  type Change,
  type IndexedStore,
  informer,
  type InformerStatus,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
  StatusError,
} from 'rx-informer';
import { fakeControllerSource, kubeObject, scriptedListerWatcher, withFaults } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';

const at = (key: string, resourceVersion: string, uid = `uid-of-${key}`): KubeObject =>
  kubeObject(key, { metadata: { resourceVersion, uid } });
const [a, b] = [at('a', '3'), at('b', '4')];
const a2 = at('a', '10');

const list = (resourceVersion: string, ...items: KubeObject[]): ReflectorEvent<KubeObject> => ({
  type: 'REPLACED',
  items,
  resourceVersion,
});
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): ReflectorEvent<KubeObject> => ({
  type,
  object,
});

const lineOf = (change: Change<KubeObject>): string =>
  `${change.type} ${change.key}@${change.object.metadata.resourceVersion} ${change.cause}${
    change.type === 'deleted' && !change.finalStateKnown ? ' unknown' : ''
  }`;

/** Runs an informer with the given events in virtual time. Returns the changes that one subscriber receives. */
function received(
  run: (
    events: Subject<ReflectorEvent<KubeObject>>,
    things: ReturnType<typeof informer>,
    lines: string[],
  ) => void,
) {
  const lines: string[] = [];
  marbles().run(({ flush }) => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const things = informer(events);
    things.changes().subscribe((change) => void lines.push(lineOf(change)));
    run(events, things, lines);
    flush();
  });
  return lines;
}

describe('informer', () => {
  describe('changes', () => {
    it('should emit the first list as initial, then the watch, then a relist (G7, G5, B114)', () => {
      const lines = received((events) => {
        events.next(list('9', a, b));
        events.next(event('MODIFIED', a2));
        events.next(list('20', a2, at('c', '15')));
      });

      expect(lines).toEqual([
        'added a@3 initial',
        'added b@4 initial',
        'updated a@10 watch',
        'deleted b@4 relist unknown',
        'added c@15 relist',
      ]);
    });

    it('should emit another uid under a key as deleted, then added (G6)', () => {
      const lines = received((events) => {
        events.next(list('9', a));
        events.next(event('MODIFIED', at('a', '12', 'another')));
      });

      expect(lines.slice(1)).toEqual(
        ['deleted a@3 watch unknown', 'added a@12 watch'].map((line) =>
          expect.stringContaining(line.slice(0, 17)),
        ),
      );
    });

    it('should update the store and its indexes before it emits a change (G9)', () => {
      const seen: unknown[] = [];
      const events = new Subject<ReflectorEvent<KubeObject>>();
      marbles().run(({ flush }) => {
        const things = informer(events, { indexers: { namespace: byNamespace } });
        things.changes().subscribe(({ key }) => {
          seen.push([
            things.store.get(key)?.metadata.resourceVersion,
            things.store.indexKeys('namespace', 'shop'),
          ]);
        });
        events.next(list('9', at('shop/a', '3')));
        events.next(event('MODIFIED', at('shop/a', '12')));
        flush();
      });

      expect(seen).toEqual([
        ['12', ['shop/a']],
        ['12', ['shop/a']],
      ]);
    });

    it('should emit each object at each resync only to subscribers with a resyncPeriod (B129)', () => {
      marbles().run(({ cold, expectObservable }) => {
        const things = informer(cold('r', { r: list('9', a) }));
        const first = { type: 'added', key: 'a', object: a, cause: 'initial' };
        const again = { type: 'updated', key: 'a', old: a, object: a, cause: 'resync' };

        expectObservable(things.changes({ resyncPeriod: 4 }), '^---------!').toBe('a---s---s-', {
          a: first,
          s: again,
        });
        expectObservable(things.changes(), '^---------!').toBe('a---------', { a: first });
      });
    });

    it('should complete without a resync after a source that completes synchronously (G15)', () => {
      marbles().run(({ expectObservable }) => {
        const things = informer(of(list('9', a)));
        const first = { type: 'added', key: 'a', object: a, cause: 'initial' };

        expectObservable(things.changes({ resyncPeriod: 4 }), '^---------!').toBe('(a|)', { a: first });
      });
    });

    it('should continue to emit changes when a transform clears the version (against B135)', () => {
      const bare = (object: KubeObject): KubeObject => ({
        ...object,
        metadata: { ...object.metadata, resourceVersion: '' },
      });
      const lines: string[] = [];
      const scheduler = marbles();
      scheduler.run(() => {
        const source = fakeControllerSource([a]);
        const running = informer(source, { reflect: { transform: bare } })
          .changes()
          .subscribe(({ type, key }) => void lines.push(`${type} ${key}`));
        source.modify({ ...a, kind: 'Changed' });
        scheduler.schedule(() => running.unsubscribe(), 10);
      });

      expect(lines).toEqual(['added a', 'updated a']);
    });

    it('should run the operator `through` between reflector and queue', () => {
      marbles().run(({ cold, expectObservable }) => {
        const things = informer(cold('r-m|', { r: list('9', a), m: event('MODIFIED', a2) }), {
          through: map((value) => (value.type === 'MODIFIED' ? { ...value, type: 'DELETED' } : value)),
        });

        expectObservable(things.changes().pipe(map(lineOf))).toBe('a-d|', {
          a: 'added a@3 initial',
          d: 'deleted a@10 watch',
        });
      });
    });
  });

  describe('sharing', () => {
    it('should be cold, run once for all subscribers, and stop when the last has left (G15)', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const events = cold('r---m-', { r: list('9', a), m: event('MODIFIED', a2) });
        const things = informer(events, { resetDelay: 0 });
        const [i, v, u] = [
          { type: 'added', key: 'a', object: a, cause: 'initial' },
          { type: 'added', key: 'a', object: a, cause: 'replay' },
          { type: 'updated', key: 'a', old: a, object: a2, cause: 'watch' },
        ];

        expectObservable(things.changes(), '--^--!---').toBe('--i--', { i });
        expectObservable(things.changes(), '----^---!').toBe('----v-u-', { v, u });
        expectSubscriptions(events.subscriptions).toBe('--^-----!');
      });
    });

    it('should keep its content after a stop, and emit only the differences after the next start (G7)', () => {
      marbles().run(({ cold, expectObservable }) => {
        const lists = [list('9', a, b), list('20', a, at('c', '15'))];
        const things = informer(
          cold('r', { r: { type: 'RESYNC' } }).pipe(map(() => lists.shift() ?? list('0'))),
          { resetDelay: 0 },
        );
        const lines = {
          a: 'added a@3 initial',
          b: 'added b@4 initial',
          v: 'added a@3 replay',
          w: 'added b@4 replay',
          d: 'deleted b@4 relist unknown',
          c: 'added c@15 relist',
        };

        expectObservable(things.changes().pipe(map(lineOf)), '^-!').toBe('(ab)', lines);
        expectObservable(things.changes().pipe(map(lineOf)), '-----^-!').toBe('-----(vwdc)', lines);
      });
    });

    it('should continue to run for its resetDelay', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const events = cold('r---', { r: list('9', a) });
        const things = informer(events, { resetDelay: 5 });

        expectObservable(things.changes().pipe(map(lineOf)), '^-!').toBe('a', { a: 'added a@3 initial' });
        expectObservable(things.changes().pipe(map(lineOf)), '----^-!').toBe('----a', {
          a: 'added a@3 replay',
        });
        expectSubscriptions(events.subscriptions).toBe('^----------!');
      });
    });

    it('should continue to run for 1 s by default, but not after the end of start()', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const [left, started, both] = [cold('r---'), cold('r---'), cold('r---')];
        const things = informer<KubeObject>(both.pipe(map(() => list('9', a))));

        expectObservable(informer<KubeObject>(left.pipe(map(() => list('9', a)))).changes(), '^-!');
        const running = informer<KubeObject>(started.pipe(map(() => list('9', a)))).start();
        expectObservable(things.changes(), '^-!');
        const kept = things.start();
        cold('----|').subscribe({
          complete: () => {
            running.unsubscribe();
            kept.unsubscribe();
          },
        });
        expectSubscriptions(left.subscriptions).toBe('^- 1s !');
        expectSubscriptions(started.subscriptions).toBe('^---!');
        expectSubscriptions(both.subscriptions).toBe('^---!');
      });
    });

    it('should be kept running by start and by store.batches$, not by status$ or reading', () => {
      const source = fakeControllerSource([a]);
      const things = informer(source);

      things.status$.subscribe();
      expect(things.store.size).toBe(0);
      expect(source.requests).toEqual([]);

      const running = things.start();
      expect(things.store.listKeys()).toEqual(['a']);
      running.unsubscribe();
      source.add(b);
      expect(things.store.listKeys()).toEqual(['a']);

      const batches = things.store.batches$.subscribe();
      expect(things.store.listKeys()).toEqual(['a', 'b']);
      batches.unsubscribe();
    });

    it('should stop when the signal aborts during the start', () => {
      const stop = new AbortController();
      const things = informer(fakeControllerSource([a]));
      things.status$.subscribe(({ phase }) => {
        if (phase === 'watching') stop.abort();
      });

      expect(things.start(stop.signal).closed).toBe(true);
    });

    it('should stop when the signal aborts, and never start with an aborted signal', () => {
      const source = fakeControllerSource([a]);
      const stop = new AbortController();
      const things = informer(source);
      const running = things.start(stop.signal);

      expect(running.closed).toBe(false);
      stop.abort();
      expect(running.closed).toBe(true);
      source.add(b);
      expect(things.store.size).toBe(1);
      expect(informer(source).start(stop.signal).closed).toBe(true);
    });

    it('should notify all subscribers in the same order when one of them writes during a notification (G16)', () => {
      const orders: string[][] = [[], []];
      const scheduler = marbles();
      scheduler.run(() => {
        const source = fakeControllerSource([a, b]);
        const things = informer(source);
        const first = things.changes().subscribe(({ key, type }) => {
          orders[0]?.push(`${type} ${key}`);
          if (key === 'a' && type === 'added') source.delete('b');
        });
        const second = things.changes().subscribe(({ key, type }) => void orders[1]?.push(`${type} ${key}`));
        scheduler.schedule(() => {
          first.unsubscribe();
          second.unsubscribe();
        }, 10);
      });

      expect(orders[0]).toEqual(['added a', 'added b', 'deleted b']);
      expect(orders[1]).toEqual(orders[0]);
    });
  });

  describe('an event that arrives during the replay to a late subscriber', () => {
    /**
     * Emits the event `came` while a late subscriber receives the existing objects. Then calls the callback
     * `then`. Returns the store, the errors and the subscriptions.
     */
    const late = (
      came: ReflectorEvent<KubeObject>,
      then: (started: Subscription, store: IndexedStore<KubeObject>) => void,
    ) => {
      const events = new Subject<ReflectorEvent<KubeObject>>();
      const things = informer(events, { resetDelay: 0 });
      const failed: unknown[] = [];
      things.status$.subscribe((status) => {
        if (status.phase === 'stopped' && 'error' in status) failed.push(status.error);
      });
      const started = new Subscription();
      const subscription = things.store.batches$.subscribe({ error: (error: unknown) => failed.push(error) });
      started.add(subscription);
      events.next(list('9', a));
      let isFirst = true;
      started.add(
        things.store.batches$.subscribe({
          next: () => {
            if (!isFirst) return;
            isFirst = false;
            events.next(came);
            then(started, things.store);
          },
          error: () => undefined,
        }),
      );
      return { store: things.store, failed, isObserved: () => events.observed, started };
    };

    it('should be applied after the replay has returned (G16)', () => {
      let seen: unknown;
      const { store, started } = late(
        event('MODIFIED', a2),
        (_, held) => (seen = held.get('a')?.metadata.resourceVersion),
      );

      expect(seen).toBe('3');
      expect(store.get('a')?.metadata.resourceVersion).toBe('10');
      started.unsubscribe();
    });

    it('should be dropped if all subscribers leave in the meantime (G15)', () => {
      const { store, isObserved } = late(event('MODIFIED', a2), (all) => {
        all.unsubscribe();
      });

      expect(isObserved()).toBe(false);
      expect(store.get('a')?.metadata.resourceVersion).toBe('3');
    });

    it('should end the informer with the error that it causes', () => {
      const { failed, started } = late(event('MODIFIED', {} as KubeObject), () => undefined);

      expect(failed).toEqual([expect.any(OptionsError), failed[0]]); // `status$` and `batches$` emit the same error
      started.unsubscribe();
    });
  });

  describe('status', () => {
    it('should emit the phase and whether the store has synced (G10, G17)', () => {
      const source = withFaults(fakeControllerSource([a]), {
        watch: (events$, nth) => (nth === 0 ? throwError(() => new StatusError({ code: 500 })) : events$),
      });
      const things = informer(source, { reflect: { streamingList: 'never', random: () => 0 } });
      const lines: string[] = [];
      const describeStatus = ({ phase, hasSynced }: InformerStatus): string => `${phase} ${hasSynced}`;

      marbles().run(({ expectObservable }) => {
        things.status$.subscribe((status) => void lines.push(describeStatus(status)));
        expectObservable(things.changes(), '^ 900ms !').toBe('a', {
          a: { type: 'added', key: 'a', object: expect.anything(), cause: 'initial' },
        });
      });

      expect(lines).toEqual([
        'stopped false',
        'listing false',
        'listing false',
        'listing true',
        'watching true',
        'waiting true',
        'watching true',
        'stopped true',
      ]);
    });

    it('should give the time of the next retry on the scheduler clock, in virtual time too', () => {
      const refused = throwError(() => new StatusError({ code: 403 }));
      const source = scriptedListerWatcher<KubeObject>({ list: [refused], watch: [NEVER] });
      const left: (number | undefined)[] = [];

      marbles().run(({ cold }) => {
        const things = informer(source, { reflect: { streamingList: 'never', random: () => 0 } });
        const running = things.start();
        const countdown$ = things.status$.pipe(
          switchMap((status) =>
            status.phase === 'waiting'
              ? timer(0, 10_000).pipe(map(() => Math.ceil((status.retryAt - asyncScheduler.now()) / 1_000)))
              : of(undefined),
          ),
        );
        const shown = countdown$.subscribe((seconds) => void left.push(seconds));
        cold('25s |').subscribe({
          complete: () => {
            shown.unsubscribe();
            running.unsubscribe();
          },
        });
      });

      expect(left).toEqual([30, 20, 10]);
    });

    it('should also be passed to the status observer in `reflect`', () => {
      const phases: string[] = [];
      const things = informer(fakeControllerSource([a]), {
        reflect: { status: { next: ({ phase }) => void phases.push(phase) } },
      });

      things.start().unsubscribe();

      expect(phases).toContain('watching');
    });

    it('should emit the fatal error of the reflector on the status and to subscribers', () => {
      const things = informer(
        scriptedListerWatcher<KubeObject>({
          list: [throwError(() => new StatusError({ code: 422 }))],
          watch: [NEVER],
        }),
        { reflect: { streamingList: 'never' } },
      );
      let status: InformerStatus | undefined;
      things.status$.subscribe((next) => (status = next));

      marbles().run(({ expectObservable }) => {
        things.changes().subscribe({ error: () => undefined });
        expect(status).toMatchObject({ phase: 'stopped', error: { code: 422 } });
        expectObservable(things.changes()).toBe('#', {}, new StatusError({ code: 422 }));
      });
    });
  });

  describe('tail', () => {
    it('should complete with an empty source', () => {
      marbles().run(({ expectObservable }) => expectObservable(informer(EMPTY).changes()).toBe('|'));
    });

    it('should wait for a source that never emits', () => {
      marbles().run(({ expectObservable }) => expectObservable(informer(NEVER).changes()).toBe('-'));
    });

    it('should emit an error of its source after the earlier changes', () => {
      marbles().run(({ cold, expectObservable }) => {
        expectObservable(
          informer(cold('r--#', { r: list('9', a) }))
            .changes()
            .pipe(map(lineOf)),
        ).toBe('a--#', {
          a: 'added a@3 initial',
        });
      });
    });

    it('should unsubscribe from the source at an early unsubscribe (G15)', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const events = cold('--r', { r: list('9', a) });

        expectObservable(informer(events, { resetDelay: 0 }).changes({ resyncPeriod: 1 }), '^!').toBe('-');
        expectSubscriptions(events.subscriptions).toBe('^!');
      });
    });

    it('should start its source again for a subscriber after the end', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const events = cold('r|', { r: list('9', a) });
        const things = informer(events);

        expectObservable(things.changes().pipe(map(lineOf))).toBe('a|', { a: 'added a@3 initial' });
        expectObservable(things.changes().pipe(map(lineOf)), '---^').toBe('---a|', { a: 'added a@3 replay' });
        expectSubscriptions(events.subscriptions).toBe(['^!', '---^!']);
      });
    });
  });

  describe('options', () => {
    it.each<[string, object]>([
      ['resetDelay', { resetDelay: -1 }],
      ['through', { through: 'map' }],
      ['indexers', { indexers: [] }],
      ['reflect', { reflect: 5 }],
      ['pageSize', { reflect: { pageSize: 'all' } }],
      ['onError', { onError: {} }],
      ['resetDelays', { resetDelays: 5 }],
    ])('should refuse a wrong %s when called', (name, options) => {
      expect(() => informer(fakeControllerSource(), options)).toThrow(OptionsError);
      expect(() => informer(fakeControllerSource(), options)).toThrow(name);
    });

    it('should refuse an invalid source', () => {
      expect(() => informer({} as never)).toThrow(OptionsError);
      expect(() => informer(undefined as never)).toThrow('ListerWatcher');
    });

    it('should refuse an invalid status observer, also with a stream of events', () => {
      expect(() => informer(of(list('1')), { reflect: { status: 'no' as never } })).toThrow(OptionsError);
      expect(() =>
        informer(fakeControllerSource(), { reflect: { status: { next: 'no' as never } } }),
      ).toThrow('status.next');
      expect(() => informer(of(list('1'))).changes(42 as never)).toThrow(OptionsError);
    });

    it('should refuse an invalid resyncPeriod, buffer and signal', () => {
      const things = informer(of(list('1')));

      expect(() => things.changes({ resyncPeriod: 0 })).toThrow(OptionsError);
      expect(() => things.changes({ buffer: 'none' as never })).toThrow(OptionsError);
      expect(() => things.start({} as never)).toThrow(OptionsError);
    });
  });
});
