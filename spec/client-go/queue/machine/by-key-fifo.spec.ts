import { describe, expect, it } from '@jest/globals';
import { HandlerError, type KubeObject } from 'rx-informer';
import { type ByKeyFifoConfig, ByKeyFifo } from '../../../../src/client-go/queue/machine/by-key-fifo.ts';
import { added, at, bookmark, brief, deleted, modified, replaced, resync } from '../../../queue/events.ts';

const a3 = at('a', '3');
const a5 = at('a', '5');
const b4 = at('b', '4');
const c1 = at('c', '1');

const fifoOf = (rules: Partial<ByKeyFifoConfig<KubeObject>> = {}): ByKeyFifo<KubeObject> =>
  new ByKeyFifo({
    onError: (error) => {
      throw error;
    },
    ...rules,
  });

const knowing = (...objects: readonly KubeObject[]): Partial<ByKeyFifoConfig<KubeObject>> => ({
  knownObjects: {
    listKeys: () => objects.map(({ metadata }) => metadata.name),
    get: (key) => objects.find(({ metadata }) => metadata.name === key),
  },
});

/** Pops all queued deltas. Returns a line of text for each pop. */
function drained(fifo: ByKeyFifo<KubeObject>): string[] {
  const lines: string[] = [];
  for (let taken = fifo.pop(); taken !== undefined; taken = fifo.pop()) lines.push(brief(taken) ?? '');
  return lines;
}

describe('ByKeyFifo', () => {
  it('should pop all deltas of the oldest key, in order (B71)', () => {
    const fifo = fifoOf();
    [added(a3), added(b4), modified(a5), deleted(a5)].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual(['Added a@3, Updated a@5, Deleted a@5', 'Added b@4']);
  });

  it('should keep the position of a queued key, and add a popped key at the end (B72)', () => {
    const fifo = fifoOf();
    [added(a3), added(b4), modified(a5)].forEach((event) => fifo.write(event));

    expect(brief(fifo.pop())).toBe('Added a@3, Updated a@5');
    fifo.write(modified(a5));
    expect(drained(fifo)).toEqual(['Added b@4', 'Updated a@5']);
  });

  it('should drop the delete of an object that is neither known nor queued (B73)', () => {
    const fifo = fifoOf(knowing(c1));
    fifo.write(deleted(a3));

    expect(fifo.length).toBe(0);
  });

  it('should queue the delete of a known object (B74)', () => {
    const fifo = fifoOf(knowing(c1));
    fifo.write(deleted(at('c', '2')));

    expect(drained(fifo)).toEqual(['Deleted c@2']);
  });

  it('should not queue a popped delete again (B75)', () => {
    const fifo = fifoOf();
    [added(a3), deleted(a3)].forEach((event) => fifo.write(event));
    fifo.pop();
    fifo.write(deleted(a3));

    expect(fifo.pop()).toBeUndefined();
  });

  it('should merge two deletes and keep the older of two from a watch (B76)', () => {
    const fifo = fifoOf();
    [added(a3), deleted(a3), deleted(a5)].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual(['Added a@3, Deleted a@3']);
  });

  it('should keep the delete of a watch rather than that of a list (B76)', () => {
    const fifo = fifoOf();
    [added(a3), deleted(a5), replaced('9')].forEach((event) => fifo.write(event));
    const first = drained(fifo);

    [added(a3), replaced('9'), deleted(a5)].forEach((event) => fifo.write(event));

    expect([...first, ...drained(fifo)]).toEqual(['Added a@3, Deleted a@5', 'Added a@3, Deleted a@5']);
  });

  it('should keep one delete of several relists (B76)', () => {
    const fifo = fifoOf();
    [added(a3), replaced('9'), replaced('10')].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual(['Added a@3, Deleted? a@3']);
  });

  it('should delete a queued object that a list lacks, with its newest state (B77)', () => {
    const fifo = fifoOf();
    [added(a3), modified(a5), replaced('9', b4)].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual(['Added a@3, Updated a@5, Deleted? a@5', 'Replaced b@4']);
  });

  it('should delete a known object that a list lacks, after the list (B78)', () => {
    const fifo = fifoOf(knowing(c1, b4));
    fifo.write(replaced('9', b4));

    expect(drained(fifo)).toEqual(['Replaced b@4', 'Deleted? c@1']);
  });

  it('should delete a known key without an object when its look-up fails (B79)', () => {
    const errors: HandlerError[] = [];
    const get = (key: string): KubeObject | undefined => {
      if (key === 'broken') throw new Error('no');
      return undefined;
    };
    const fifo = fifoOf({
      knownObjects: { listKeys: () => ['lost', 'broken'], get },
      onError: (error) => errors.push(error),
    });
    fifo.write(replaced('9'));

    expect(drained(fifo)).toEqual(['Deleted? lost', 'Deleted? broken']);
    expect(errors).toMatchObject([{ where: 'knownObjects.get', key: 'broken' }]);
  });

  it('should name the deltas of a list by emitDeltaTypeReplaced (B80)', () => {
    const [replacing, syncing] = [true, false].map((emitDeltaTypeReplaced) =>
      fifoOf({ emitDeltaTypeReplaced }),
    );
    replacing?.write(replaced('9', a3));
    syncing?.write(replaced('9', a3));

    expect([brief(replacing?.pop()), brief(syncing?.pop())]).toEqual(['Replaced a@3', 'Sync a@3']);
  });

  it('should queue a list after earlier deltas, by key (B81)', () => {
    const fifo = fifoOf();
    [added(a3), replaced('9', b4, a5)].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual(['Added a@3, Replaced a@5', 'Replaced b@4']);
  });

  it('should queue the known objects at a resync, and nothing without known objects (B82)', () => {
    const [knows, knowsNot] = [fifoOf(knowing(c1)), fifoOf()];
    [knows, knowsNot].forEach((fifo) => fifo.write(resync));

    expect([drained(knows), drained(knowsNot)]).toEqual([['Sync c@1'], []]);
  });

  it('should skip a queued key at a resync (B83)', () => {
    const fifo = fifoOf(knowing(c1, a3));
    [modified(a5), resync].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual(['Updated a@5', 'Sync c@1']);
  });

  describe('hasSynced (B84)', () => {
    it.each([
      ['nothing', [], false],
      ['an add', [added(a3)], true],
      ['a delete that is dropped', [deleted(a3)], true],
      ['an empty list', [replaced('9')], true],
      ['a list', [replaced('9', a3, b4)], false],
      ['a list and an add', [replaced('9', a3), added(b4)], false],
      ['an add and a list', [added(b4), replaced('9', a3)], true],
      ['a resync', [resync], false],
      ['a bookmark', [bookmark('9')], false],
    ] as const)('should begin with %s like client-go', (_name, events, hasSynced) => {
      const fifo = fifoOf();
      events.forEach((event) => fifo.write(event));

      expect(fifo.hasSynced).toBe(hasSynced);
    });

    it('should become true with the last pop of the first list, which is part of the list (B90)', () => {
      const fifo = fifoOf();
      fifo.write(replaced('9', a3, b4));

      const first = [fifo.pop(), fifo.hasSynced, fifo.pop(), fifo.hasSynced];
      fifo.write(replaced('10', a5));

      expect(first).toMatchObject([{ isInInitialList: true }, false, { isInInitialList: true }, true]);
      expect(fifo.pop()).toMatchObject({ isInInitialList: false, hasSynced: true });
    });

    it('should count a key once if the list contains it twice', () => {
      const fifo = fifoOf();
      fifo.write(replaced('9', a3, a5));

      expect(drained(fifo)).toEqual(['Replaced a@3, Replaced a@5']);
      expect(fifo.hasSynced).toBe(true);
    });

    it('should count the deletes of the first list, also when a key is deleted in the meantime (B85)', () => {
      const fifo = fifoOf(knowing(c1));
      [replaced('9', a3), deleted(a3)].forEach((event) => fifo.write(event));

      fifo.pop();
      expect(fifo.hasSynced).toBe(false);
      fifo.pop();
      expect(fifo.hasSynced).toBe(true);
    });

    it('should not count a list that failed half-way (correction 5)', () => {
      const fifo = fifoOf({
        keyOf: ({ metadata }) => {
          if (metadata.name === 'bad') throw new Error('no');
          return metadata.name;
        },
      });

      expect(() => fifo.write(replaced('9', a3, at('bad', '1')))).toThrow(HandlerError);
      expect(fifo.pop()).toMatchObject({ isInInitialList: true, hasSynced: false });
      expect(fifo.hasSynced).toBe(false);

      fifo.write(added(b4));
      expect(fifo.hasSynced).toBe(true);
    });
  });

  it('should transform each queued object once, but neither tombstones nor known objects (B86)', () => {
    const transform = (object: KubeObject): KubeObject =>
      at(object.metadata.name, `${object.metadata.resourceVersion}'`);
    const fifo = fifoOf({ ...knowing(c1), transform });
    [resync, added(a3), modified(a5), deleted(a5), replaced('9', b4)].forEach((event) => fifo.write(event));

    expect(drained(fifo)).toEqual([
      'Sync c@1, Deleted? c@1',
      "Added a@3', Updated a@5', Deleted a@5'",
      "Replaced b@4'",
    ]);
  });

  it('should queue nothing when a transform throws', () => {
    const fifo = fifoOf({
      transform: () => {
        throw new Error('no');
      },
    });

    expect(() => fifo.write(added(a3))).toThrow(HandlerError);
    expect(fifo.length).toBe(0);
  });

  it('should queue the delete of a tombstone if the key is known (B88)', () => {
    const fifo = fifoOf(knowing(c1));
    fifo.deleteTombstone('c', undefined);
    fifo.deleteTombstone('x', a3);

    expect(drained(fifo)).toEqual(['Deleted? c']);
  });

  it('should queue a DELETED without a known final state as a tombstone with the known state', () => {
    const fifo = fifoOf(knowing(c1, a5));
    for (const object of [at('c', '7'), at('a', '3')])
      fifo.write({ type: 'DELETED', object, finalStateKnown: false });
    expect(drained(fifo)).toEqual(['Deleted? c@1']);

    fifo.write(modified(at('c', '9')));
    fifo.write({ type: 'DELETED', object: at('c', '8'), finalStateKnown: false });
    expect(drained(fifo)).toEqual(['Updated c@9']);
  });

  it('should ignore bookmarks', () => {
    const fifo = fifoOf();
    fifo.write(bookmark('9'));

    expect(fifo.length).toBe(0);
  });
});
