import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { concat, EMPTY, NEVER, type Observable, of, Subject, throwError } from 'rxjs';
import { deltaFifo, type Deltas, type KubeObject, type ReflectorEvent } from 'rx-informer';
import { added, at, brief, modified, replaced } from './events.ts';

type Event = ReflectorEvent<KubeObject>;

/** Returns the deltas that the process function has received, and how the stream has ended. */
function played(
  events$: Observable<Event>,
  process: (deltas: Deltas<KubeObject>) => Observable<never> | undefined,
): { readonly processed: readonly string[]; readonly ends: readonly unknown[]; readonly stop: () => void } {
  const processed: string[] = [];
  const ends: unknown[] = [];
  const subscription = events$
    .pipe(
      deltaFifo({
        process: (deltas) => {
          processed.push(brief(deltas) ?? '');
          return process(deltas);
        },
      }),
    )
    .subscribe({ error: (error: unknown) => ends.push(error), complete: () => ends.push('complete') });
  return { processed, ends, stop: () => subscription.unsubscribe() };
}

const isList = (deltas: Deltas<KubeObject>): boolean => deltas[0].type === 'ReplacedAll';
const list = replaced('3', at('a', '3'));

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('deltaFifo({ process })', () => {
  // Waits for a new task, because an earlier spec may have used up the time of this task.
  beforeEach(turnOfEventLoop);
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('should process each event synchronously, and complete with the source', () => {
    const { processed, ends } = played(of(list, added(at('b', '4'))), () => undefined);

    expect(processed).toEqual(['ReplacedAll 3: a@3', 'Added b@4']);
    expect(ends).toEqual(['complete']);
  });

  it('should queue events by key, and the completion, while the consumer is busy', async () => {
    const done = new Subject<never>();
    const events$ = of(list, modified(at('a', '4')), added(at('b', '5')), modified(at('a', '6')));
    const { processed, ends } = played(events$, (deltas) => (isList(deltas) ? done : undefined));

    expect([processed, ends]).toEqual([['ReplacedAll 3: a@3'], []]);
    done.complete();
    while (ends.length === 0) await turnOfEventLoop();
    expect(processed.slice(1)).toEqual(['Updated a@4, Updated a@6', 'Added b@5']);
    expect(ends).toEqual(['complete']);
  });

  it('should emit each pop once, after it has been processed', () => {
    const done = [new Subject<never>(), new Subject<never>()];
    const [first, second] = done;
    const events$ = new Subject<Event>();
    const emitted: (string | undefined)[] = [];
    const waits = [...done];
    events$
      .pipe(deltaFifo({ process: () => waits.shift() }))
      .subscribe((deltas) => emitted.push(brief(deltas)));

    events$.next(list);
    events$.next(added(at('b', '4')));
    expect(emitted).toEqual([]);
    first?.complete();
    expect(emitted).toEqual(['ReplacedAll 3: a@3']);
    second?.complete();
    expect(emitted).toEqual(['ReplacedAll 3: a@3', 'Added b@4']);
    events$.next(added(at('c', '5')));
    expect(emitted).toEqual(['ReplacedAll 3: a@3', 'Added b@4', 'Added c@5']);
  });

  it('should process a backlog in slices, in order, and later events after it', async () => {
    const done = new Subject<never>();
    const events$ = new Subject<Event>();
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 1));
    const { processed, ends } = played(events$, (deltas) => (isList(deltas) ? done : undefined));
    events$.next(list);
    for (let nth = 0; nth < 50; nth++) events$.next(added(at(`o${nth}`, `${nth + 4}`)));

    done.complete();
    const first = processed.length;
    events$.next(added(at('last', '60')));
    events$.complete();
    const ended = ends.length;
    while (ends.length === 0) await turnOfEventLoop();

    expect(first).toBeGreaterThan(1);
    expect([first < 30, ended]).toEqual([true, 0]);
    expect(processed).toEqual([
      'ReplacedAll 3: a@3',
      ...Array.from({ length: 50 }, (_, nth) => `Added o${nth}@${nth + 4}`),
      'Added last@60',
    ]);
    expect(ends).toEqual(['complete']);
  });

  it.each<[string, () => unknown]>([
    ['a promise', () => Promise.resolve()],
    ['an Observable that has a value', () => of(1)],
    ['an Observable that is empty', () => EMPTY],
  ])('should process in slices if each call returns %s (PF9)', async (_name, result) => {
    const done = new Subject<never>();
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 1));
    const others = Array.from({ length: 500 }, (_, nth) => added(at(`o${nth}`, `${nth + 4}`)));
    const { processed, ends } = played(of(list, ...others), (deltas) =>
      isList(deltas) ? done : (result() as Observable<never>),
    );

    done.complete();
    const counts = [processed.length];
    while (ends.length === 0) {
      await turnOfEventLoop();
      counts.push(processed.length);
    }

    expect(processed).toHaveLength(501);
    expect(counts.length).toBeGreaterThan(5);
    expect(Math.max(...counts.slice(1).map((count, nth) => count - (counts[nth] ?? 0)))).toBeLessThan(250);
  });

  it.each<[string, () => unknown, readonly number[]]>([
    ['nothing', () => undefined, [5]],
    ['an Observable that is empty', () => EMPTY, [5, 6]],
  ])('should end a slice after 5 ms of work, if each returns %s (PF9)', async (_name, result, lengths) => {
    const done = new Subject<never>();
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const others = Array.from({ length: 50 }, (_, nth) => added(at(`o${nth}`, `${nth + 4}`)));
    const { processed, ends } = played(of(list, ...others), (deltas) => {
      if (isList(deltas)) return done;
      now += 1;
      return result() as Observable<never>;
    });

    // The time between two time slices does not count as work.
    now += 1_000;
    done.complete();
    const counts = [processed.length - 1];
    while (ends.length === 0) {
      now += 1_000;
      const before = processed.length;
      await turnOfEventLoop();
      counts.push(processed.length - before);
    }

    const slices = counts.filter((count) => count > 0);
    expect(processed).toHaveLength(51);
    expect([...new Set(slices.slice(0, -1))].sort()).toEqual(lengths);
    expect(slices.at(-1)).toBeLessThanOrEqual(6);
  });

  it('should process no more of a backlog after an unsubscribe', async () => {
    const done = new Subject<never>();
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now += 1));
    const others = Array.from({ length: 50 }, (_, nth) => added(at(`o${nth}`, `${nth + 4}`)));
    const { processed, stop } = played(concat(of(list, ...others), NEVER), (deltas) =>
      isList(deltas) ? done : undefined,
    );

    done.complete();
    const { length } = processed;
    stop();
    for (let turn = 0; turn < 5; turn++) await turnOfEventLoop();

    expect(length).toBeGreaterThan(1);
    expect(processed).toHaveLength(length);
  });

  it('should keep the stack flat when a long backlog is processed synchronously', async () => {
    const done = new Subject<never>();
    const lists = Array.from({ length: 20_000 }, () => list);
    const waits = [done];
    const { processed, ends } = played(of(list, ...lists), () => waits.pop() ?? EMPTY);

    done.complete();
    while (ends.length === 0) await turnOfEventLoop();

    expect(processed).toHaveLength(20_001);
    expect(ends).toEqual(['complete']);
  });

  it('should emit an error of `process`, thrown or from its Observable', () => {
    const thrown = new Error('thrown');
    const throwing = played(of(list, list), () => {
      throw thrown;
    });
    const failing = played(of(list, list), () => throwError(() => thrown));

    for (const { processed, ends } of [throwing, failing]) {
      expect(processed).toHaveLength(1);
      expect(ends).toEqual([thrown]);
    }
  });

  it('should process no more after an unsubscribe, with deltas in the queue', () => {
    const events$ = of(list, added(at('b', '4')), added(at('c', '5')));
    let stop = (): void => undefined;
    const done = new Subject<never>();
    const { processed, stop: unsubscribe } = played(events$, (deltas) => {
      if (isList(deltas)) return done;
      stop();
      return undefined;
    });
    stop = unsubscribe;
    done.complete();

    expect(processed).toEqual(['ReplacedAll 3: a@3', 'Added b@4']);
  });

  it('should emit an error of the source without processing the deltas in the queue', () => {
    const events = new Subject<Event>();
    const { processed, ends } = played(events, () => NEVER);
    events.next(list);
    events.next(added(at('b', '4')));

    const lost = new Error('lost');
    events.error(lost);

    expect(processed).toHaveLength(1);
    expect(ends).toEqual([lost]);
  });

  it('should process nothing after an unsubscribe, and start a new queue for the next subscriber', () => {
    const events = new Subject<Event>();
    const busy = new Subject<never>();
    const first = played(events, () => busy);
    events.next(list);
    events.next(added(at('b', '4')));
    first.stop();
    busy.complete();

    const second = played(events, () => undefined);
    events.next(added(at('c', '5')));

    expect([first.processed, busy.observed]).toEqual([['ReplacedAll 3: a@3'], false]);
    expect(second.processed).toEqual(['Added c@5']);
  });
});
