import { take, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { filteringResourceEventHandler } from '../../src/client-go/index.ts';
import type { ResourceEventHandler } from '../../src/delivery/index.ts';
import { keyOf, type KubeObject } from '../../src/objects/index.ts';
import type { ReflectOptions } from '../../src/reflector/index.ts';
import type { Call } from './calls.ts';
import { sortedCalls } from './informer-calls.ts';
import {
  type CallBatch,
  type InformerCase,
  type InformerConfig,
  type InformerStep,
  stepTime,
} from './informer-case.ts';
import type { GoldenExpected } from './informer-expected.ts';
import { mark, printObject } from './objects.ts';
import type { Comparison } from './topic.ts';

/** Executes the steps of a recorded test case: on a shared informer, or on a pipeline of single operators. */
export interface TraceRun {
  readonly step: (step: InformerStep) => void;
  /** Returns the result of the last step. @param wanted - the expected calls of each handler */
  readonly outcome: (wanted: Readonly<Record<string, readonly CallBatch[]>>) => Comparison['got'];
  readonly end: () => void;
}

/** Runs a test case in virtual time, with one step every `stepTime` ms. Compares the result of each step. */
export function replayCase(
  { config, steps }: InformerCase,
  expected: GoldenExpected,
  createRun: (config: InformerConfig) => TraceRun,
): readonly (Comparison & { readonly recorded: InformerStep['want'] })[] {
  const wants = steps.map((step) => expected.step(step));
  const comparisons: (Comparison & { readonly recorded: InformerStep['want'] })[] = [];
  new TestScheduler(() => undefined).run(() => {
    const run = createRun(config);
    timer(0, stepTime)
      .pipe(take(steps.length + 1))
      .subscribe((index) => {
        const [done, want, next] = [steps[index - 1], wants[index - 1], steps[index]];
        if (done !== undefined && want !== undefined) {
          const { want: recorded, ...input } = done;
          const where = `step ${index}: ${JSON.stringify(input)}`;
          comparisons.push({ where, recorded, want, got: run.outcome(want.notify ?? {}) });
        }
        if (next === undefined) run.end();
        else run.step(next);
      });
  });
  return comparisons;
}

/**
 * Returns the options of the reflector that talks to the simulated server. The options do not contain the transform.
 */
export const reflectOptionsOf = ({ mode }: InformerConfig): ReflectOptions => ({
  streamingList: mode === 'list' ? 'never' : 'auto',
  random: () => 0.5,
  // The simulated server never closes a watch by itself and sends nothing on an idle watch. So the timeouts must be
  // very long.
  watchTimeout: 1_000_000_000,
  idleTimeout: 2_000_000_000,
});

/**
 * Creates a handler that records each call, written as in the recorded results.
 *
 * @param filter - the colour of the objects that the handler receives
 */
export function recordingHandler(
  note: (...call: readonly unknown[]) => unknown,
  filter: string | undefined,
): ResourceEventHandler<KubeObject> {
  const handler: ResourceEventHandler<KubeObject> = {
    onAdd: (object, isInInitialList) => note('add', printObject(object), isInInitialList),
    onUpdate: (old, object) => note('update', printObject(old), printObject(object)),
    onDelete: (object, finalStateKnown) =>
      note('delete', printObject(object), ...(finalStateKnown ? [] : [keyOf(object)])),
  };
  if (filter === undefined) return handler;
  const filterFunc = ({ metadata }: KubeObject): boolean => metadata.labels?.['color'] === filter;
  return filteringResourceEventHandler({ filterFunc, handler });
}

/** The transforms that the recorded test cases use, by name. */
export const transforms = {
  mark,
  clearRV: (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion: '' },
  }),
};

/**
 * Groups handler calls by their virtual time. Sorts calls whose order is random in Go, as the recorder sorted them.
 */
export function batchesOf(
  calls: readonly { readonly at: number; readonly call: Call }[],
  wanted: readonly CallBatch[],
): readonly CallBatch[] {
  const instants = [...new Set(calls.map(({ at }) => at))];
  return instants.map((instant, index) => {
    const batch = calls.filter(({ at }) => at === instant).map(({ call }) => call);
    const ordered = wanted[index]?.ordered ?? true;
    return { ordered, calls: ordered ? batch : sortedCalls(batch) };
  });
}
