import { describe, expect, it } from '@jest/globals';
import type { HandlerError, KubeObject } from 'rx-informer';
import { type ByKeyFifoConfig, ByKeyFifo } from '../../../../src/client-go/queue/machine/by-key-fifo.ts';
import { added, at, bookmark, brief, deleted, modified, replaced, resync } from '../../../queue/events.ts';

const a3 = at('a', '3');
const a5 = at('a', '5');
const b4 = at('b', '4');
const bad = at('bad', '1');

const failingAtBad: Pick<ByKeyFifoConfig<KubeObject>, 'keyOf'> = {
  keyOf: ({ metadata: { name } }) => {
    if (name === 'bad') throw new Error('no');
    return name;
  },
};

function fifoOf(config: Partial<ByKeyFifoConfig<KubeObject>> = {}): ByKeyFifo<KubeObject> {
  return new ByKeyFifo<KubeObject>({
    onError: (error: HandlerError) => {
      throw error;
    },
    ...config,
  });
}

/**
 * Writes one list for each given object. Each write fails at the last object of its list. Returns the queue after these
 * writes.
 */
function afterFailedLists(config: Partial<ByKeyFifoConfig<KubeObject>>, ...lists: readonly KubeObject[]) {
  const fifo = fifoOf({ ...failingAtBad, ...config });
  for (const object of lists) {
    expect(() => fifo.write(replaced('9', object, bad))).toThrow();
    fifo.popInFlight();
  }
  return fifo;
}

describe('ByKeyFifo, with a late first list', () => {
  it('should count the deletes of objects that an earlier list queued', () => {
    const fifo = fifoOf(failingAtBad);
    expect(() => fifo.write(replaced('9', a3, bad))).toThrow();
    fifo.write(replaced('10'));

    expect(fifo.hasSynced).toBe(false);
    expect(brief(fifo.pop())).toBe('Replaced a@3, Deleted? a@3');
    expect(fifo.hasSynced).toBe(true);
  });

  it('should count the deletes of keys in flight', () => {
    const fifo = afterFailedLists({}, a3);
    fifo.write(replaced('10'));

    expect(fifo.hasSynced).toBe(false);
    expect(brief(fifo.pop())).toBe('Deleted? a@3');
    expect(fifo.hasSynced).toBe(true);
  });

  it('should count a key once that is queued, in flight and known', () => {
    const fifo = afterFailedLists({ knownObjects: { listKeys: () => ['a'], get: () => a3 } }, a3);
    expect(() => fifo.write(replaced('9', a5, bad))).toThrow();
    fifo.write(replaced('10', b4));

    expect([brief(fifo.pop()), fifo.hasSynced]).toEqual(['Replaced a@5, Deleted? a@5', false]);
    expect([brief(fifo.pop()), fifo.hasSynced]).toEqual(['Replaced b@4', true]);
  });

  it.each<[string, (fifo: ByKeyFifo<KubeObject>) => void]>([
    ['deltas are put back', (fifo) => fifo.addIfNotPresent('a', [{ type: 'Added', key: 'a', object: a3 }])],
    ['a tombstone arrives', (fifo) => fifo.deleteTombstone('a', undefined)],
  ])('should have synced when %s before it', (_, step) => {
    const fifo = fifoOf();
    step(fifo);

    expect(fifo.hasSynced).toBe(true);
  });
});

describe('ByKeyFifo', () => {
  it('should not have a key in flight that was put back and then taken by pop()', () => {
    const fifo = fifoOf();
    fifo.write(added(a3));
    const deltas = fifo.popInFlight() ?? [];
    fifo.keepInFlight('a');
    fifo.addIfNotPresent('a', deltas);
    fifo.pop();
    fifo.write(deleted(a5));

    expect(fifo.length).toBe(0);
  });

  it('should skip keys in flight and keys without an object at a resync', () => {
    const fifo = fifoOf({
      knownObjects: { listKeys: () => ['a', 'lost'], get: (key) => (key === 'a' ? a3 : undefined) },
    });
    fifo.write(modified(a5));
    fifo.popInFlight();
    fifo.write(resync);
    expect(fifo.length).toBe(0);
    fifo.processed('a');
    fifo.write(resync);

    expect(brief(fifo.pop())).toBe('Sync a@3');
    expect(fifo.length).toBe(0);
  });

  it('should wait for the first list after events that queue nothing', () => {
    const fifo = fifoOf();
    [bookmark('9'), resync].forEach((event) => fifo.write(event));

    expect([fifo.pop(), fifo.hasSynced]).toEqual([undefined, false]);
  });
});
