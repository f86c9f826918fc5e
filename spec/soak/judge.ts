import { isDeepStrictEqual } from 'node:util';
import { totalOf } from './ledger.ts';
import { versionsOf } from './mirror.ts';
import { byName, type SoakPlan, type SoakResult, watchedNode } from './soak.ts';

/** One condition that must be true after the soak test, and its result. */
export interface Verdict {
  readonly what: string;
  readonly holds: boolean;
  readonly shown: string;
}

/** Checks all conditions after the soak test. */
export function judge(result: SoakResult, { changes }: SoakPlan): readonly Verdict[] {
  const { collection, ledger, server, handler, conflating, metrics } = result;
  const live = [...collection.live.values()];
  const versions = versionsOf(live);
  const onNode = live.filter(({ spec }) => spec.nodeName === watchedNode);
  const same = (what: string, actual: unknown, expected: unknown): Verdict => ({
    what,
    holds: isDeepStrictEqual(actual, expected),
    shown: `${brief(actual)}, expected ${brief(expected)}`,
  });

  return [
    same('changes made', collection.version >= changes, true),
    same('the store equals the server (G1)', versionsOf(result.stored), versions),
    same('the index equals the server', versionsOf(result.indexed), versionsOf(onNode)),
    same('the handler has the last states (G4)', versionsOf(handler.content.values()), versions),
    same('the conflating subscriber has the last states', versionsOf(conflating.content.values()), versions),
    same(
      'the subscriber with a resync has the last states',
      versionsOf(result.resynced.content.values()),
      versions,
    ),
    same('the subscriber with a resync received each object again', result.resynced.resynced > 0, true),
    same('the view', result.view, onNode.toSorted(byName).slice(0, 10)),
    same('each change once (G5, G12)', handler.counts, ledger.expected),
    same('each handler call', result.handled, ledger.expected),
    same(
      'each change emitted or counted as conflated (G4)',
      totalOf(conflating.counts) + metrics.conflated + metrics.pending,
      totalOf(ledger.expected),
    ),
    same(
      'no change that contradicts earlier changes (G2, G6)',
      [handler, conflating, result.resynced].flatMap(({ complaints }) => complaints),
      [],
    ),
    same('each failure once on status$ (G17)', sorted(result.failures), sorted(server.failures)),
    same('requests open (G15)', server.open, 0),
    same('timers set (G15)', result.timers, 0),
  ];
}

const sorted = (counts: ReadonlyMap<string, number>): object =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

const brief = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};
