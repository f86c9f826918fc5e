import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  asapScheduler,
  config,
  EMPTY,
  firstValueFrom,
  map,
  NEVER,
  observeOn,
  of,
  repeat,
  Subject,
  take,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import { type HandlerError, type KubeObject, OptionsError, type ReflectorEvent } from 'rx-informer';
import {
  type DeltaFIFO,
  type DeltaFIFOOptions,
  type DeltaStore,
  FifoClosedError,
  newDeltaFIFO,
  newStore,
  RequeueError,
  type KeyDeltas,
} from 'rx-informer/client-go';
import { brief } from '../../queue/events.ts';
import { marbles } from '../../support/marbles.ts';
import { textOf, thing } from '../../support/things.ts';

const noop = (): void => undefined;
type Fifo = DeltaFIFO<KubeObject>;

/** Pops all queued deltas. Returns them as lines of text. */
function drain(fifo: Fifo): readonly string[] {
  const lines: string[] = [];
  while (fifo.length > 0) fifo.pop((deltas) => lines.push(brief(deltas) ?? '')).subscribe();
  return lines;
}

/** Writes a list to the queue. Then pops the given number of entries. */
const listed = (fifo: Fifo, pops: number, ...texts: readonly string[]): void => {
  fifo.replace(texts.map(thing), '1');
  for (let at = 0; at < pops; at += 1) fifo.pop(noop).subscribe();
};

function filled(options: DeltaFIFOOptions<KubeObject>, ...texts: readonly string[]): Fifo {
  const fifo = newDeltaFIFO(options);
  for (const text of texts) fifo.add(thing(text));
  return fifo;
}

/** Returns a store that contains these objects. */
function holding(...texts: readonly string[]): DeltaStore<KubeObject> {
  const store = newStore<KubeObject>();
  for (const text of texts) store.add(thing(text));
  return store;
}

const tombstone = (text: string) =>
  ({ key: text.replace(/@.*/, ''), object: thing(text), finalStateKnown: false }) as const;

describe('newDeltaFIFO', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should pop all deltas of the oldest key (B71, B72)', () => {
    const fifo = filled({}, 'a@1', 'b@2');
    fifo.update(thing('a@3'));
    fifo.delete(thing('a@4'));

    expect(drain(fifo)).toEqual(['Added a@1, Updated a@3, Deleted a@4', 'Added b@2']);
  });

  it('should drop the delete of an object that is neither known nor queued (B73, B75)', () => {
    const known = holding('a@1');
    const fifo = newDeltaFIFO({ knownObjects: known });
    fifo.delete(thing('b@2'));
    fifo.delete(tombstone('c@3'));
    expect(fifo.length).toBe(0);

    fifo.delete(thing('a@4'));
    fifo.pop(() => known.delete(thing('a@4'))).subscribe();
    fifo.delete(thing('a@5'));
    expect(drain(fifo)).toEqual([]);
  });

  it('should queue the delete of a queued object (B74), and two deletes as one (B76)', () => {
    const fifo = filled({}, 'a@1');
    fifo.delete(thing('a@2'));
    fifo.delete(thing('a@3'));

    expect(drain(fifo)).toEqual(['Added a@1, Deleted a@2']);
  });

  it('should delete the objects that a list lacks (B77, B78, B81)', () => {
    const fifo = filled({ knownObjects: holding('k@1') }, 'a@2', 'q@3');
    fifo.replace([thing('a@4')], '4');

    expect(drain(fifo)).toEqual(['Added a@2, Sync a@4', 'Added q@3, Deleted? q@3', 'Deleted? k@1']);
  });

  it('should queue a tombstone without an object when the look-up fails (B79)', () => {
    const onError = jest.fn<(error: HandlerError) => void>();
    const fail = (): never => {
      throw new Error('broken');
    };
    const fifo = newDeltaFIFO<KubeObject>({ knownObjects: { listKeys: () => ['k'], get: fail }, onError });
    fifo.replace([], '1');

    expect(drain(fifo)).toEqual(['Deleted? k']);
    expect(onError.mock.calls.map(([{ where, key }]) => [where, key])).toEqual([['knownObjects.get', 'k']]);
  });

  it.each([
    [undefined, 'Sync a@1'],
    [false, 'Sync a@1'],
    [true, 'Replaced a@1'],
  ])('should queue a list by key, emitDeltaTypeReplaced %p (B80)', (emit, line) => {
    const fifo = newDeltaFIFO(emit === undefined ? {} : { emitDeltaTypeReplaced: emit });
    fifo.replace([thing('a@1')], '1');

    expect(drain(fifo)).toEqual([line]);
  });

  it('should resync the known keys that are not queued (B82, B83)', () => {
    const fifo = filled({ knownObjects: holding('a@1', 'b@2') }, 'a@3');
    fifo.resync();

    expect(drain(fifo)).toEqual(['Added a@3', 'Sync b@2']);
  });

  it.each([
    ['nothing', noop, false],
    ['an add', (fifo: Fifo) => fifo.add(thing('a@1')), true],
    ['a delete', (fifo: Fifo) => fifo.delete(thing('a@1')), true],
    ['an empty list', (fifo: Fifo) => fifo.replace([], '1'), true],
    ['a list', (fifo: Fifo) => fifo.replace([thing('a@1')], '1'), false],
    ['a list, popped', (fifo: Fifo) => listed(fifo, 1, 'a@1'), true],
    ['a list, half popped', (fifo: Fifo) => listed(fifo, 1, 'a@1', 'b@1'), false],
  ] as const)('should have synced after %s: like client-go (B84)', (_what, act, hasSynced) => {
    const fifo = newDeltaFIFO();
    act(fifo);

    expect(fifo.hasSynced()).toBe(hasSynced);
  });

  it('should count the deletes of the first list (B85)', () => {
    const fifo = newDeltaFIFO({ knownObjects: holding('k@1') });
    fifo.replace([thing('a@2')], '2');
    fifo.delete(thing('a@3'));
    const synced = [fifo.hasSynced()];
    while (fifo.length > 0) {
      fifo.pop(noop).subscribe();
      synced.push(fifo.hasSynced());
    }

    expect(synced).toEqual([false, false, true]);
  });

  it('should transform queued objects, but neither tombstones nor known objects (B86)', () => {
    const transformer = ({ metadata }: KubeObject): KubeObject => ({
      metadata: { ...metadata, resourceVersion: `${metadata.resourceVersion}0` },
    });
    const fifo = filled({ transformer, knownObjects: holding('k@1', 's@1') }, 'a@1');
    fifo.delete(thing('a@2'));
    fifo.delete(tombstone('k@3'));
    fifo.resync();

    expect(drain(fifo)).toEqual(['Added a@10, Deleted a@20', 'Deleted? k@3', 'Sync s@1']);
  });

  it.each([
    ['keyOf', { keyFunction: (): never => fail() }],
    ['transform', { transformer: (): never => fail() }],
  ])('should throw the error of %s, and queue nothing (B187)', (where, options) => {
    const fifo = newDeltaFIFO<KubeObject>(options);

    expect(() => fifo.add(thing('a@1'))).toThrow(expect.objectContaining({ name: 'HandlerError', where }));
    expect(fifo.length).toBe(0);
  });

  it('should return the key of an object, a tombstone and the newest delta, and undefined for an empty array (B88)', () => {
    const fifo = filled({}, 'x/a@1');
    const deltas = fifo.getByKey('x/a');

    expect([thing('x/b@1'), tombstone('x/c@1'), deltas].map((each) => each && fifo.keyOf(each))).toEqual([
      'x/b',
      'x/c',
      'x/a',
    ]);
    expect(() => fifo.keyOf(Object.assign([], { isInInitialList: false }))).toThrow('there is no delta');
  });

  it('should not queue deltas again that could not be processed (B89)', () => {
    const fifo = filled({}, 'a@1');
    const error = jest.fn();
    fifo.pop(() => fail()).subscribe({ error });

    expect(error).toHaveBeenCalledWith(new Error('broken'));
    expect(fifo.length).toBe(0);
  });

  it.each([
    [undefined, 'succeeds'],
    [new Error('later'), 'fails'],
  ])('should queue again for a RequeueError, cause %p: the pop %s (B89)', (cause, outcome) => {
    const fifo = filled({}, 'a@1', 'b@2');
    const recorded: unknown[] = [];
    fifo
      .pop(() => {
        throw new RequeueError({ cause });
      })
      .subscribe({ error: (error: unknown) => recorded.push(error), next: () => recorded.push('popped') });

    expect(recorded).toEqual([outcome === 'fails' ? cause : 'popped']);
    expect(drain(fifo)).toEqual(['Added b@2', 'Added a@1']);
  });

  it('should count the last object of the first list as part of it (B90)', () => {
    const fifo = newDeltaFIFO();
    fifo.replace([thing('a@1'), thing('b@1')], '1');
    fifo.add(thing('c@2'));
    const recorded: boolean[] = [];
    while (fifo.length > 0)
      fifo.pop((_deltas, isInInitialList) => recorded.push(isInInitialList)).subscribe();

    expect(recorded).toEqual([true, true, false]);
  });

  it('should list the queued deltas, as older versions of client-go did', () => {
    const fifo = filled({}, 'a@1', 'b@2');
    fifo.update(thing('a@3'));

    expect(fifo.list().map(textOf)).toEqual(['a@3', 'b@2']);
    expect(fifo.listKeys()).toEqual(['a', 'b']);
    expect(brief(fifo.get(thing('a@9')))).toBe('Added a@1, Updated a@3');
    expect(fifo.getByKey('c')).toBeUndefined();
  });

  it('should accept popped deltas again unless newer deltas are queued', () => {
    const fifo = filled({}, 'a@1', 'b@2');
    const popped: KeyDeltas<KubeObject>[] = [];
    fifo.pop((deltas) => popped.push(deltas)).subscribe();
    for (const deltas of popped) fifo.addIfNotPresent(deltas);
    expect(fifo.listKeys()).toEqual(['b', 'a']);
    for (const deltas of popped) fifo.addIfNotPresent(deltas);

    expect(drain(fifo)).toEqual(['Added b@2', 'Added a@1']);
  });

  describe('pop', () => {
    it('should wait for deltas, and end with the queue (B87)', () => {
      const fifo = newDeltaFIFO();
      const recorded: string[] = [];
      for (const name of ['first', 'second']) {
        fifo.pop(noop).subscribe({
          next: (deltas) => recorded.push(`${name} ${brief(deltas)}`),
          error: (error: unknown) => recorded.push(`${name} ${error instanceof FifoClosedError}`),
        });
      }
      expect(recorded).toEqual([]);
      fifo.add(thing('a@1'));
      expect([...recorded, fifo.isClosed()]).toEqual(['first Added a@1', false]);
      fifo.close();

      expect([...recorded, fifo.isClosed()]).toEqual(['first Added a@1', 'second true', true]);
    });

    it('should stop waiting when a tombstone is written', () => {
      const fifo = newDeltaFIFO({ knownObjects: holding('a@1') });
      const popped: (string | undefined)[] = [];
      fifo.pop(noop).subscribe((deltas) => popped.push(brief(deltas)));
      fifo.delete(tombstone('a@1'));

      expect(popped).toEqual(['Deleted? a@1']);
    });

    it('should pop the queued deltas after the queue was closed (B87)', () => {
      const fifo = filled({}, 'a@1');
      fifo.close();
      expect(drain(fifo)).toEqual(['Added a@1']);
      const error = jest.fn();
      fifo.pop(noop).subscribe({ error });

      expect(error).toHaveBeenCalledWith(expect.any(FifoClosedError));
    });

    it('should wait for the result of the process function, one pop at a time (PF18)', () => {
      marbles().run(({ expectObservable, cold }) => {
        const fifo = filled({}, 'a@1', 'b@2');
        const work = cold('  --x|');
        const first = '      ---(a|)';
        const second = '     ------(b|)';
        const key$ = fifo
          .pop(() => work)
          .pipe(
            map((deltas) => deltas[0]?.key),
            take(1),
          );

        expectObservable(key$).toBe(first);
        expectObservable(key$).toBe(second);
      });
    });

    it('should follow the marbles: never, error, an early end, and again', () => {
      marbles().run(({ cold, expectObservable }) => {
        const fifo = newDeltaFIFO();
        const a = cold('       --a');
        const work = cold('    -#', {}, new Error('broken'));
        const never = '        -';
        const early = '        -!';
        const failed = '       ---#';
        const again = '        ---b';
        const pop$ = fifo.pop(noop).pipe(map((deltas) => deltas[0]?.key));

        expectObservable(pop$, early).toBe(never);
        expectObservable(fifo.pop(() => work)).toBe(failed, {}, new Error('broken'));
        expectObservable(pop$.pipe(repeat())).toBe(again);
        expectObservable(pop$.pipe(repeat())).toBe(never);
        a.subscribe(() => {
          fifo.add(thing('a@1'));
          fifo.add(thing('b@2'));
        });
      });
    });

    it('should work with firstValueFrom(), and wait for a promise', async () => {
      const fifo = filled({}, 'a@1');
      const done: string[] = [];
      const deltas = await firstValueFrom(
        fifo.pop(async () => void done.push(await Promise.resolve('done'))),
      );

      expect([brief(deltas), ...done]).toEqual(['Added a@1', 'done']);
    });

    it('should pop once for each subscription, and not before the subscription', () => {
      const fifo = filled({}, 'a@1', 'b@2');
      const pop$ = fifo.pop(noop);
      expect(fifo.length).toBe(2);
      pop$.subscribe();
      pop$.subscribe();

      expect(fifo.length).toBe(0);
    });

    it('should cancel the wait, or the processing, when it is unsubscribed', () => {
      const fifo = newDeltaFIFO();
      const seen: string[] = [];
      fifo
        .pop(() => seen.push('gave up'))
        .subscribe()
        .unsubscribe();
      const working = fifo.pop(() => NEVER).subscribe();
      fifo.pop((deltas) => seen.push(brief(deltas) ?? '')).subscribe();
      fifo.add(thing('a@1'));
      fifo.add(thing('b@2'));
      expect(seen).toEqual([]);
      working.unsubscribe();

      expect(seen).toEqual(['Added b@2']);
    });

    it('should not overflow the stack of a loop over a long backlog', async () => {
      const fifo = newDeltaFIFO();
      const count = 20_000;
      for (let at = 0; at < count; at += 1) fifo.add(thing(`a${at}@1`));

      const popped = await firstValueFrom(fifo.pop(noop).pipe(repeat(), take(count), toArray()));

      expect(popped).toHaveLength(count);
      expect(fifo.length).toBe(0);
    });

    it('should not overflow the stack of a consumer that pops from inside `next`', () => {
      const fifo = newDeltaFIFO();
      const count = 20_000;
      for (let at = 0; at < count; at += 1) fifo.add(thing(`a${at}@1`));
      const popNext = (): void => void fifo.pop(noop).subscribe(popNext);
      popNext();

      expect(fifo.length).toBe(0);
    });

    it('should leave no scheduled action that delays virtual time', () => {
      const fifo = filled({}, 'a@1', 'b@1', 'c@1', 'd@1');
      fifo.pop(noop).subscribe();
      const looping = fifo.pop(noop).pipe(repeat()).subscribe();
      const left = filled({}, ...Array.from({ length: 200 }, (_, at) => `a${at}@1`));
      left.pop(noop).pipe(repeat()).subscribe().unsubscribe();
      expect(left.length).toBeGreaterThan(0);

      marbles().run(({ expectObservable }) => {
        expectObservable(of(1).pipe(observeOn(asapScheduler))).toBe('(a|)', { a: 1 });
      });
      looping.unsubscribe();
    });

    it('should allow a process function to write and pop', () => {
      const fifo = filled({}, 'a@1');
      const recorded: string[] = [];
      fifo
        .pop((deltas) => {
          recorded.push(brief(deltas) ?? '');
          fifo.add(thing('b@2'));
          fifo.pop((more) => recorded.push(brief(more) ?? '')).subscribe();
          recorded.push('end');
        })
        .subscribe();

      expect(recorded).toEqual(['Added a@1', 'end', 'Added b@2']);
    });
  });

  describe('fed by a reflector', () => {
    it('should be filled by the reflector, and closed when the reflector ends', () => {
      const fifo = newDeltaFIFO({ knownObjects: holding('k@1') });
      const events = new Subject<ReflectorEvent<KubeObject>>();
      events.subscribe(fifo);
      events.next({ type: 'REPLACED', items: [thing('a@2')], resourceVersion: '2' });
      events.next({ type: 'BOOKMARK', resourceVersion: '3' });
      events.next({ type: 'MODIFIED', object: thing('a@4') });
      events.complete();

      expect(fifo.isClosed()).toBe(true);
      expect(drain(fifo)).toEqual(['Sync a@2, Updated a@4', 'Deleted? k@1']);
    });

    it.each([
      ['completes immediately', EMPTY, 'closed'],
      ['errors', throwError(() => new Error('gone')), 'gone'],
    ])('should end its pops when it %s', (_how, events$, message) => {
      const fifo = newDeltaFIFO();
      events$.subscribe(fifo);
      const error = jest.fn();
      fifo.pop(noop).subscribe({ error });

      expect(error).toHaveBeenCalledWith(
        expect.objectContaining({ message: expect.stringContaining(message) }),
      );
    });

    it('should continue after an object without a key: RxJS reports it', async () => {
      const unhandled = jest.fn();
      config.onUnhandledError = unhandled;
      const fifo = newDeltaFIFO<KubeObject>({ keyFunction: ({ metadata }) => metadata.name || fail() });
      const events = new Subject<ReflectorEvent<KubeObject>>();
      events.subscribe(fifo);
      events.next({ type: 'ADDED', object: { metadata: { ...thing('a@1').metadata, name: '' } } });
      events.next({ type: 'ADDED', object: thing('b@2') });
      await firstValueFrom(timer(0));

      expect(unhandled).toHaveBeenCalledWith(expect.objectContaining({ where: 'keyOf' }));
      expect(drain(fifo)).toEqual(['Added b@2']);
    });
  });

  describe('while popped deltas are processed', () => {
    /** Runs `act` during a pop. Returns the deltas that are in the queue afterwards. */
    const meanwhile = (fifo: Fifo, act: (fifo: Fifo) => void): readonly string[] => {
      const processed = new Subject<void>();
      fifo.pop(() => processed).subscribe();
      act(fifo);
      processed.complete();
      return drain(fifo);
    };

    it('should queue a delete of their object, although the consumer has not stored the object yet (B74)', () => {
      const fifo = filled({ knownObjects: holding() }, 'a@1');
      expect(meanwhile(fifo, () => fifo.delete(thing('a@2')))).toEqual(['Deleted a@2']);
      fifo.delete(thing('a@3'));

      expect(drain(fifo)).toEqual([]); // the consumer has never stored the object, so it does not need the delete (B73)
    });

    it('should not queue a delete again that was popped, though the consumer still has the object (B75)', () => {
      const fifo = newDeltaFIFO({ knownObjects: holding('a@1') });
      fifo.delete(thing('a@2'));

      expect(meanwhile(fifo, () => fifo.delete(thing('a@2')))).toEqual([]);
    });

    it('should delete their object once, in its newest state, when a list lacks it (B77, B78)', () => {
      const fresh = filled({ knownObjects: holding() }, 'a@1');
      expect(meanwhile(fresh, () => fresh.replace([thing('b@2')], '3'))).toEqual([
        'Sync b@2',
        'Deleted? a@1',
      ]);

      const known = newDeltaFIFO({ knownObjects: holding('a@1', 'b@1') });
      known.update(thing('a@5'));
      expect(meanwhile(known, () => known.replace([], '6'))).toEqual(['Deleted? a@5', 'Deleted? b@1']);

      const deleted = newDeltaFIFO({ knownObjects: holding('a@1') });
      deleted.delete(thing('a@5'));
      expect(meanwhile(deleted, () => deleted.replace([], '6'))).toEqual([]);
    });

    it('should skip their key at a resync, because the known state is old (B83)', () => {
      const fifo = newDeltaFIFO({ knownObjects: holding('a@1', 'b@1') });
      fifo.update(thing('a@5'));

      expect(meanwhile(fifo, () => fifo.resync())).toEqual(['Sync b@1']);
    });

    it('should treat the deltas of keepInFlight() in the same way until they are requeued or newer deltas of their key are processed', () => {
      const fifo = filled({ knownObjects: holding() }, 'a@1', 'b@1');
      const held: KeyDeltas<KubeObject>[] = [];
      for (let at = 0; at < 2; at += 1) {
        fifo
          .pop((deltas) => {
            fifo.keepInFlight(deltas);
            held.push(deltas);
          })
          .subscribe();
      }
      fifo.delete(thing('a@2'));
      expect(drain(fifo)).toEqual(['Deleted a@2']);
      fifo.delete(thing('a@3'));
      expect(drain(fifo)).toEqual([]);
      for (const deltas of held.slice(1)) fifo.addIfNotPresent(deltas);
      expect(drain(fifo)).toEqual(['Added b@1']);
      fifo.delete(thing('b@2'));

      expect(drain(fifo)).toEqual([]);
    });
  });

  it('should mark queued deltas of the first list, and each delta of a list with reset versions', () => {
    const fifo = newDeltaFIFO();
    const events = new Subject<ReflectorEvent<KubeObject>>();
    events.subscribe(fifo);
    const waiting = (): unknown =>
      fifo.getByKey('a')?.map((delta) => 'versionsReset' in delta && delta.versionsReset);

    events.next({ type: 'REPLACED', items: [thing('a@9')], resourceVersion: '9' });
    const first = [waiting(), fifo.getByKey('a')?.isInInitialList];
    fifo.pop(noop).subscribe();
    events.next({ type: 'REPLACED', items: [thing('a@1')], resourceVersion: '1', versionsReset: true });
    const second = [waiting(), fifo.getByKey('a')?.isInInitialList];

    expect([first, second]).toEqual([
      [[false], true],
      [[true], false],
    ]);
  });

  it.each([
    [{ keyFunction: 'name' }, 'newDeltaFIFO: keyFunction'],
    [{ knownObjects: { listKeys: noop } }, 'an object with listKeys() and get(key)'],
    [{ knownObjects: null }, 'an object with listKeys() and get(key)'],
    [{ transformer: 1 }, 'newDeltaFIFO: transformer'],
    [{ emitDeltaTypeReplaced: 'yes' }, 'newDeltaFIFO: emitDeltaTypeReplaced'],
    [{ onError: {} }, 'newDeltaFIFO: onError'],
    [{ replace: 'by-key' }, 'newDeltaFIFO'],
  ])('should refuse %j with the message %s', (options, text) => {
    expect(() => newDeltaFIFO(options as never)).toThrow(OptionsError);
    expect(() => newDeltaFIFO(options as never)).toThrow(text);
  });
});

function fail(): never {
  throw new Error('broken');
}
