import { fc } from '../support/properties.ts';
import { faces } from './faces/faces.ts';
import { aPlan } from './plans.ts';
import { queueBreaches, queueSteps, sayQueueStep } from './queue-alone.ts';
import { sayBehaviour, sayStep } from './step.ts';
import { sayStoreStep, storeBreaches, storeSteps } from './store-alone.ts';
import { World } from './world.ts';

/** What of fast-check one may say. */
export interface Parameters {
  readonly runs: number;
  readonly seed: number;
  /** Of a failure that was shrunk: replays it alone. */
  readonly path?: string;
  /** Ends at the first failure, however long. */
  readonly isHasty?: boolean;
}

/** What came of it. */
export interface Outcome {
  readonly runs: number;
  readonly steps: number;
  readonly failure?: { readonly path: string; readonly lines: readonly string[]; readonly breaches: string };
}

/** Something that is held against what it should be, run by run. */
export interface Model {
  readonly name: string;
  /** Of so many runs in all, how many are its. */
  readonly runs: number;
  check(parameters: Parameters): Outcome;
}

/** Runs a property, counts the steps of what passed, and tells a failure in words. */
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

const ofFaces: readonly Model[] = faces.map((face, nth) =>
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

/** The faces, the most used one most, over 20,000 runs in all; then queue and store alone. */
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
