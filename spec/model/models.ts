import { fc } from '../support/properties.ts';
import { interfaces } from './interfaces/interfaces.ts';
import { aPlan } from './plans.ts';
import { queueBreaches, queueSteps, sayQueueStep } from './queue-alone.ts';
import { sayBehaviour, sayStep } from './step.ts';
import { sayStoreStep, storeBreaches, storeSteps } from './store-alone.ts';
import { World } from './world.ts';

/** The options of fast-check that a user of the suite can set. */
export interface Parameters {
  readonly runs: number;
  readonly seed: number;
  /** The path that fast-check prints for a shrunk failure. With a path, fast-check replays only this failure. */
  readonly path?: string;
  /** Whether the test stops at the first failure, and fast-check does not shrink it. */
  readonly isHasty?: boolean;
}

/** The result of some runs of a model test. */
export interface Outcome {
  readonly runs: number;
  readonly steps: number;
  readonly failure?: { readonly path: string; readonly lines: readonly string[]; readonly breaches: string };
}

/** A model test: in each run, the library must behave like a simple reference implementation. */
export interface Model {
  readonly name: string;
  /** The share of all runs that this model test gets. */
  readonly runs: number;
  check(parameters: Parameters): Outcome;
}

/**
 * Creates a model test from a fast-check property. Counts the steps of passed runs, and describes a failure as text.
 */
function modelOf<T>(
  name: string,
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  breachesOf: (value: T) => readonly string[],
  say: (value: T) => readonly string[],
): Model {
  return {
    name,
    runs,
    check: ({ runs: numRuns, seed, path, isHasty = false }) => {
      let steps = 0;
      let breaches: readonly string[] = [];
      const property = fc.property(arbitrary, (value) => {
        const found = breachesOf(value);
        if (found.length > 0) breaches = found;
        else steps += say(value).length - 1;
        return found.length === 0;
      });
      const details = fc.check(property, {
        numRuns,
        seed,
        endOnFailure: isHasty,
        ...(path !== undefined && { path }),
      });
      if (!details.failed || details.counterexamplePath === null) return { runs: details.numRuns, steps };
      const [value] = details.counterexample as readonly [T];
      return {
        runs: details.numRuns,
        steps,
        failure: {
          path: details.counterexamplePath,
          lines: say(value),
          breaches: (isHasty ? breaches : breachesOf(value)).join('\n'),
        },
      };
    },
  };
}

const ofFaces: readonly Model[] = interfaces.map((face, nth) =>
  modelOf(
    face.name,
    nth === 0 ? 6_000 : 1_800,
    aPlan,
    (plan) => new World(face, plan).run(),
    ({ setting, steps }) => {
      const { first, ...rest } = setting;
      return [`${JSON.stringify(rest)}, ${sayBehaviour(first)}`, ...steps.map(sayStep)];
    },
  ),
);

/**
 * All model tests. The APIs of the library come first, with over 20,000 runs in total. The queue alone and the store
 * alone follow. The most used APIs have the most runs.
 */
export const models: readonly Model[] = [
  ...ofFaces,
  modelOf('queue alone', 3_000, queueSteps, queueBreaches, (steps) => [
    'a queue',
    ...steps.map(sayQueueStep),
  ]),
  modelOf('store alone', 3_000, storeSteps, storeBreaches, (steps) => [
    'a store',
    ...steps.map(sayStoreStep),
  ]),
];
