import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { KeyedDeltaQueue, type QueueEntry } from '../../../src/queue/machine/keyed-delta-queue.ts';

interface TestDelta {
  readonly type: 'Updated' | 'Deleted';
  readonly finalStateKnown: boolean;
  readonly number: number;
}

/** A simple reference implementation of the queue: an array that is searched. */
class NaiveQueue {
  entries: { key: string | undefined; deltas: TestDelta[]; isOpen: boolean }[] = [];

  join(key: string, delta: TestDelta): void {
    const entry = this.entries.find((candidate) => candidate.isOpen && candidate.key === key);
    if (entry === undefined) {
      this.entries.push({ key, deltas: [delta], isOpen: true });
      return;
    }
    const last = entry.deltas.at(-1);
    if (last?.type === 'Deleted' && delta.type === 'Deleted') {
      entry.deltas = [...entry.deltas.slice(0, -1), last.finalStateKnown ? last : delta];
    } else entry.deltas.push(delta);
  }

  append(delta: TestDelta): void {
    this.entries.push({ key: undefined, deltas: [delta], isOpen: false });
  }

  closeEntries(): void {
    for (const entry of this.entries) entry.isOpen = false;
  }
}

const seen = (
  entries: Iterable<Pick<QueueEntry<TestDelta>, 'key'> & { readonly deltas: readonly TestDelta[] }>,
): unknown => Array.from(entries, ({ key, deltas }) => ({ key, deltas }));

const operations = fc.array(
  fc.oneof(
    fc.record({
      op: fc.constant('join' as const),
      key: fc.constantFrom('a', 'b', 'c', 'constructor'),
      type: fc.constantFrom('Updated' as const, 'Deleted' as const),
      finalStateKnown: fc.boolean(),
    }),
    fc.record({
      op: fc.constantFrom('append' as const, 'closeEntries' as const, 'shift' as const, 'remove' as const),
    }),
  ),
  { maxLength: 60 },
);

describe('KeyedDeltaQueue', () => {
  it('should hold the same entries as a naive array', () => {
    fc.assert(
      fc.property(operations, (steps) => {
        const queue = new KeyedDeltaQueue<TestDelta>();
        const naive = new NaiveQueue();
        const alone: QueueEntry<TestDelta>[] = [];

        steps.forEach((step, number) => {
          const bare: TestDelta = { type: 'Updated', finalStateKnown: true, number };
          if (step.op === 'join') {
            const { key, type, finalStateKnown } = step;
            queue.coalesce(key, { type, finalStateKnown, number });
            naive.join(key, { type, finalStateKnown, number });
          } else if (step.op === 'append') {
            alone.push(queue.append(bare));
            naive.append(bare);
          } else if (step.op === 'closeEntries') {
            queue.closeEntries();
            naive.closeEntries();
          } else if (step.op === 'shift') {
            const [entry, expected] = [queue.shift(), naive.entries.shift()];
            expect(entry && seen([entry])).toEqual(expected && seen([expected]));
          } else {
            const oldest = alone.shift();
            if (oldest !== undefined) queue.remove(oldest);
            naive.entries = naive.entries.filter(({ deltas }) => deltas[0] !== oldest?.deltas[0]);
          }

          expect(seen(queue)).toEqual(seen(naive.entries));
          expect(queue.length).toBe(naive.entries.length);
          for (const key of ['a', 'b', 'c', 'constructor']) {
            expect(queue.find(key)?.deltas).toEqual(
              naive.entries.find((entry) => entry.isOpen && entry.key === key)?.deltas,
            );
          }
        });
      }),
    );
  });

  it('should add a delta to the open entry of its key after a closed entry of the key was shifted', () => {
    const queue = new KeyedDeltaQueue<TestDelta>();
    const delta = (number: number): TestDelta => ({ type: 'Updated', finalStateKnown: true, number });
    queue.coalesce('a', delta(1));
    queue.closeEntries();
    queue.coalesce('a', delta(2));
    queue.shift();
    queue.coalesce('a', delta(3));

    expect(seen(queue)).toEqual([{ key: 'a', deltas: [delta(2), delta(3)] }]);
  });
});
