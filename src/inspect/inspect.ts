import { asyncScheduler } from 'rxjs';
import { currentStatus, type Informer, type NamedInput, type InformerState } from '../informer/index.ts';
import { anObject, checkArgument, type Rule } from '../objects/index.ts';
import type { InformerInspection, ReflectorInspection } from './inspection.ts';
import { inspectError } from './inspect-error.ts';
import { inspectStore } from './inspect-store.ts';

/** The part of an informer that `inspect` needs. */
export type InspectableInformer = Pick<Informer<unknown>, 'store' | 'status$' | 'lastFrameAt'>;

/**
 * Returns the state of an informer as plain JSON: its phase, its queue, its store and indexes, the buffers of its
 * subscribers, its last errors, and the time since its last frame. It also accepts a derived informer and an
 * `informerSet`, with the state of each input or member, and the shared informers of `rx-informer/client-go`. If an informer
 * is the input of several informers, its state is shown once, and otherwise an {@link InputReference}.
 *
 * Use it in a debugger, a log line or a test that fails. A call does not start the informer. The cost depends on the
 * number of subscribers, indexes and inputs. A call writes up to 100 objects as JSON to estimate their size, but no objects
 * of inputs. The
 * result contains no object and no text of an error that a function of the program has thrown, because such a text can
 * quote a Secret. The messages of other errors are complete: they can contain keys of objects and texts of the server.
 *
 * @throws OptionsError for a value that is not an informer
 *
 * @example
 * ```ts
 * console.log(JSON.stringify(inspect(pods), null, 2));
 * ```
 */
export function inspect(informer: InspectableInformer): InformerInspection {
  checkArgument('inspect: informer', informer, anInspectableInformer);
  return inspectionOf(informer, { now: asyncScheduler.now(), shown: new Map() }, []);
}

const anInspectableInformer: Rule = {
  allowed: 'an informer, for example a result of informer()',
  test: (given) => anObject.test(given) && typeof (given as Partial<Inspected>).state === 'function',
};

type Inspected = NamedInput['informer'];

interface Call {
  readonly now: number;
  /** The path of each informer that the result already shows. */
  readonly shown: Map<Inspected, string>;
}

/** @param path - the names of the inputs from the top informer to this informer */
function inspectionOf(informer: Inspected, call: Call, path: readonly string[]): InformerInspection {
  const { now, shown } = call;
  shown.set(informer, path.join('/'));
  const { queued, starts, subscribers, buffers, errors, inputs } = informer.state?.() ?? nothing;
  return {
    reflector: reflectorOf(informer, now),
    queue: { pending: queued },
    store: inspectStore(informer.store, { isSampled: path.length === 0 }),
    delivery: { starts, subscribers, buffers },
    errors: errors.map((error) => inspectError(error, now)),
    ...(inputs !== undefined && {
      inputs: withDistinctNames(inputs).map(({ name, informer: input }) => {
        const sameAs = shown.get(input);
        return sameAs === undefined
          ? { name, ...inspectionOf(input, call, [...path, name]) }
          : { name, sameAs };
      }),
    }),
  };
}

/** Adds a number to names that several inputs have. The ids of a set can be objects, which have no name. */
function withDistinctNames(inputs: readonly NamedInput[]): readonly NamedInput[] {
  const counts = new Map<string, number>();
  for (const { name } of inputs) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set(counts.keys());
  const distinctName = (name: string): string => {
    let number = 1;
    while (taken.has(`${name} (${number})`)) number++;
    taken.add(`${name} (${number})`);
    return `${name} (${number})`;
  };
  return inputs.map((input) =>
    counts.get(input.name) === 1 ? input : { ...input, name: distinctName(input.name) },
  );
}

/** The state of an input that is not an informer of this library. */
const nothing: InformerState = { queued: 0, starts: 0, subscribers: 0, buffers: [], errors: [] };

function reflectorOf(informer: Inspected, now: number): ReflectorInspection {
  const { lastFrameAt } = informer;
  const status = currentStatus(informer);
  const { phase, hasSynced, incidents = 0 } = status;
  return {
    phase,
    ...('since' in status && { age: since(status.since, now) }),
    hasSynced,
    ...('disabled' in status && { disabled: true }),
    ...('received' in status && { received: status.received }),
    ...('retryAt' in status && { attempt: status.attempt, retryIn: Math.max(0, status.retryAt - now) }),
    frameAge: lastFrameAt === undefined ? null : since(lastFrameAt, now),
    incidents,
  };
}

/** A clock that was set back counts as no time. */
const since = (at: number, now: number): number => Math.max(0, now - at);
