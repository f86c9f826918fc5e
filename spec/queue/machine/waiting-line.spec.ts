import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import { type Place, WaitingLine } from '../../../src/queue/machine/waiting-line.ts';

interface Mark {
  readonly type: 'Updated' | 'Deleted';
  readonly finalStateKnown: boolean;
  readonly number: number;
}

/** The same line, naively: an array that is searched. */
class NaiveLine {
  places: { key: string | undefined; deltas: Mark[]; isOpen: boolean }[] = [];

  join(key: string, delta: Mark): void {
    const place = this.places.find((candidate) => candidate.isOpen && candidate.key === key);
    if (place === undefined) {
      this.places.push({ key, deltas: [delta], isOpen: true });
      return;
    }
    const last = place.deltas.at(-1);
    if (last?.type === 'Deleted' && delta.type === 'Deleted') {
      place.deltas = [...place.deltas.slice(0, -1), last.finalStateKnown ? last : delta];
    } else place.deltas.push(delta);
  }

  append(delta: Mark): void {
    this.places.push({ key: undefined, deltas: [delta], isOpen: false });
  }

  seal(): void {
    for (const place of this.places) place.isOpen = false;
  }
}

const seen = (places: Iterable<Pick<Place<Mark>, 'key'> & { readonly deltas: readonly Mark[] }>): unknown =>
  Array.from(places, ({ key, deltas }) => ({ key, deltas }));

const operations = fc.array(
  fc.oneof(
    fc.record({
      op: fc.constant('join' as const),
      key: fc.constantFrom('a', 'b', 'c', 'constructor'),
      type: fc.constantFrom('Updated' as const, 'Deleted' as const),
      finalStateKnown: fc.boolean(),
    }),
    fc.record({
      op: fc.constantFrom('append' as const, 'seal' as const, 'shift' as const, 'remove' as const),
    }),
  ),
  { maxLength: 60 },
);

describe('WaitingLine', () => {
  it('should hold what an array that is searched would hold', () => {
    fc.assert(
      fc.property(operations, (steps) => {
        const line = new WaitingLine<Mark>();
        const naive = new NaiveLine();
        const alone: Place<Mark>[] = [];

        steps.forEach((step, number) => {
          const bare: Mark = { type: 'Updated', finalStateKnown: true, number };
          if (step.op === 'join') {
            const { key, type, finalStateKnown } = step;
            line.join(key, { type, finalStateKnown, number });
            naive.join(key, { type, finalStateKnown, number });
          } else if (step.op === 'append') {
            alone.push(line.append(bare));
            naive.append(bare);
          } else if (step.op === 'seal') {
            line.seal();
            naive.seal();
          } else if (step.op === 'shift') {
            const [place, expected] = [line.shift(), naive.places.shift()];
            expect(place && seen([place])).toEqual(expected && seen([expected]));
          } else {
            const oldest = alone.shift();
            if (oldest !== undefined) line.remove(oldest);
            naive.places = naive.places.filter(({ deltas }) => deltas[0] !== oldest?.deltas[0]);
          }

          expect(seen(line)).toEqual(seen(naive.places));
          expect(line.length).toBe(naive.places.length);
          for (const key of ['a', 'b', 'c', 'constructor']) {
            expect(line.find(key)?.deltas).toEqual(
              naive.places.find((place) => place.isOpen && place.key === key)?.deltas,
            );
          }
        });
      }),
    );
  });

  it('should let a delta join the place of its key, though an older one was sealed and has gone', () => {
    const line = new WaitingLine<Mark>();
    const mark = (number: number): Mark => ({ type: 'Updated', finalStateKnown: true, number });
    line.join('a', mark(1));
    line.seal();
    line.join('a', mark(2));
    line.shift();
    line.join('a', mark(3));

    expect(seen(line)).toEqual([{ key: 'a', deltas: [mark(2), mark(3)] }]);
  });
});
