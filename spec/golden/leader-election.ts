import { concat, defer, EMPTY, finalize, ignoreElements, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  type Candidate,
  type CandidateWant,
  type Difference,
  differences,
  type ElectionCase,
  type ElectionStep,
} from './leader-election-case.ts';
import { CandidateNotes } from './leader-election-notes.ts';
import { OperatorCandidate } from './leader-election-operator.ts';
import { ReferenceCandidate } from './leader-election-reference.ts';
import { LeaseServer, rowOf } from './leader-election-server.ts';
import { differences as linesOf } from './compare.ts';
import type { Comparison, Topic } from './topic.ts';

/**
 * Replays `leader-election.json`: one or several electors share a Lease of a scripted server in virtual time.
 *
 * After a deliberate difference from client-go, all later records of the test case can differ, too. So a port of
 * client-go with the deliberate differences computes the expected records. Without these differences, the port must
 * compute the recorded records.
 */
export const leaderElection: Topic = (golden, _tables, touch) => {
  const one = golden as unknown as ElectionCase;
  const port = play(one, (notes, server) => new ReferenceCandidate(notes, server, () => false));
  const wrong = one.steps.flatMap(({ want }, index) =>
    linesOf({ where: `the port of client-go, step ${index}`, want: flat(want), got: port[index] ?? {} }),
  );
  if (wrong.length > 0) throw new Error(wrong.slice(0, 3).join('\n'));

  const differs = (name: Difference): boolean => {
    touch(differences[name]);
    return true;
  };
  const expected = play(one, (notes, server) => new ReferenceCandidate(notes, server, differs));
  const actual = play(one, (notes, server) => new OperatorCandidate(notes, server));
  return one.steps.map(({ want, ...step }, index): Comparison => ({
    where: `step ${index}: ${JSON.stringify(step)}`,
    recorded: flat(want),
    want: expected[index] ?? {},
    got: actual[index] ?? {},
  }));
};

type Fields = Readonly<Record<string, unknown>>;

/** Runs the steps of a test case, and returns the fields after each step. */
function play(
  { config, steps }: ElectionCase,
  create: (notes: CandidateNotes, server: LeaseServer) => Candidate,
): readonly Fields[] {
  const outcomes: Fields[] = [];
  const failures: unknown[] = [];
  const scheduler = new TestScheduler(() => undefined);
  scheduler.run(() => {
    const server = new LeaseServer();
    if (config.lease !== undefined) server.put(config.lease);
    const notes = new Map(config.candidates.map((one) => [one.id, new CandidateNotes(one)]));
    const candidates = new Map<string, Candidate>();
    for (const [id, one] of notes) candidates.set(id, create(one, server));
    const started = new Set<string>();
    const act = ({ op, id = '', byMs = 0, ...step }: ElectionStep): void => {
      const candidate = candidates.get(id);
      if (op === 'start') {
        started.add(id);
        candidate?.start();
      } else if (op === 'cancel') candidate?.cancel();
      else if (op === 'crash') {
        started.delete(id);
        candidate?.crash();
        candidate?.take();
      } else if (op === 'clock') notes.get(id)?.jump(byMs);
      else server.step({ op, id, ...step });
    };
    const outcome = (): Fields =>
      flat({
        ...(server.stored && {
          lease: rowOf(server.stored.spec),
          labels: server.stored.metadata.labels ?? {},
        }),
        candidates: Object.fromEntries([...started].map((id) => [id, candidates.get(id)?.take() ?? {}])),
      });
    const played$ = concat(
      ...steps.map((step) =>
        concat(
          defer(() => {
            act(step);
            return timer(step.ms).pipe(ignoreElements());
          }),
          defer(() => {
            outcomes.push(outcome());
            return EMPTY;
          }),
        ),
      ),
    );
    played$
      .pipe(
        finalize(() => {
          for (const candidate of candidates.values()) candidate.crash();
        }),
      )
      .subscribe({ error: (error: unknown) => failures.push(error) });
  });
  if (failures.length > 0) throw new Error('the replay failed', { cause: failures[0] });
  return outcomes;
}

/** Returns the fields of all candidates side by side, such as `a.requests`. */
function flat({
  candidates = {},
  ...fields
}: {
  readonly lease?: unknown;
  readonly labels?: unknown;
  readonly candidates?: Readonly<Record<string, CandidateWant>>;
}): Fields {
  const entries = Object.entries(candidates).flatMap(([id, want]) =>
    Object.entries(want).map(([field, value]) => [`${id}.${field}`, value] as const),
  );
  const all: readonly (readonly [string, unknown])[] = [...Object.entries(fields), ...entries];
  return Object.fromEntries(all.filter(([, value]) => !isBlank(value)));
}

/** The recorder leaves empty fields out. */
const isBlank = (value: unknown): boolean =>
  value === '' || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
