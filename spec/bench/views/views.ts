import type { Observable } from 'rxjs';
import type { Informer, KubeObject } from '../../../src/index.ts';
import { query, queryWindow, select } from '../../../src/views/index.ts';

/** An object of the scenario `views`. */
export interface Ranked extends KubeObject {
  readonly spec: { readonly rank: number; readonly group: number };
}

/** The number of rows of the measured window. The first objects have the lowest ranks, so they are in the window. */
export const windowRows = 50;

/** The number of keys that the program selects. */
const selected = 1_000;

/** A view whose cost the scenario measures. */
export interface MeasuredView {
  /** Creates the Observables of the view. The program subscribes to each of them. */
  readonly open: (informer: Informer<Ranked, 'group'>) => readonly Observable<unknown>[];
  /** The range of the objects that the events change, as indexes in the list. */
  readonly changed: (objects: number) => readonly [from: number, to: number];
  /** Whether an event gives an object outside the window a new rank, so that its row moves. */
  readonly moves?: true;
}

const byRank = (a: Ranked, b: Ranked): number => a.spec.rank - b.spec.rank;
const window = { from: 0, to: windowRows };
const all = (objects: number): readonly [number, number] => [0, objects];
const outside = (objects: number): readonly [number, number] => [2 * windowRows, objects];

/** The measured views by name. The view `none` is an informer without a view. */
export const views = {
  none: { open: () => [], changed: all },

  '1 select': { open: (informer) => [select(informer, keyAt(0))], changed: all },
  '1,000 selects': {
    open: (informer) => Array.from({ length: selected }, (_, at) => select(informer, keyAt(at))),
    changed: all,
  },
  '1 select, each event emits': { open: (informer) => [select(informer, keyAt(0))], changed: () => [0, 1] },
  '1,000 selects, each event emits': {
    open: (informer) => Array.from({ length: selected }, (_, at) => select(informer, keyAt(at))),
    changed: () => [0, selected],
  },
  'a window, events outside': {
    open: (informer) => [queryWindow(informer, { sort: byRank, window })],
    changed: outside,
  },
  'a window, moves outside': {
    open: (informer) => [queryWindow(informer, { sort: byRank, window })],
    changed: outside,
    moves: true,
  },
  'a window, events inside': {
    open: (informer) => [queryWindow(informer, { sort: byRank, window })],
    changed: () => [0, windowRows],
  },
  'query of all': {
    open: (informer) => [query(informer, { sort: byRank, limit: windowRows })],
    changed: outside,
  },
  'query through an index': {
    open: (informer) => [
      query(informer, { index: { name: 'group', value: '7' }, sort: byRank, limit: windowRows }),
    ],
    changed: outside,
  },
} as const satisfies Readonly<Record<string, MeasuredView>>;

export type ViewName = keyof typeof views;

/** Returns the key of an object by its index in the list. */
const keyAt = (at: number): string => `default/object-${at}`;

/** Index functions of the informer. An index value has one percent of the objects. */
export const indexers = { group: ({ spec }: Ranked): readonly string[] => [String(spec.group)] };

/** Creates an object by its index in the list. */
export function ranked(at: number, rank: number, resourceVersion: number): Ranked {
  const name = `object-${at}`;
  const metadata = {
    name,
    namespace: 'default',
    uid: `uid of ${name}`,
    resourceVersion: String(resourceVersion),
  };
  return { metadata, spec: { rank, group: at % 100 } };
}
