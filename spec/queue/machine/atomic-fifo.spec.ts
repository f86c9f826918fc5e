import { describe, expect, it } from '@jest/globals';
import type { KubeObject, ReflectorEvent } from 'rx-informer';
import { arrivalOrder, AtomicFifo, keyOrder } from '../../../src/queue/machine/atomic-fifo.ts';
import {
  added,
  at,
  bookmark,
  brief,
  type BriefDelta,
  deleted,
  modified,
  replaced,
  resync,
} from '../events.ts';
import { fc } from '../../support/properties.ts';

const a3 = at('a', '3');
const a5 = at('a', '5');
const b4 = at('b', '4');

const byKey = (): AtomicFifo<KubeObject> => new AtomicFifo(keyOrder<KubeObject>());
const byArrival = (): AtomicFifo<KubeObject> => new AtomicFifo(arrivalOrder<KubeObject>());

describe('AtomicFifo, of a delete', () => {
  it.each([{}, { finalStateKnown: true }, { finalStateKnown: false }])('should keep %j', (known) => {
    const queue = byKey();
    queue.write({ type: 'DELETED', object: a3, ...known } as ReflectorEvent<KubeObject>);

    expect(queue.pop()).toStrictEqual([{ type: 'Deleted', key: 'a', object: a3, ...known }]);
  });
});

describe.each([
  ['by key', byKey],
  ['by arrival', byArrival],
])('AtomicFifo, %s', (_name, fifoOf) => {
  describe('hasSynced', () => {
    it.each([
      ['nothing', [], false],
      ['an add', [added(a3)], true],
      ['a delete of an unknown object', [deleted(a3)], true],
      ['an empty list', [replaced('9')], false],
      ['a resync', [resync], false],
      ['a bookmark', [bookmark('9')], false],
      ['an add after a list', [replaced('9'), added(a3)], false],
      ['a list after an add', [added(a3), replaced('9')], true],
    ] as const)(
      'should start with %s like client-go’s RealFIFO (B101, correction 6)',
      (_case, events, hasSynced) => {
        const fifo = fifoOf();
        events.forEach((event) => fifo.write(event));

        expect(fifo.hasSynced).toBe(hasSynced);
      },
    );

    it('should stay false after a pop of an empty queue', () => {
      const fifo = fifoOf();

      expect([fifo.pop(), fifo.hasSynced]).toEqual([undefined, false]);
    });

    it('should be true from the pop of the first list, also after bookmarks and resyncs', () => {
      const fifo = fifoOf();
      [bookmark('8'), resync, replaced('9', a3), added(a5)].forEach((event) => fifo.write(event));

      const flags = [1, 2, 3, 4].map(() => [brief(fifo.pop()), fifo.hasSynced]);

      expect(flags).toEqual([
        ['Bookmark 8', false],
        ['SyncAll', false],
        ['ReplacedAll 9: a@3', true],
        ['Added a@5', true],
      ]);
    });
  });

  it('should keep several lists, in order (B96)', () => {
    const fifo = fifoOf();
    [replaced('9', a3), replaced('10', a5)].forEach((event) => fifo.write(event));

    expect(fifo.length).toBe(2);
    expect([brief(fifo.pop()), brief(fifo.pop())]).toEqual(['ReplacedAll 9: a@3', 'ReplacedAll 10: a@5']);
  });

  it('should pass the delete of an unknown object (B92)', () => {
    const fifo = fifoOf();
    fifo.write(deleted(a3));

    expect(brief(fifo.pop())).toBe('Deleted a@3');
  });
});

describe('keyOrder', () => {
  it('should merge two deletes into the older one (B76)', () => {
    const fifo = byKey();
    [deleted(a3), deleted(a5)].forEach((event) => fifo.write(event));

    expect(brief(fifo.pop())).toBe('Deleted a@3');
  });

  it('should still recognise the first list after a newer bookmark has replaced an earlier one', () => {
    const fifo = byKey();
    [bookmark('8'), replaced('9', a3), bookmark('10'), added(b4)].forEach((event) => fifo.write(event));

    expect(brief(fifo.pop())).toBe('ReplacedAll 9: a@3');
    expect(fifo.hasSynced).toBe(true);
    expect([brief(fifo.pop()), brief(fifo.pop()), fifo.length]).toEqual(['Bookmark 10', 'Added b@4', 0]);
  });

  it('should keep a bookmark that was popped', () => {
    const fifo = byKey();
    fifo.write(bookmark('8'));
    fifo.pop();
    [added(a3), bookmark('9')].forEach((event) => fifo.write(event));

    expect([fifo.length, brief(fifo.pop()), brief(fifo.pop())]).toEqual([2, 'Added a@3', 'Bookmark 9']);
  });
});

describe('arrivalOrder', () => {
  it('should keep two consecutive deletes of a key (B92)', () => {
    const fifo = byArrival();
    [deleted(a3), deleted(a5)].forEach((event) => fifo.write(event));

    expect([brief(fifo.pop()), brief(fifo.pop())]).toEqual(['Deleted a@3', 'Deleted a@5']);
  });
});

type Event = ReflectorEvent<KubeObject>;

/** Computes the expected content of the queue from all writes and pops. The oldest entry is first. */
function waiting(history: readonly (Event | 'pop')[]): string[][] {
  const places: { key: string; isOpen: boolean; lines: string[] }[] = [];
  for (const event of history) {
    const text = event === 'pop' ? '' : (brief([asDelta(event)]) ?? '');
    if (event === 'pop') places.shift();
    else if (event.type === 'BOOKMARK') {
      const older = places.findIndex(({ key }) => key === 'bookmark!');
      if (older !== -1) places.splice(older, 1);
      places.push({ key: 'bookmark!', isOpen: false, lines: [text] });
    } else if ('object' in event) {
      const key = event.object.metadata.name;
      const place = places.find((candidate) => candidate.isOpen && candidate.key === key);
      if (place === undefined) places.push({ key, isOpen: true, lines: [text] });
      else if (!(place.lines.at(-1)?.startsWith('Deleted') && text.startsWith('Deleted')))
        place.lines.push(text);
    } else {
      for (const place of places) place.isOpen = false;
      places.push({ key: 'wall!', isOpen: false, lines: [text] });
    }
  }
  return places.map(({ lines }) => lines);
}

function asDelta(event: Event): BriefDelta {
  switch (event.type) {
    case 'REPLACED':
      return { type: 'ReplacedAll', objects: event.items, resourceVersion: event.resourceVersion };
    case 'RESYNC':
      return { type: 'SyncAll' };
    case 'BOOKMARK':
      return { type: 'Bookmark', resourceVersion: event.resourceVersion };
    default: {
      const type = { ADDED: 'Added', MODIFIED: 'Updated', DELETED: 'Deleted' }[event.type];
      return { type, key: event.object.metadata.name, object: event.object };
    }
  }
}

const objects = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 99 }))
  .map(([key, version]) => at(key, String(version)));
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('pop' as const) },
    { weight: 3, arbitrary: objects.map(added) },
    { weight: 3, arbitrary: objects.map(modified) },
    { weight: 3, arbitrary: objects.map(deleted) },
    { weight: 1, arbitrary: fc.array(objects, { maxLength: 3 }).map((list) => replaced('100', ...list)) },
    { weight: 1, arbitrary: fc.constant(resync) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 99 }).map((version) => bookmark(String(version))) },
  ),
  { maxLength: 50 },
);

describe('keyOrder', () => {
  it('should pop the same deltas as a naive reference', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const fifo = new AtomicFifo(keyOrder<KubeObject>());
        history.forEach((step, index) => {
          const before = waiting(history.slice(0, index));
          if (step === 'pop') expect(brief(fifo.pop())).toBe(before[0]?.join(', '));
          else fifo.write(step);
          expect(fifo.length).toBe(waiting(history.slice(0, index + 1)).length);
        });
      }),
    );
  });
});

describe('arrivalOrder', () => {
  it('should pop each event alone, in the order of arrival', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const fifo = new AtomicFifo(arrivalOrder<KubeObject>());
        const events = history.filter((step) => step !== 'pop');
        const popped: (string | undefined)[] = [];
        for (const step of history) {
          if (step !== 'pop') fifo.write(step);
          else if (fifo.length > 0) popped.push(brief(fifo.pop()));
        }
        while (fifo.length > 0) popped.push(brief(fifo.pop()));

        expect(popped).toEqual(events.map((event) => brief([asDelta(event)])));
      }),
    );
  });
});
