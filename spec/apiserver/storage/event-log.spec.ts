import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { EventLog } from '../../../src/apiserver/storage/event-log.ts';

const event = (revision: number) => ({ revision, key: 'k', object: undefined, previous: undefined });

describe('EventLog', () => {
  it('should keep the last events, and know the version from which on it is complete', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 }),
        (size, gaps) => {
          const log = new EventLog(size);
          const all: number[] = [];
          let revision = 0;
          for (const gap of gaps) {
            revision += gap;
            all.push(revision);
            log.append(event(revision));

            const kept = all.slice(-size);
            const floor = all.at(-size - 1) ?? 0;
            expect(log.floor).toBe(floor);
            expect(log.end).toBe(all.length);
            expect([...log.after(floor)].map((one) => one.revision)).toEqual(kept);
            for (let from = floor; from <= revision; from++) {
              expect([...log.after(from)].map((one) => one.revision)).toEqual(
                kept.filter((one) => one > from),
              );
            }
            all.forEach((one, position) => {
              expect(log.read(position)).toEqual(position < all.length - size ? 'lost' : event(one));
            });
            expect(log.read(all.length)).toBeUndefined();
          }
        },
      ),
    );
  });

  it('should drop events by a compaction only for new readers', () => {
    const log = new EventLog(10);
    for (const revision of [2, 4, 6]) log.append(event(revision));

    log.compact(5);

    expect(log.floor).toBe(5);
    expect(log.read(0)).toEqual(event(2));
    log.compact(3);
    expect(log.floor).toBe(5);
  });
});
