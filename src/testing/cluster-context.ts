import { asyncScheduler, type Observable, of, Subject, timer } from 'rxjs';
import type { KubeError, KubeObject, ObjectKey } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from '../source/index.ts';
import { clusterSettings, type VirtualClusterOptions } from './cluster-options.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { ClusterClock } from './machine/clock.ts';
import { Collection } from './machine/collection.ts';

/** A request that a virtual cluster received. */
export interface ClusterRequest {
  /** The time of the request, in ms of the RxJS clock. */
  readonly at: number;
  readonly verb: 'list' | 'watch' | 'get' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';
  /** The name of the resource, for example `pods` or `widgets.example.com`. */
  readonly resource: string;
  /**
   * The key of the object. The member is absent for lists and watches. For an object without a name, the key
   * contains the `generateName`.
   */
  readonly key?: ObjectKey;
  /** `status` for a request to the subresource; absent for the object itself. */
  readonly subresource?: string;
  /** The label selector of a list, a watch or a `deletecollection`, as text; absent if the request has none. */
  readonly labelSelector?: string;
  /** The field selector of a list, a watch or a `deletecollection`; absent if the request has none. */
  readonly fieldSelector?: string;
  /** The options of a list or watch, or the preconditions of a delete. */
  readonly options?: ListOptions & WatchOptions & { readonly uid?: string };
  /** The body of a create, update or patch. */
  readonly body?: unknown;
}

/** The state that all collections of one virtual cluster share. */
export interface ClusterContext {
  readonly settings: Required<VirtualClusterOptions>;
  readonly clock: ClusterClock;
  readonly ledger: Ledger<ClusterRequest>;
  /** Emits after each write to any collection. */
  readonly clusterWritten$: Subject<void>;
  /**
   * Ends all watches. With the value `undefined` all watches complete, and with an error all watches error.
   */
  readonly watchesEnded$: Subject<KubeError | undefined>;
  /** The errors for the next writes. The cluster refuses each of these writes with one error. */
  readonly refusals: KubeError[];
}

/** A collection, and the subject that notifies its watches of a write. */
export interface CollectionContext<T extends KubeObject> {
  readonly collection: Collection<T>;
  readonly written: Subject<void>;
}

export function createClusterContext(options: VirtualClusterOptions): ClusterContext {
  return {
    settings: clusterSettings(options),
    clock: new ClusterClock(() => asyncScheduler.now()),
    ledger: createLedger(),
    clusterWritten$: new Subject(),
    watchesEnded$: new Subject(),
    refusals: [],
  };
}

export function createCollectionContext<T extends KubeObject>(
  resource: string,
  { clock }: ClusterContext,
): CollectionContext<T> {
  return { collection: new Collection(resource, clock), written: new Subject() };
}

/** Emits once after a delay. A delay of 0 emits synchronously, without a timer. */
export const after = (ms: number): Observable<unknown> => (ms <= 0 ? of(0) : timer(ms));
