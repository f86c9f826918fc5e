import { asyncScheduler, type Observable, of, Subject, timer } from 'rxjs';
import type { KubeError, KubeObject, ObjectKey } from '../objects/index.ts';
import type { ListOptions, WatchOptions } from '../source/index.ts';
import { clusterSettings, type VirtualClusterOptions } from './cluster-options.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { ClusterClock } from './machine/clock.ts';
import { Collection } from './machine/collection.ts';

/** A request that a virtual cluster was sent. */
export interface ClusterRequest {
  /** In ms on the RxJS clock. */
  readonly at: number;
  readonly verb: 'list' | 'watch' | 'get' | 'create' | 'update' | 'patch' | 'delete';
  /** `pods`, or `widgets.example.com`. */
  readonly resource: string;
  /** Of all but lists and watches; of an object without a name its `generateName`. */
  readonly key?: ObjectKey;
  /** Of lists and watches, and the preconditions of a delete. */
  readonly options?: ListOptions & WatchOptions & { readonly uid?: string };
  /** Of create, update and patch. */
  readonly body?: unknown;
}

/** What the parts of one virtual cluster share. */
export interface ClusterContext {
  readonly settings: Required<VirtualClusterOptions>;
  readonly clock: ClusterClock;
  readonly ledger: Ledger<ClusterRequest>;
  /** After each write, to whichever collection. */
  readonly moved: Subject<void>;
  /** All watches end, in a clean way or with an error. */
  readonly ended: Subject<KubeError | undefined>;
  /** Refusals for the writes that come next. */
  readonly refusals: KubeError[];
}

/** A collection, and how its watches hear of a write. */
export interface Room<T extends KubeObject> {
  readonly collection: Collection<T>;
  readonly written: Subject<void>;
}

export function createClusterContext(options: VirtualClusterOptions): ClusterContext {
  return {
    settings: clusterSettings(options),
    clock: new ClusterClock(() => asyncScheduler.now()),
    ledger: createLedger(),
    moved: new Subject(),
    ended: new Subject(),
    refusals: [],
  };
}

export function createRoom<T extends KubeObject>(resource: string, { clock }: ClusterContext): Room<T> {
  return { collection: new Collection(resource, clock), written: new Subject() };
}

/** Emits once after so long; at once, without a timer, after 0. */
export const after = (ms: number): Observable<unknown> => (ms <= 0 ? of(0) : timer(ms));
