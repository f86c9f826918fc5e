/** Compares derived informers with a recomputation of their content after each step. */
import { describe, expect, it, jest } from '@jest/globals';
import {
  type Change,
  informer,
  type Informer,
  type KubeObject,
  type ObjectKey,
  type ReflectorEvent,
} from 'rx-informer';
import { join, type JoinedRow, where } from 'rx-informer/derived';
import { mergeAll, Subject, type Subscription } from 'rxjs';
import { fc } from '../support/properties.ts';
import { thing } from '../support/things.ts';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

type Side = 'left' | 'right';
type Step =
  | {
      readonly do: 'put';
      readonly side: Side;
      readonly key: string;
      readonly uid: string;
      readonly value: number;
    }
  | { readonly do: 'delete'; readonly side: Side; readonly key: string }
  | { readonly do: 'relist'; readonly side: Side; readonly entries: readonly (readonly [string, number])[] }
  | { readonly do: 'stop' | 'start' };

const aSide = fc.constantFrom<Side>('left', 'right');
const letters: readonly string[] = ['a', 'b', 'c', 'd', 'e'];
const aKey = fc.constantFrom(...letters);
const aValue = fc.nat(5);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      side: aSide,
      key: aKey,
      uid: fc.constantFrom('1', '1', '1', '2'),
      value: aValue,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), side: aSide, key: aKey }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('relist' as const),
      side: aSide,
      entries: fc.uniqueArray(fc.tuple(aKey, aValue), { selector: ([key]) => key }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'start' as const) }) },
);

interface Valued extends KubeObject {
  readonly value: number;
}

/** One collection: its content, and the stream of events that an informer reads. */
function collection(version: { next: number }) {
  const events$ = new Subject<ReflectorEvent<Valued>>();
  const content = new Map<string, Valued>();
  const object = (key: string, uid: string, value: number): Valued => ({
    ...thing(`${key}@${version.next++}#${key}${uid}`),
    value,
  });
  return {
    informer: informer<Valued>(events$, { resetDelay: 0 }),
    content,
    put(key: string, uid: string, value: number) {
      const next = object(key, uid, value);
      const type = content.has(key) ? 'MODIFIED' : 'ADDED';
      content.set(key, next);
      events$.next({ type, object: next });
    },
    delete(key: string) {
      const old = content.get(key);
      if (old === undefined) return;
      content.delete(key);
      const { metadata } = object(key, '', 0);
      const { uid } = old.metadata;
      events$.next({ type: 'DELETED', object: { ...old, metadata: { ...metadata, uid } } });
    },
    relist(entries: readonly (readonly [string, number])[]) {
      content.clear();
      for (const [key, value] of entries) content.set(key, object(key, '1', value));
      const resourceVersion = String(version.next++);
      events$.next({ type: 'REPLACED', items: [...content.values()], resourceVersion });
    },
  };
}
type Collection = ReturnType<typeof collection>;

const keysOfValue: Readonly<Record<string, (left: Valued) => ObjectKey | undefined | readonly ObjectKey[]>> =
  {
    one: ({ value }) => letters[value],
    many: ({ value }) => [...letters, ...letters].slice(value, value + 3),
    mixed: ({ value }) => (value % 2 === 0 ? letters[value] : letters.slice(0, value)),
  };

/** Applies the changes of a derived informer to a map, and checks that they fit. */
function follow<Row>(source: Informer<Row>) {
  const rows = new Map<string, Row>();
  let running: Subscription | undefined;
  return {
    rows,
    start() {
      if (running !== undefined) return;
      rows.clear(); // a new subscriber gets the content again
      running = source.store.batches$.pipe(mergeAll()).subscribe((change) => applyTo(rows, change));
    },
    stop() {
      running?.unsubscribe();
      running = undefined;
    },
    get isRunning() {
      return running !== undefined;
    },
  };
}

/** Applies a change, and checks that the change fits the rows before it. */
function applyTo<Row>(rows: Map<string, Row>, change: Change<Row>): void {
  const { key, type, object } = change;
  if (type === 'added') expect(rows.has(key)).toBe(false);
  else expect(rows.has(key)).toBe(true);
  if (change.type === 'updated') expect(rows.get(key)).toBe(change.old);
  if (type === 'deleted') rows.delete(key);
  else rows.set(key, object);
}

function play<Row>(
  steps: readonly Step[],
  derive: (left: Informer<Valued>, right: Informer<Valued>) => Informer<Row>,
  expected: (left: Collection, right: Collection) => ReadonlyMap<string, unknown>,
): void {
  const version = { next: 1 };
  const sides = { left: collection(version), right: collection(version) };
  const derived = derive(sides.left.informer, sides.right.informer);
  const followed = follow(derived);
  // The inputs always run, so that no event is lost while the derived informer is stopped.
  const running = [sides.left.informer.start(), sides.right.informer.start()];
  followed.start();
  sides.left.relist([['a', 1]]);
  sides.right.relist([['b', 1]]);
  for (const step of steps) {
    if (step.do === 'put') sides[step.side].put(step.key, step.uid, step.value);
    else if (step.do === 'delete') sides[step.side].delete(step.key);
    else if (step.do === 'relist') sides[step.side].relist(step.entries);
    else if (step.do === 'start') followed.start();
    else {
      followed.stop();
      jest.advanceTimersByTime(1_000);
    }
    jest.advanceTimersByTime(1);
    if (!followed.isRunning) continue;
    const rows = expected(sides.left, sides.right);
    expect(derived.store.hasSynced).toBe(true);
    expect(new Map(derived.store.listKeys().map((key) => [key, derived.store.get(key)]))).toEqual(rows);
    expect(followed.rows).toEqual(rows);
  }
  followed.stop();
  for (const one of running) one.unsubscribe();
}

/** The rows of a join, as a loop over all pairs computes them. */
function joined(
  { content: lefts }: Collection,
  { content: rights }: Collection,
  by: (left: Valued) => ObjectKey | undefined | readonly ObjectKey[],
  keepsUnmatched: boolean,
): ReadonlyMap<string, JoinedRow<Valued, Valued>> {
  const rows = new Map<string, JoinedRow<Valued, Valued>>();
  for (const [key, left] of lefts) {
    const keys = by(left);
    const matches = [...rights].filter(([right]) =>
      Array.isArray(keys) ? keys.includes(right) : keys === right,
    );
    for (const [rightKey, right] of matches)
      rows.set(Array.isArray(keys) ? `${key} ${rightKey}` : key, { left, right });
    if (matches.length === 0 && keepsUnmatched) rows.set(key, { left, right: undefined });
  }
  return rows;
}

const steps = fc.array(aStep, { maxLength: 30 });

describe('where', () => {
  it('should have the objects that pass, after each step', () => {
    const passes = ({ value }: Valued): boolean => value % 2 === 0;
    fc.assert(
      fc.property(steps, (history) =>
        play(
          history,
          (left) => where(left, passes),
          ({ content }) => new Map([...content].filter(([, object]) => passes(object))),
        ),
      ),
    );
  });

  it('should have the same content as one where, if a where filters a where', () => {
    fc.assert(
      fc.property(steps, (history) =>
        play(
          history,
          (left) =>
            where(
              where(left, ({ value }) => value % 2 === 0),
              ({ value }) => value > 1,
            ),
          ({ content }) => new Map([...content].filter(([, { value }]) => value % 2 === 0 && value > 1)),
        ),
      ),
    );
  });
});

describe('join', () => {
  for (const [name, by] of Object.entries(keysOfValue)) {
    it.each(['left', 'inner'] as const)(
      `should have the rows of all pairs, after each step: ${name} key, %s`,
      (type) => {
        fc.assert(
          fc.property(steps, (history) =>
            play(
              history,
              (left, right) => join(left, right, by, { type }),
              (left, right) => joined(left, right, by, type === 'left'),
            ),
          ),
        );
      },
    );
  }

  it('should have the rows of all pairs, if its sides are derived informers', () => {
    const by = keysOfValue['one'] ?? (() => undefined);
    const isSmall = ({ value }: Valued): boolean => value < 4;
    const small = (side: Collection): Collection => ({
      ...side,
      content: new Map([...side.content].filter(([, object]) => isSmall(object))),
    });
    fc.assert(
      fc.property(steps, (history) =>
        play(
          history,
          (left, right) => join(where(left, isSmall), where(right, isSmall), by),
          (left, right) => joined(small(left), small(right), by, true),
        ),
      ),
    );
  });
});
