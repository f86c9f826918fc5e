import { describe, expect, it } from '@jest/globals';
import { EventLog } from '../../../src/apiserver/storage/event-log.ts';
import { fc } from '../../support/properties.ts';

const event = (revision: number) => ({ revision, key: 'k', object: undefined, previous: undefined });

describe('LogReaders', () => {
  it('should lose each reader once, when its next event is dropped', () => {
    const step = fc.oneof(fc.constant('append' as const), fc.constant('drop' as const), fc.nat(3));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 80 }), (size, steps) => {
        const log = new EventLog(size);
        const readers = Array.from({ length: 4 }, () => ({ position: log.end, lost: 0 }));
        for (const reader of readers) {
          log.readers.add({
            get position() {
              return reader.position;
            },
            expire: () => reader.lost++,
          });
        }
        for (const [at, step] of steps.entries()) {
          if (step === 'append') log.append(event(at + 1));
          else if (step === 'drop') log.dropOldest();
          else {
            const reader = readers[step];
            if (reader?.lost === 0 && reader.position < log.end) reader.position++;
          }
          for (const { position, lost } of readers) {
            expect(lost).toBe(log.read(position) === 'lost' ? 1 : 0);
          }
        }
      }),
    );
  });

  it('should not lose a reader that has been removed', () => {
    const log = new EventLog(1);
    let lost = 0;
    const stop = log.readers.add({ position: 0, expire: () => lost++ });
    stop();
    for (const revision of [1, 2, 3]) log.append(event(revision));
    expect(lost).toBe(0);
  });
});
