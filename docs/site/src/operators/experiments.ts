import { endWith, ignoreElements, map, merge, type Observable, of, share, takeUntil, timer } from 'rxjs';
import {
  batchPerTask,
  buffered,
  type Change,
  deltaFifo,
  type DeliveryOptions,
  type Deltas,
  indexedStore,
  type KubeObject,
  type ListPage,
  reflect,
  type ReflectorEvent,
  StatusError,
  type WatchEvent,
} from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { objectAt } from './objects.ts';

/** The function `cold` of `TestScheduler.run`. */
type Cold = <V>(marbles: string, values?: Readonly<Record<string, V>>, error?: unknown) => Observable<V>;

/** An operator on the operators page. A visitor of the page can change the inputs and the options of the operator. */
export interface Experiment {
  readonly name: string;
  /** The meaning of the letters in the inputs and in the output. */
  readonly legend: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The values that the reader can choose for each option. The first value is the default. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** Returns the call of the operator as source code. */
  readonly code: (options: Readonly<Record<string, string>>) => string;
  /** Returns the output of the operator. Each text becomes a marble. */
  readonly run: (
    cold: Cold,
    inputs: Readonly<Record<string, string>>,
    options: Readonly<Record<string, string>>,
  ) => Observable<string>;
}

const keys = Array.from('abcdefgh');

/**
 * The letters of the inputs: `a` to `h` are MODIFIED events of the objects a to h, `A` to `H` are DELETED events, and
 * `r` is a list of a and b.
 */
const events = (): Readonly<Record<string, ReflectorEvent<KubeObject>>> => ({
  ...Object.fromEntries(
    keys.flatMap((key): [string, ReflectorEvent<KubeObject>][] => [
      [key, { type: 'MODIFIED', object: objectAt(key, '5') }],
      [key.toUpperCase(), { type: 'DELETED', object: objectAt(key, '6') }],
    ]),
  ),
  r: { type: 'REPLACED', items: [objectAt('a', '3'), objectAt('b', '4')], resourceVersion: '4' },
});

/** Returns the letters of the events in one pop. Two deltas of the key a are `aa`. */
const textOfDeltas = (deltas: Deltas<KubeObject>): string =>
  deltas
    .map((delta) => {
      if (delta.type === 'ReplacedAll') return 'r';
      if (delta.type === 'SyncAll' || delta.type === 'Bookmark') return '';
      return delta.type === 'Deleted' ? delta.key.toUpperCase() : delta.key;
    })
    .join('');

const textOfChange = ({ type, key }: Change<KubeObject>): string =>
  type === 'deleted' ? key.toUpperCase() : key;

const legendOfEvents =
  'a to h: the object with that name changes; A to H: it is deleted; r: a list of a and b.';

const fifo: Experiment = {
  name: 'deltaFifo',
  legend: `${legendOfEvents} The output has the deltas of each pop.`,
  inputs: { events: '-ra-ab-a---|' },
  options: { order: ['key', 'arrival'], 'process takes': ['5 ms', 'no time', '2 ms'] },
  code: (options) =>
    `events$.pipe(deltaFifo({ order: '${options['order'] ?? ''}', process: (deltas) => timer(${milliseconds(options)}) }))`,
  run: (cold, inputs, options) =>
    cold(inputs['events'] ?? '', events()).pipe(
      deltaFifo<KubeObject>({
        order: options['order'] === 'arrival' ? 'arrival' : 'key',
        process: () => (milliseconds(options) === 0 ? undefined : timer(milliseconds(options))),
      }),
      map(textOfDeltas),
    ),
};

const milliseconds = (options: Readonly<Record<string, string>>): number =>
  Number.parseInt(options['process takes'] ?? '0', 10) || 0;

/** Returns the changes for a stream of events. The events pass a queue and a store, as in an informer. */
function changesOf(
  events$: Observable<ReflectorEvent<KubeObject>>,
): Observable<readonly Change<KubeObject>[]> {
  const store = indexedStore<KubeObject>();
  const applied$ = events$.pipe(
    deltaFifo({ process: (deltas) => store.apply(deltas) }),
    ignoreElements(),
    share(),
  );
  return merge(store.batches$.pipe(takeUntil(applied$.pipe(endWith('end')))), applied$);
}

const bufferPolicies: Readonly<Record<string, DeliveryOptions['buffer']>> = {
  unbounded: 'unbounded',
  conflate: 'conflate',
  '{ size: 2, drop-oldest }': { size: 2, overflow: 'drop-oldest' },
  '{ size: 2, error }': { size: 2, overflow: 'error' },
};

const bufferedExperiment: Experiment = {
  name: 'buffered',
  legend: `${legendOfEvents} The subscriber takes what waits when the notifier emits.`,
  inputs: { events: '-r-a-a-b-B-|', notifier: '----x------x' },
  options: { buffer: Object.keys(bufferPolicies) },
  code: (options) => `batches$.pipe(buffered({ buffer: ${options['buffer'] ?? ''}, notifier: notifier$ }))`,
  run: (cold, inputs, options) =>
    changesOf(cold(inputs['events'] ?? '', events())).pipe(
      buffered({
        buffer: bufferPolicies[options['buffer'] ?? 'unbounded'] ?? 'unbounded',
        notifier: cold(inputs['notifier'] ?? ''),
      }),
      map(textOfChange),
    ),
};

const batchExperiment: Experiment = {
  name: 'batchPerTask',
  legend: `${legendOfEvents} The output has the changes of each batch; what comes in one frame is one task.`,
  inputs: { events: '-r--(abc)--(aA)|' },
  options: {},
  code: () => 'store.batches$.pipe(batchPerTask())',
  run: (cold, inputs) =>
    changesOf(cold(inputs['events'] ?? '', events())).pipe(
      batchPerTask(),
      map((batch) => batch.map(textOfChange).join('')),
    ),
};

const page = (version: string, ...names: readonly string[]): ListPage<KubeObject> => ({
  items: names.map((name) => objectAt(name, version)),
  resourceVersion: version,
});

const reflectExperiment: Experiment = {
  name: 'reflect',
  legend:
    'p and q: pages of a list; # in a watch: the server answers 410 Gone. The output has r and s for the lists, and the events of the watches.',
  inputs: { list: '(p|)', watch: '--a-#', 'list-2': '(q|)', 'watch-2': '---b-c', enabled: 't' },
  options: { 'backoff.initial': ['800 ms', '10 ms', '3000 ms'] },
  code: (options) =>
    `reflect(source, { backoff: { initial: ${Number.parseInt(options['backoff.initial'] ?? '', 10)} }, streamingList: 'never', enabled: enabled$ })`,
  run: (cold, inputs, options) => {
    const watched = events() as Readonly<Record<string, WatchEvent<KubeObject>>>;
    const gone = new StatusError({ code: 410, reason: 'Expired' });
    const pages = { p: page('3', 'a'), q: page('19', 'a', 'b') };
    const source = scriptedListerWatcher<KubeObject>({
      list: [cold(inputs['list'] ?? '', pages), cold(inputs['list-2'] ?? '', pages)],
      watch: [cold(inputs['watch'] ?? '', watched, gone), cold(inputs['watch-2'] ?? '', watched, gone)],
    });
    return reflect(source, {
      streamingList: 'never',
      random: () => 0,
      backoff: { initial: Number.parseInt(options['backoff.initial'] ?? '800', 10) },
      enabled: inputs['enabled'] === 't' ? of(true) : cold(inputs['enabled'] ?? '', { t: true, f: false }),
    }).pipe(
      map((event) => {
        if (event.type === 'REPLACED') return event.resourceVersion === '3' ? 'r' : 's';
        if (event.type === 'RESYNC' || event.type === 'BOOKMARK') return '·';
        const { name } = event.object.metadata;
        return event.type === 'DELETED' ? name.toUpperCase() : name;
      }),
    );
  },
};

export const experiments: readonly Experiment[] = [
  fifo,
  bufferedExperiment,
  batchExperiment,
  reflectExperiment,
];
