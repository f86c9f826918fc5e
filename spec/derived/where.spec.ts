import { describe, expect, it, jest } from '@jest/globals';
import {
  byLabel,
  compact,
  type Change,
  HandlerError,
  informer,
  type Informer,
  type KubeObject,
  query,
  type ReflectorEvent,
  waitForCacheSync,
} from 'rx-informer';
import { where } from 'rx-informer/derived';
import { defer, EMPTY, from, map, mergeAll, NEVER, type Observable, of, Subject, throwError } from 'rxjs';
import { marbles } from '../support/marbles.ts';
import { event, list } from '../support/reflector-events.ts';
import { line, thing } from '../support/things.ts';
import { advanceMinute, virtualTime } from '../support/virtual-time.ts';

virtualTime();

const events: Record<string, ReflectorEvent<KubeObject>> = {
  e: list(),
  l: list('a@1:red', 'b@2'),
  r: event('MODIFIED', 'b@12:red'),
  s: event('MODIFIED', 'b@13:red'),
  g: event('MODIFIED', 'b@14'),
  d: event('DELETED', 'a@15:red'),
  n: event('ADDED', 'c@16'),
  y: { type: 'RESYNC' },
};
const isRed = ({ metadata }: KubeObject): boolean => metadata.labels?.['color'] === 'red';
const red = (source$: Observable<ReflectorEvent<KubeObject>>): Informer<KubeObject> =>
  where(informer(source$), isRed);
const failure = new Error('no');

/** Emits events by their names in `events`. */
function emit(events$: Subject<ReflectorEvent<KubeObject>>, names: string): void {
  for (const name of names.split('')) {
    const one = events[name];
    if (one !== undefined) events$.next(one);
  }
}

/** The changes of an informer as lines of text, at the time when the store applies them. */
const linesOf = (source: Informer<KubeObject>): Observable<string> =>
  source.store.batches$.pipe(mergeAll(), map(line));

describe('where', () => {
  it('should emit an object that begins to pass as added, and an object that passes no longer as deleted', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-r-s-g-d-n-y-', events);
      const expected = '  -a-b-c-d-e-----';

      expectObservable(linesOf(red(e1))).toBe(expected, {
        a: 'added a@1:red initial',
        b: 'added b@12:red watch',
        c: 'updated b@12:red b@13:red watch',
        d: 'deleted b@13:red scope',
        e: 'deleted a@15:red watch',
      });
    });
  });

  it('should emit the changes to a handler as the other informer does', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const lines: string[] = [];
    const running = red(events$)
      .changes()
      .subscribe((change) => lines.push(line(change)));
    emit(events$, 'lrsg');
    await advanceMinute();
    running.unsubscribe();

    expect(lines).toEqual([
      'added a@1:red initial',
      'added b@12:red watch',
      'updated b@12:red b@13:red watch',
      'deleted b@13:red scope',
    ]);
  });

  it('should emit a delete and an add for a new object with the same name, in one batch (G6)', () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const batches: string[][] = [];
    red(events$).store.batches$.subscribe((batch) => batches.push(batch.map(line)));
    events$.next(list('a@1#1:red'));
    events$.next(event('MODIFIED', 'a@12#2:red'));
    events$.next(list('a@13#3:red'));

    expect(batches.slice(1)).toEqual([
      ['deleted a@1#1:red unknown watch', 'added a@12#2:red watch'],
      ['deleted a@12#2:red unknown relist', 'added a@13#3:red relist'],
    ]);
  });

  it('should sync with an empty list, and have the status of the other informer', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const source = informer(events$);
    const informers = { source, red: where(source, isRed) };
    const phases: string[] = [];
    informers.red.status$.subscribe(({ phase, hasSynced }) => phases.push(`${phase} ${hasSynced}`));
    const running = informers.red.start();
    const synced = waitForCacheSync([informers.red]);
    events$.next(list('b@2'));
    await synced;
    running.unsubscribe();
    await advanceMinute();

    expect([...new Set(phases)]).toEqual([
      'stopped false',
      'listing false',
      'watching false',
      'watching true',
      'stopped true',
    ]);
    expect(informers.red.store.size).toBe(0);
    expect(informers.red.lastFrameAt).toBe(source.lastFrameAt);
  });

  it('should list a late subscriber the current content', () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const derived = red(events$);
    derived.start();
    emit(events$, 'l');
    const lines: string[] = [];
    linesOf(derived).subscribe((text) => lines.push(text));

    expect(lines).toEqual(['added a@1:red replay']);
    expect(derived.store.list()).toEqual([thing('a@1:red')]);
  });

  it('should emit only the differences after a restart', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const source = informer(events$);
    source.start();
    const derived = where(source, isRed, { resetDelay: 0 });
    const first = derived.start();
    events$.next(list('a@1:red', 'b@2:red', 'c@3:red', 'd@4'));
    first.unsubscribe();
    events$.next(event('DELETED', 'a@12:red'));
    events$.next(event('MODIFIED', 'b@13:red'));
    events$.next(event('MODIFIED', 'd@14:red'));
    await advanceMinute();
    expect(derived.store.listKeys()).toEqual(['a', 'b', 'c']);
    const batches: string[][] = [];
    derived.store.batches$.subscribe((batch) => batches.push(batch.map(line)));

    expect(batches).toEqual([
      ['added a@1:red replay', 'added b@2:red replay', 'added c@3:red replay'],
      ['deleted a@1:red unknown relist', 'updated b@2:red b@13:red relist', 'added d@14:red relist'],
    ]);
  });

  it('should emit nothing for unchanged objects of a store with `compact()` after a restart', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const source = informer(events$, { storage: compact() });
    source.start();
    const derived = where(source, isRed, { resetDelay: 0 });
    const first = derived.start();
    emit(events$, 'lr');
    await advanceMinute();
    first.unsubscribe();
    const lines: string[] = [];
    linesOf(derived).subscribe((text) => lines.push(text));
    await advanceMinute();

    expect(lines).toEqual(['added a@1:red replay', 'added b@12:red replay']);
  });

  it('should not run an informer again that has completed', () => {
    let runs = 0;
    const source = informer(
      defer(() => {
        runs++;
        return of(list());
      }),
    );
    where(source, isRed).store.batches$.subscribe();

    expect(runs).toBe(1);
  });

  it('should have its own indexes, and be the input of a query', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const derived = where(informer(events$), isRed, { indexers: { color: byLabel('color') } });
    const results: string[][] = [];
    query(derived).subscribe((rows) => results.push(rows.map(({ metadata }) => metadata.name)));
    emit(events$, 'lr');
    await advanceMinute();

    expect(derived.store.indexKeys('color', 'red')).toEqual(['a', 'b']);
    expect(results.at(-1)).toEqual(['a', 'b']);
  });

  it('should leave out an object whose predicate throws, and report the error', () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const onError = jest.fn<(error: HandlerError) => void>();
    const derived = where(
      informer(events$),
      (object) => {
        if (object.metadata.resourceVersion === '12') throw failure;
        return true;
      },
      { onError },
    );
    const lines: string[] = [];
    linesOf(derived).subscribe((text) => lines.push(text));
    emit(events$, 'lrs');

    expect(lines.slice(2)).toEqual(['deleted b@2 scope', 'added b@13:red watch']);
    expect(onError.mock.calls.map(([{ message }]) => message)).toEqual([
      'predicate of where threw for b: no',
    ]);
  });

  it('should apply a long list atomically, and not block the event loop for it', async () => {
    const events$ = new Subject<ReflectorEvent<KubeObject>>();
    const derived = red(events$);
    const batches: (readonly Change<KubeObject>[])[] = [];
    derived.store.batches$.subscribe((batch) => batches.push(batch));
    events$.next(list(...Array.from({ length: 5_000 }, (_, nth) => `a${nth}@${nth + 1}:red`)));
    await advanceMinute();
    events$.next(event('MODIFIED', 'a7@9999:red'));

    expect(batches.map(({ length }) => length)).toEqual([5_000, 1]);
  });

  it.each([
    ['informer', () => where({} as never, isRed), 'where: informer must be an informer'],
    ['predicate', () => where(informer(NEVER), 'red' as never), 'where: predicate must be a function'],
    [
      'option',
      () => where(informer(NEVER), isRed, { indexer: {} } as never),
      "where: unknown option 'indexer'",
    ],
  ])('should throw for a wrong %s', (_, create, message) => {
    expect(create).toThrow(message);
  });

  it('should complete for an empty source', () => {
    marbles().run(({ expectObservable }) => expectObservable(linesOf(red(EMPTY))).toBe('|'));
  });

  it('should emit the content of a source that completes at once, and complete', () => {
    marbles().run(({ expectObservable }) => {
      const source$ = from([list('a@1:red', 'b@2')]);
      expectObservable(linesOf(red(source$))).toBe('(a|)', { a: 'added a@1:red initial' });
    });
  });

  it('should not end for a source that never emits', () => {
    marbles().run(({ expectObservable }) => expectObservable(linesOf(red(NEVER))).toBe('-'));
  });

  it('should pass an error on, after the changes before it', () => {
    marbles().run(({ cold, expectObservable }) => {
      const e1 = cold('   -l-#', events, failure);
      const expected = '  -a-#';

      expectObservable(linesOf(red(e1))).toBe(expected, { a: 'added a@1:red initial' }, failure);
      expectObservable(linesOf(red(throwError(() => failure)))).toBe('#', {}, failure);
    });
  });

  it('should unsubscribe from the source after an early unsubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   -l-r-s-', events);
      const unsub = '     ---!   ';
      const expected = '  -a--   ';
      const source = informer(e1, { resetDelay: 0 });

      expectObservable(linesOf(where(source, isRed, { resetDelay: 0 })), unsub).toBe(expected, {
        a: 'added a@1:red initial',
      });
      expectSubscriptions(e1.subscriptions).toBe('^--!');
    });
  });

  it('should run again after a resubscribe', () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const e1 = cold('   -l-', events);
      const derived = where(informer(e1, { resetDelay: 0 }), isRed, { resetDelay: 0 });

      expectObservable(linesOf(derived), '^-!').toBe('-a', { a: 'added a@1:red initial' });
      expectObservable(linesOf(derived), '---^--!').toBe('---r', { r: 'added a@1:red replay' });
      expectSubscriptions(e1.subscriptions).toBe(['^-!', '---^--!']);
    });
  });
});
