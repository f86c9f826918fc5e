import { describe, expect, it, jest } from '@jest/globals';
import { NEVER, Subject } from 'rxjs';
import { type KubeObject, OptionsError, type ReflectorEvent } from 'rx-informer';
import {
  FifoClosedError,
  newRealFIFO,
  newStore,
  type RealFIFO,
  type RealFIFOOptions,
  type RealDeltas,
} from 'rx-informer/client-go';
import { brief } from '../../queue/events.ts';
import { thing } from '../../support/things.ts';

type Fifo = RealFIFO<KubeObject>;
const noop = (): void => undefined;

const atomic = (options: RealFIFOOptions<KubeObject> = {}): Fifo =>
  newRealFIFO({ atomicEvents: true, ...options });

/** Creates a queue. Its option `knownObjects` is a store that contains the given objects. */
function byKey(options: RealFIFOOptions<KubeObject>, ...texts: readonly string[]): Fifo {
  const knownObjects = newStore();
  for (const text of texts) knownObjects.add(thing(text));
  return newRealFIFO({ knownObjects, ...options });
}

/** Pops all queued deltas. Returns them as lines of text. */
function drain(fifo: Fifo): readonly string[] {
  const lines: string[] = [];
  while (fifo.length > 0) fifo.pop((deltas) => lines.push(brief(deltas) ?? '')).subscribe();
  return lines;
}

/** If `resyncs` is true, first queues a resync. Then queues an empty list, and pops the given number of entries. */
function listed(fifo: Fifo, pops: number, resyncs = false): void {
  if (resyncs) fifo.resync();
  fifo.replace([], '1');
  for (let at = 0; at < pops; at += 1) fifo.pop(noop).subscribe();
}

/** Pops all queued deltas in batches. Returns them as lines of text. */
function drainInBatches(fifo: Fifo): readonly string[] {
  const lines: string[] = [];
  while (fifo.length > 0) {
    fifo
      .popBatch(
        (deltas) => lines.push(brief(deltas) ?? ''),
        (deltas) => lines.push(`alone: ${brief(deltas)}`),
      )
      .subscribe();
  }
  return lines;
}

describe('newRealFIFO', () => {
  it('should pop each delta in the order of arrival, also deletes of unknown objects (B91, B92)', () => {
    const fifo = atomic();
    fifo.add(thing('a@1'));
    fifo.add(thing('b@2'));
    fifo.update(thing('a@3'));
    fifo.delete(thing('a@4'));
    fifo.delete(thing('a@4'));
    fifo.delete({ key: 'c', object: undefined, finalStateKnown: false });

    expect(drain(fifo)).toEqual([
      'Added a@1',
      'Added b@2',
      'Updated a@3',
      'Deleted a@4',
      'Deleted a@4',
      'Deleted? c',
    ]);
  });

  it('should put tombstones before the objects of a list (B93, B94)', () => {
    const fifo = byKey({}, 'k@1', 'a@1');
    fifo.add(thing('q@2'));
    fifo.add(thing('d@3'));
    fifo.delete(thing('d@4'));
    fifo.replace([thing('a@5'), thing('b@5')], '5');

    expect(drain(fifo)).toEqual([
      'Added q@2',
      'Added d@3',
      'Deleted d@4',
      'Deleted? q@2',
      'Deleted? k@1',
      'Replaced a@5',
      'Replaced b@5',
    ]);
  });

  it.each([
    [byKey({}), []],
    [atomic(), []],
    [atomic({ emitDeltaTypeBookmark: true }), ['Bookmark 7']],
  ])('should queue a bookmark only with emitDeltaTypeBookmark (B95) %#', (fifo, lines) => {
    fifo.bookmark('7');

    expect(drain(fifo)).toEqual(lines);
  });

  it('should queue a list as one delta, after earlier deltas (B96, B97, B98)', () => {
    const fifo = atomic({ emitDeltaTypeBookmark: true });
    fifo.add(thing('a@1'));
    fifo.replace([thing('a@2'), thing('b@2')], '2');
    fifo.bookmark('3');
    fifo.replace([], '4');

    expect(drainInBatches(fifo)).toEqual([
      'alone: Added a@1',
      'alone: ReplacedAll 2: a@2 b@2',
      'alone: Bookmark 3',
      'alone: ReplacedAll 4:',
    ]);
  });

  it('should resync with one delta, also while others are queued (B99)', () => {
    const fifo = atomic();
    fifo.add(thing('a@1'));
    fifo.resync();
    fifo.resync();

    expect(drain(fifo)).toEqual(['Added a@1', 'SyncAll', 'SyncAll']);
  });

  it('should resync by key the known keys that are not queued (B100)', () => {
    const fifo = byKey({}, 'a@1', 'b@1');
    fifo.delete(thing('a@2'));
    fifo.resync();
    fifo.resync();

    expect(drain(fifo)).toEqual(['Deleted a@2', 'Sync b@1']);
  });

  it('should have synced when the first list was processed, not when it was popped (B101)', () => {
    const fifo = byKey({});
    fifo.replace([thing('a@1'), thing('b@1')], '1');
    fifo.add(thing('c@2'));
    const recorded: [boolean, boolean][] = [];
    while (fifo.length > 0)
      fifo.pop((_deltas, initial) => recorded.push([initial, fifo.hasSynced()])).subscribe();

    expect(recorded).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  it('should have synced when the processing of the first list was unsubscribed (B101)', () => {
    const fifo = atomic();
    fifo.replace([thing('a@1')], '1');
    const working = fifo.pop(() => NEVER).subscribe();
    expect(fifo.hasSynced()).toBe(false);
    working.unsubscribe();

    expect(fifo.hasSynced()).toBe(true);
  });

  it.each([
    ['nothing', noop, false],
    ['an add', (fifo: Fifo) => fifo.add(thing('a@1')), true],
    ['an empty list', (fifo: Fifo) => listed(fifo, 0), false],
    ['an empty list, popped', (fifo: Fifo) => listed(fifo, 1), true],
    ['a resync', (fifo: Fifo) => fifo.resync(), false],
    ['a resync and a list, one popped', (fifo: Fifo) => listed(fifo, 1, true), false],
    ['a resync and a list, popped', (fifo: Fifo) => listed(fifo, 2, true), true],
  ] as const)('should count queued deltas with the first list: %s (B101)', (_what, act, hasSynced) => {
    const fifo = atomic();
    act(fifo);

    expect(fifo.hasSynced()).toBe(hasSynced);
  });

  it('should pop different keys in one batch (B102), up to a repeated key (B104)', () => {
    const fifo = atomic();
    for (const text of ['a@1', 'b@2', 'c@3', 'b@4', 'a@5']) fifo.add(thing(text));

    expect(drainInBatches(fifo)).toEqual(['Added a@1, Added b@2, Added c@3', 'Added b@4, Added a@5']);
  });

  it('should not let a batch cross the end of the first list (B103)', () => {
    const fifo = byKey({});
    fifo.replace([thing('a@1'), thing('b@1')], '1');
    fifo.add(thing('c@2'));
    fifo.add(thing('d@3'));

    expect(drainInBatches(fifo)).toEqual(['Replaced a@1, Replaced b@1', 'Added c@2, Added d@3']);
  });

  it('should limit a batch to its size (B105), and process a single delta with process (B107)', () => {
    const fifo = atomic({ batchSize: 2 });
    for (const text of ['a@1', 'b@2', 'c@3']) fifo.add(thing(text));

    expect(drainInBatches(fifo)).toEqual(['Added a@1, Added b@2', 'alone: Added c@3']);
  });

  it('should have batches of at most a thousand (B105)', () => {
    const fifo = atomic();
    for (let at = 0; at < 1500; at += 1) fifo.add(thing(`a${at}@1`));
    const lengths: number[] = [];
    while (fifo.length > 0) fifo.popBatch(count, count).subscribe();

    expect(lengths).toEqual([1000, 500]);
    function count(deltas: RealDeltas<KubeObject>): void {
      lengths.push(deltas.length);
    }
  });

  it('should pop a list with an object without a key, because a list needs no key (B106)', () => {
    const fifo = atomic({ keyFunction: fail });
    fifo.replace([thing('a@1')], '1');

    expect(() => fifo.add(thing('a@2'))).toThrow('broken');
    expect(drain(fifo)).toEqual(['ReplacedAll 1: a@1']);
  });

  it('should transform queued objects (B108)', () => {
    const transformer = ({ metadata }: KubeObject): KubeObject => ({
      metadata: { ...metadata, resourceVersion: `${metadata.resourceVersion}0` },
    });
    const fifo = atomic({ transformer });
    fifo.add(thing('a@1'));
    fifo.delete(thing('a@2'));
    fifo.delete({ key: 'a', object: thing('a@3'), finalStateKnown: false });
    fifo.replace([thing('b@4')], '4');

    expect(drain(fifo)).toEqual(['Added a@10', 'Deleted a@20', 'Deleted? a@3', 'ReplacedAll 4: b@40']);
  });

  it('should queue nothing of a list that cannot be transformed', () => {
    const fifo = atomic({ transformer: (object) => (object.metadata.name === 'b' ? fail() : object) });

    expect(() => fifo.replace([thing('a@1'), thing('b@1')], '1')).toThrow('transform threw');
    expect([fifo.length, fifo.hasSynced()]).toEqual([0, false]);
  });

  it.each(['pop', 'popBatch'] as const)('should end a pending %s when it is closed (B109)', (name) => {
    const fifo = atomic();
    const error = jest.fn();
    (name === 'pop' ? fifo.pop(noop) : fifo.popBatch(noop, noop)).subscribe({ error });
    expect(error).not.toHaveBeenCalled();
    fifo.close();

    expect(error).toHaveBeenCalledWith(expect.any(FifoClosedError));
  });

  it('should accept writes while a handler is busy (B110)', () => {
    const fifo = atomic();
    fifo.pop(() => NEVER).subscribe();
    for (let at = 0; at < 3000; at += 1) fifo.add(thing(`a${at}@1`));

    expect(fifo.length).toBe(2999);
  });

  it.each([
    [{}, 'newRealFIFO: knownObjects must be given without atomicEvents, not undefined'],
    [
      { atomicEvents: true, knownObjects: newStore() },
      'newRealFIFO: knownObjects must be absent with atomicEvents',
    ],
    [
      { knownObjects: newStore(), emitDeltaTypeBookmark: true },
      'newRealFIFO: emitDeltaTypeBookmark must be absent without atomicEvents, not true',
    ],
    [{ atomicEvents: true, batchSize: 0 }, 'newRealFIFO: batchSize'],
    [undefined, 'newRealFIFO: options'],
    [{ atomicEvents: 1 }, 'newRealFIFO: atomicEvents'],
    [{ atomicEvents: true, unlockWhileProcessing: true }, 'newRealFIFO'],
  ])('should refuse %j with the message %s (B111)', (options, text) => {
    expect(() => newRealFIFO(options as never)).toThrow(OptionsError);
    expect(() => newRealFIFO(options as never)).toThrow(text);
  });

  it('should mark each object of a list with reset versions', () => {
    const fifo = byKey({});
    const events = new Subject<ReflectorEvent<KubeObject>>();
    events.subscribe(fifo);
    const taken: unknown[] = [];
    for (const reset of [{}, { versionsReset: true }] as const) {
      events.next({ type: 'REPLACED', items: [thing('a@1')], resourceVersion: '1', ...reset });
      fifo
        .pop((deltas) =>
          taken.push(...[...deltas].map((delta) => 'versionsReset' in delta && delta.versionsReset)),
        )
        .subscribe();
    }

    expect(taken).toEqual([false, true]);
  });

  it('should delete an object in flight that a list lacks, and skip the object at a resync (B94, B100)', () => {
    const meanwhile = (fifo: Fifo, act: () => void): readonly string[] => {
      const processed = new Subject<void>();
      fifo.pop(() => processed).subscribe();
      act();
      processed.complete();
      return drain(fifo);
    };
    const fresh = byKey({});
    fresh.add(thing('a@1'));
    expect(meanwhile(fresh, () => fresh.replace([], '2'))).toEqual(['Deleted? a@1']);

    const known = byKey({}, 'a@1', 'b@1');
    known.update(thing('a@5'));
    expect(meanwhile(known, () => known.replace([], '6'))).toEqual(['Deleted? a@5', 'Deleted? b@1']);
    known.update(thing('a@7'));
    expect(meanwhile(known, () => known.resync())).toEqual(['Sync b@1']);
  });

  it('should fail a pop with the error of process, and continue (B89)', () => {
    const fifo = atomic();
    fifo.add(thing('a@1'));
    fifo.add(thing('b@2'));
    const error = jest.fn();
    fifo.pop(fail).subscribe({ error });

    expect(error).toHaveBeenCalledWith(new Error('broken'));
    expect(drain(fifo)).toEqual(['Added b@2']);
  });

  it('should return the key of deltas, and throw for deltas of the whole collection (B88)', () => {
    const fifo = atomic();
    const keys: unknown[] = [];
    fifo.add(thing('x/a@1'));
    fifo.resync();
    fifo.pop((deltas) => keys.push(fifo.keyOf(deltas))).subscribe();
    fifo
      .pop((deltas) => fifo.keyOf(deltas))
      .subscribe({ error: (error: unknown) => keys.push((error as Error).message) });

    expect(keys).toEqual(['x/a', 'keyOf threw: the delta is of the whole collection']);
  });

  it('should be filled by a reflector, and closed when it ends', () => {
    const fifo = atomic({ emitDeltaTypeBookmark: true });
    const events = new Subject<ReflectorEvent<KubeObject>>();
    events.subscribe(fifo);
    events.next({ type: 'REPLACED', items: [thing('a@1')], resourceVersion: '1' });
    events.next({ type: 'MODIFIED', object: thing('a@2') });
    events.next({ type: 'BOOKMARK', resourceVersion: '3' });
    events.next({ type: 'RESYNC' });
    events.complete();

    expect(fifo.isClosed()).toBe(true);
    expect(drain(fifo)).toEqual(['ReplacedAll 1: a@1', 'Updated a@2', 'Bookmark 3', 'SyncAll']);
  });
});

function fail(): never {
  throw new Error('broken');
}
