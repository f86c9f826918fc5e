import type { ReconcileSizes } from '../reconcile/measures.ts';
import type { Resource } from '../resources.ts';

/** The sizes of a benchmark run: numbers of objects, events and rounds. */
export interface Plan {
  readonly kinds: readonly Resource[];
  /** Numbers of objects in the collection, by resource. Each number is a separate scenario. */
  readonly objects: Readonly<Record<Resource, readonly number[]>>;
  /**
   * Number of events that the server sends at full speed. A full garbage collection takes as much CPU time as ten
   * thousand events. With too few events, it depends on chance whether a measurement includes a full garbage
   * collection.
   */
  readonly events: Readonly<Record<Resource, number>>;
  /** Number of events before the measured events, during which V8 compiles the code. */
  readonly cold: Readonly<Record<Resource, number>>;
  readonly paced: number;
  /** The sizes of the collections in the scenario `growth`. */
  readonly sizes: readonly number[];
  /** The sizes of the collections in the scenarios `views` and `joins`. */
  readonly viewSizes: readonly number[];
  /** The number of namespaces in the scenario `sets`. */
  readonly namespaces: number;
  /** Duration of the measurement of each function in the scenario `micro`, ms. */
  readonly stepTime: number;
  /** The sizes of the scenario `reconcile`. */
  readonly reconcile: ReconcileSizes;
  /**
   * Factors that multiply the number of rounds that the user requested. `slow` is for slow scenarios, and `coldStart`
   * is for the scenario `cold-start`.
   */
  readonly shares: { readonly slow: number; readonly coldStart: number };
  /** The programs that run if the user names no program. Without this list, all programs run. */
  readonly contenders?: readonly string[];
}

const full: Plan = {
  kinds: ['pods', 'leases', 'configmaps'],
  objects: { pods: [50_000], leases: [50_000], configmaps: [2_000] },
  events: { pods: 50_000, leases: 50_000, configmaps: 5_000 },
  cold: { pods: 100_000, leases: 100_000, configmaps: 5_000 },
  paced: 5_000,
  sizes: [1_000, 10_000, 50_000, 100_000],
  viewSizes: [10_000, 50_000, 100_000],
  namespaces: 300,
  stepTime: 300,
  reconcile: { keys: 10_000, waiting: 100_000 },
  shares: { slow: 1, coldStart: 4 },
};

const quick: Plan = {
  kinds: ['pods'],
  objects: { pods: [5_000], leases: [5_000], configmaps: [500] },
  events: { pods: 4_000, leases: 4_000, configmaps: 400 },
  cold: { pods: 1_000, leases: 1_000, configmaps: 200 },
  paced: 500,
  sizes: [1_000, 10_000],
  viewSizes: [1_000, 10_000],
  namespaces: 30,
  stepTime: 30,
  reconcile: { keys: 1_000, waiting: 5_000 },
  shares: { slow: 0, coldStart: 1 },
  // The list omits programs that need an installation, that need minutes of compilation, or that are similar to a
  // program in the list.
  contenders: [
    'floor',
    'informer, fetch',
    'informer, client-node',
    'metadata, client-node',
    'peer: client-node 2.0.1',
  ],
};

/** The command-line options. If the user did not type an option, its list is empty. */
export interface Wanted {
  readonly quick: readonly true[];
  readonly kind: readonly Resource[];
  readonly objects: readonly number[];
  readonly events: readonly number[];
}

const ofEach = (count: number): Readonly<Record<Resource, number>> => ({
  pods: count,
  leases: count,
  configmaps: count,
});

export function planOf({ quick: isQuick, kind, objects, events }: Wanted): Plan {
  const plan = isQuick.length > 0 ? quick : full;
  const asked = events.at(-1);
  return {
    ...plan,
    ...(kind.length > 0 && { kinds: kind }),
    ...(objects.length > 0 && { objects: { pods: objects, leases: objects, configmaps: objects } }),
    ...(objects.length > 1 && { sizes: objects.toSorted((a, b) => a - b) }),
    ...(objects.length > 0 && { viewSizes: objects.toSorted((a, b) => a - b) }),
    ...(asked !== undefined && { events: ofEach(asked), cold: ofEach(asked) }),
  };
}
