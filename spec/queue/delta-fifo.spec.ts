import { describe, expect, it } from '@jest/globals';
import {
  BehaviorSubject,
  concat,
  concatMap,
  config,
  delay,
  from,
  map,
  NEVER,
  type Observable,
  of,
  type OperatorFunction,
  Subject,
  take,
  tap,
} from 'rxjs';
import {
  deltaFifo,
  type DeltaQueueOptions,
  type Deltas,
  HandlerError,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
} from 'rx-informer';
import { type ByKeyOptions, deltaFifoByKey, type KeyDeltas } from 'rx-informer/client-go';
import { marbles } from '../support/marbles.ts';
import { added, at, bookmark, brief, deleted, modified, replaced, resync } from './events.ts';
import { expectTypeOf } from 'expect-type';
import { indexedStore, type StoreSubject } from '../../src/store/index.ts';

const a3 = at('a', '3');
const a5 = at('a', '5');
const b4 = at('b', '4');

const events = {
  a: added(a3),
  A: modified(a5),
  x: deleted(a5),
  b: added(b4),
  r: replaced('9', a5, b4),
  s: resync,
  k: bookmark('12'),
  l: bookmark('13'),
};

const short = map(brief);

const manyKeys = Array.from({ length: 100_000 }, (_, index) => `key-${index}`);
const manyEvents = manyKeys.map((name) => added({ metadata: { name, uid: name, resourceVersion: '1' } }));

describe('deltaFifo', () => {
  describe('without pop', () => {
    it('should emit each event synchronously, one to one, and complete with the source', () => {
      marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('  -a-(Ax)-b-r-s-k-|', events);
        const e1subs = '  ^---------------!';
        const expected = '-a-(Ax)-b-r-s-k-|';

        expectObservable(e1.pipe(deltaFifo(), short)).toBe(expected, {
          a: 'Added a@3',
          A: 'Updated a@5',
          x: 'Deleted a@5',
          b: 'Added b@4',
          r: 'ReplacedAll 9: a@5 b@4',
          s: 'SyncAll',
          k: 'Bookmark 12',
        });
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });

    it('should emit the same objects in the same frame', () => {
      const events$ = new Subject<ReflectorEvent<KubeObject>>();
      const seen: unknown[] = [];
      events$.pipe(deltaFifo()).subscribe((deltas) => seen.push(...deltas));

      events$.next(added(a3));

      expect(seen).toEqual([{ type: 'Added', key: 'a', object: a3 }]);
      expect((seen[0] as { readonly object: unknown }).object).toBe(a3);
    });
  });

  describe('with pop', () => {
    it('should pop all deltas of the oldest key, which keeps its place (B71, B72)', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -abA---------', events);
        const pop = hot(' ------p--p---');
        const expected = '------a--b---';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, {
          a: 'Added a@3, Updated a@5',
          b: 'Added b@4',
        });
      });
    });

    it('should serve a pop of an empty queue with the next delta, once', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  ------a-b----', events);
        const pop = hot(' -p-p-p-----p-');
        const expected = '------a----b-';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, {
          a: 'Added a@3',
          b: 'Added b@4',
        });
      });
    });

    it('should emit a replace as one delta that no other delta overtakes (B96, B98)', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -arA----------', events);
        const pop = hot(' -------p--p--p');
        const expected = '-------a--r--A';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, {
          a: 'Added a@3',
          r: 'ReplacedAll 9: a@5 b@4',
          A: 'Updated a@5',
        });
      });
    });

    it('should keep a resync in its place among the deltas (B83, B99)', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -asA----------', events);
        const pop = hot(' -------p--p--p');
        const expected = '-------a--s--A';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, {
          a: 'Added a@3',
          s: 'SyncAll',
          A: 'Updated a@5',
        });
      });
    });

    it('should keep only the newest bookmark, after the deltas before it', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -kbl----------', events);
        const pop = hot(' -------p--p--p');
        const expected = '-------b--l---';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, {
          b: 'Added b@4',
          l: 'Bookmark 13',
        });
      });
    });

    it('should pop each event alone in the order of arrival (B91, B92)', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -aAxkl---------------', events);
        const pop = hot(' --------p--p--p--p--p');
        const expected = '--------a--A--x--k--l';

        expectObservable(e1.pipe(deltaFifo({ pop, order: 'arrival' }), short)).toBe(expected, {
          a: 'Added a@3',
          A: 'Updated a@5',
          x: 'Deleted a@5',
          k: 'Bookmark 12',
          l: 'Bookmark 13',
        });
      });
    });

    it('should coalesce while the consumer works on a key', () => {
      marbles().run(({ cold, expectObservable }) => {
        const e1 = cold(' -aAxb----|     ', events);
        //                -a---.           the consumer works on the first delta for four frames
        //                 Ax  -A---.      the queue coalesces these deltas meanwhile
        const expected = '-----a---x---(b|)';
        const pop = new BehaviorSubject<void>(undefined);
        const worked$ = e1.pipe(
          deltaFifo({ pop }),
          concatMap((deltas) => of(brief(deltas)).pipe(delay(4))),
          tap(() => pop.next()),
        );

        expectObservable(worked$).toBe(expected, {
          a: 'Added a@3',
          x: 'Updated a@5, Deleted a@5',
          b: 'Added b@4',
        });
      });
    });

    it('should complete when the source has completed and the queue is empty', () => {
      marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('  -ab-|         ', events);
        const e1subs = '  ^---!         ';
        const pop = hot(' ------p---p---');
        const popsubs = ' ^---------!   ';
        const expected = '------a---(b|)';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, {
          a: 'Added a@3',
          b: 'Added b@4',
        });
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
        expectSubscriptions(pop.subscriptions).toBe(popsubs);
      });
    });

    it('should complete after the pending pop when `pop` has completed', () => {
      marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('  ---a-b---', events);
        const e1subs = '  ^--!     ';
        const pop = hot(' -p|      ');
        const expected = '---(a|)  ';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, { a: 'Added a@3' });
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });

    it('should drop the queue when `pop` has completed', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -ab------', events);
        const pop = hot(' ---p-|   ');
        const expected = '---a-|   ';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected, { a: 'Added a@3' });
      });
    });

    it('should emit an error of `pop`', () => {
      marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('  -a-------', events);
        const e1subs = '  ^----!   ';
        const pop = hot(' -----#   ');
        const expected = '-----#   ';

        expectObservable(e1.pipe(deltaFifo({ pop }), short)).toBe(expected);
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });
  });

  describe.each([
    ['order: key', {}],
    ['order: arrival', { order: 'arrival' }],
    ['by key', 'by key'],
  ] as const)('a long backlog, %s', (_name, options) => {
    it('should lose nothing and keep the stack flat when a subscriber pops within next', () => {
      const pop = new Subject<void>();
      const seen: string[] = [];
      concat(from(manyEvents), NEVER)
        .pipe(fifo(options, pop))
        .subscribe((key) => {
          seen.push(key);
          pop.next();
        });

      pop.next();

      expect(seen.join()).toBe(manyKeys.join());
    });

    it('should allow pops within next when the first pop was pending', () => {
      const pop = new BehaviorSubject<void>(undefined);
      const events$ = new Subject<ReflectorEvent<KubeObject>>();
      const seen: string[] = [];
      events$.pipe(fifo(options, pop)).subscribe((key) => {
        if (seen.push(key) === 1) for (const event of manyEvents.slice(1)) events$.next(event);
        pop.next();
      });

      for (const event of manyEvents.slice(0, 1)) events$.next(event);

      expect(seen.join()).toBe(manyKeys.join());
    });
  });

  describe('replace: by-key', () => {
    const known = { listKeys: () => ['a', 'c'], get: (key: string) => at(key, '1') };

    it('should split a replace by key and delete the objects that the list lacks (B77, B78, B80)', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -r----------', events);
        const pop = hot(' ---p--p--p--');
        const expected = '---a--b--c--';

        const deltas$ = e1.pipe(deltaFifoByKey({ pop, knownObjects: known }), short);
        expectObservable(deltas$).toBe(expected, { a: 'Replaced a@5', b: 'Replaced b@4', c: 'Deleted? c@1' });
      });
    });

    it('should emit all deltas of an event synchronously, without pop', () => {
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -a-r----s---k-|', events);
        const expected = '-a-(ABC)(st)--|';

        expectObservable(e1.pipe(deltaFifoByKey({ knownObjects: known }), short)).toBe(expected, {
          a: 'Added a@3',
          A: 'Replaced a@5',
          B: 'Replaced b@4',
          C: 'Deleted? c@1',
          s: 'Sync a@1',
          t: 'Sync c@1',
        });
      });
    });

    it('should lose no delete of an object that the consumer is processing, until the next pop (B73, B74, B78)', () => {
      const nothing = { listKeys: () => [], get: () => undefined };
      marbles().run(({ hot, expectObservable }) => {
        const e1 = hot('  -a--x---x-b-e---', { ...events, e: replaced('9') });
        const pop = hot(' ---p-p-p-----p--');
        const expected = '---a-x----b--c--';

        const deltas$ = e1.pipe(deltaFifoByKey({ pop, knownObjects: nothing }), short);
        expectObservable(deltas$).toBe(expected, {
          a: 'Added a@3',
          x: 'Deleted a@5',
          b: 'Added b@4',
          c: 'Deleted? b@4',
        });
      });
    });

    it('should report whether the first list is still being popped (B84, B90)', () => {
      const seen = from([events.r, events.A]).pipe(
        deltaFifoByKey(),
        map(({ isInInitialList, hasSynced }) => ({ isInInitialList, hasSynced })),
      );
      const flags: unknown[] = [];
      seen.subscribe((flag) => flags.push(flag));

      expect(flags).toEqual([
        { isInInitialList: true, hasSynced: false },
        { isInInitialList: true, hasSynced: true },
        { isInInitialList: false, hasSynced: true },
      ]);
    });

    it.each([
      ['without pop', {}],
      ['with pop', { pop: NEVER }],
    ])('should emit an error that a transform throws, %s', (_name, options) => {
      const cause = new Error('no');
      const transform = (): never => {
        throw cause;
      };
      let error: unknown;
      of(events.a)
        .pipe(deltaFifoByKey({ ...options, transform }))
        .subscribe({ error: (thrown: unknown) => (error = thrown) });

      expect(error).toBeInstanceOf(HandlerError);
      expect(error).toMatchObject({ where: 'transform', key: 'a', cause });
    });

    describe('a look-up that throws', () => {
      const cause = new Error('no');
      const broken = {
        listKeys: () => ['c'],
        get: (): KubeObject => {
          throw cause;
        },
      };

      it('should call onError, and delete the key without an object (B79)', () => {
        const errors: HandlerError[] = [];
        const deltas: unknown[] = [];
        of(events.r)
          .pipe(deltaFifoByKey({ knownObjects: broken, onError: (error) => errors.push(error) }), short)
          .subscribe((delta) => deltas.push(delta));

        expect(deltas).toEqual(['Replaced a@5', 'Replaced b@4', 'Deleted? c']);
        expect(errors).toMatchObject([{ where: 'knownObjects.get', key: 'c', cause }]);
      });

      it('should report to RxJS’s onUnhandledError without onError', async () => {
        const unhandled = new Promise((resolve) => (config.onUnhandledError = resolve));
        try {
          of(events.r)
            .pipe(deltaFifoByKey({ knownObjects: broken }))
            .subscribe();

          await expect(unhandled).resolves.toMatchObject({ where: 'knownObjects.get', key: 'c', cause });
        } finally {
          config.onUnhandledError = null;
        }
      });
    });
  });

  describe.each([
    ['without pop', {}],
    ['with pop', { pop: NEVER }],
    ['order: arrival', { pop: NEVER, order: 'arrival' }],
    ['by key without pop', 'by key'],
    ['by key with pop', 'by key, popped never'],
  ] as const)('as any operator, %s', (_name, options) => {
    it('should complete with an empty source', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold(' |   ', events);
        const e1subs = '  (^!)';
        const expected = '|   ';

        expectObservable(e1.pipe(fifo(options))).toBe(expected);
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });

    it('should not emit while the source does not', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold(' -', events);
        const e1subs = '  ^';
        const expected = '-';

        expectObservable(e1.pipe(fifo(options))).toBe(expected);
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });

    it('should emit an error synchronously and drop the queue', () => {
      marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
        const e1 = cold(' --#', events);
        const e1subs = '  ^-!';
        const expected = '--#';

        expectObservable(e1.pipe(fifo(options))).toBe(expected);
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });

    it('should unsubscribe from the source when unsubscribed early', () => {
      marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
        const e1 = hot('  ----a--', events);
        const unsub = '   ^-!    ';
        const e1subs = '  ^-!    ';
        const expected = '---    ';

        expectObservable(e1.pipe(fifo(options)), unsub).toBe(expected);
        expectSubscriptions(e1.subscriptions).toBe(e1subs);
      });
    });
  });

  it.each([
    ['order: key', {}],
    ['order: arrival', { order: 'arrival' }],
    ['by key', 'by key'],
  ] as const)('should start again for each subscription, %s', (_name, options) => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('  (ab)       ', events);
      const e1subs = ['  ^--!       ', '---^--!    '];
      const pop = cold(' ---p       ');
      const expected = ' ---a--(a|) ';

      const first$ = e1.pipe(fifo(options, pop), take(1)); // the delta of b stays in the queue
      expectObservable(concat(first$, first$)).toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  describe('bad options', () => {
    it.each([
      [{ pop: 5 }, 'deltaFifo: pop must be an Observable, not 5'],
      [{ order: 'random' }, `deltaFifo: order must be 'key' or 'arrival', not "random"`],
      [{ pop: NEVER, process: () => undefined }, 'deltaFifo: pop must be absent beside process'],
      [
        { replace: 'by-key' },
        /^deltaFifo: replace must be absent: a replace by key is deltaFifoByKey\(\) of rx-informer\/client-go$/,
      ],
      [
        { knownObjects: { listKeys: () => [] } },
        "deltaFifo: unknown option 'knownObjects'; allowed: pop, order, process",
      ],
      [null, /^deltaFifo: options must be an object with .*, not null$/],
    ])('should throw when called with %j', (options, message) => {
      const call = (): unknown => deltaFifo(options as unknown as DeltaQueueOptions<KubeObject>);

      expect(call).toThrow(OptionsError);
      expect(call).toThrow(message);
    });

    it.each([
      [{ order: 'key' }, "deltaFifoByKey: unknown option 'order'; allowed: pop, process, knownObjects"],
      [{ pop: NEVER, process: () => undefined }, 'deltaFifoByKey: pop must be absent beside process'],
      [
        { knownObjects: { listKeys: () => [] } },
        'deltaFifoByKey: knownObjects must be an object with listKeys() and get(key), such as a store, not an object',
      ],
      [{ emitDeltaTypeReplaced: 1 }, 'deltaFifoByKey: emitDeltaTypeReplaced must be true or false'],
      [{ transform: 'x' }, 'deltaFifoByKey: transform must be a function'],
      [{ onError: null }, 'deltaFifoByKey: onError must be a function'],
    ])('should throw by key when called with %j', (options, message) => {
      const call = (): unknown => deltaFifoByKey(options as unknown as ByKeyOptions<KubeObject>);

      expect(call).toThrow(OptionsError);
      expect(call).toThrow(message);
    });
  });
});

type Form = DeltaQueueOptions<KubeObject> | 'by key' | 'by key, popped never';

/**
 * Returns `deltaFifo` or `deltaFifoByKey`, as `form` says. The returned operator emits the keys of the
 * deltas.
 */
function fifo(form: Form, pop?: Observable<unknown>): OperatorFunction<ReflectorEvent<KubeObject>, string> {
  const popped = pop && { pop };
  const deltas: OperatorFunction<
    ReflectorEvent<KubeObject>,
    readonly { readonly type: string; readonly key?: string }[]
  > = typeof form === 'object'
    ? deltaFifo<KubeObject>({ ...form, ...popped })
    : deltaFifoByKey<KubeObject>(form === 'by key' ? { ...popped } : { pop: NEVER });
  return (events$) =>
    events$.pipe(
      deltas,
      map(([delta]) => delta?.key ?? delta?.type ?? ''),
    );
}

interface Widget extends KubeObject {
  readonly size: number;
}

const events$ = new Subject<ReflectorEvent<Widget>>();
const pop = new Subject<void>();

describe('the types of deltaFifo', () => {
  it('should derive the types from the source and the form', () => {
    expectTypeOf(events$.pipe(deltaFifo())).toEqualTypeOf<Observable<Deltas<Widget>>>();
    expectTypeOf(events$.pipe(deltaFifo({ pop, order: 'arrival' }))).toEqualTypeOf<
      Observable<Deltas<Widget>>
    >();
    expectTypeOf(events$.pipe(deltaFifoByKey())).toEqualTypeOf<Observable<KeyDeltas<Widget>>>();
    expectTypeOf(
      events$.pipe(deltaFifoByKey({ transform: (widget) => ({ ...widget, size: 1 }) })),
    ).toEqualTypeOf<Observable<KeyDeltas<Widget>>>();
  });

  it('should accept a store as the known objects and as the subscriber', () => {
    const store = indexedStore<Widget>();

    expectTypeOf(store).toExtend<NonNullable<ByKeyOptions<Widget>['knownObjects']>>();
    expectTypeOf<StoreSubject<Widget>['next']>().parameter(0).toEqualTypeOf<Deltas<Widget>>();
  });

  it('should separate the options of the two forms', () => {
    expectTypeOf<{ knownObjects: object }>().not.toExtend<DeltaQueueOptions<Widget>>();
    expectTypeOf<keyof ByKeyOptions<Widget>>().extract<'order'>().toBeNever();
  });
});
