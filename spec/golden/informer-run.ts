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

/** Executes the operations of a trace: on a shared informer, or on a pipeline composed by hand. */
export interface TraceRun {
  readonly step: (step: InformerStep) => void;
  /** The result of the last operation. @param wanted - the expected calls of each handler */
  readonly outcome: (wanted: Readonly<Record<string, readonly CallBatch[]>>) => Comparison['got'];
  readonly end: () => void;
}

/** Runs a case in virtual time, with one operation every `stepTime`, and compares the result of each operation. */
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

/** The options of a reflector that runs against the scripted server, without the transform. */
export const reflectOptionsOf = ({ mode }: InformerConfig): ReflectOptions => ({
  streamingList: mode === 'list' ? 'never' : 'auto',
  random: () => 0.5,
  // The scripted server never closes a watch by itself, and an idle watch sends nothing.
  watchTimeout: 1_000_000_000,
  idleTimeout: 2_000_000_000,
});

/**
 * A handler that records each call in the notation of the traces. @param filter - the colour of the objects that it
 * gets
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

/** The transforms of the traces. */
export const transforms = {
  mark,
  clearRV: (object: KubeObject): KubeObject => ({
    ...object,
    metadata: { ...object.metadata, resourceVersion: '' },
  }),
};

/** Groups calls by their instant. Calls whose order is random in Go are sorted as the traces sort them. */
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
