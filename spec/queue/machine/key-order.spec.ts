import { describe, expect, it } from '@jest/globals';
import type { KubeObject, ReflectorEvent } from 'rx-informer';
import { fc } from '../../support/properties.ts';
import { AtomicFifo } from '../../../src/queue/machine/atomic-fifo.ts';
import { arrivalOrder } from '../../../src/queue/machine/arrival-order.ts';
import { keyOrder } from '../../../src/queue/machine/key-order.ts';
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

type Event = ReflectorEvent<KubeObject>;

/** The rule as one would tell it, over the whole history, each time from the start: what waits, oldest first. */
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
  it('should hand out what the rule says of the whole history', () => {
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
  it('should hand out every event alone, as they came', () => {
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
