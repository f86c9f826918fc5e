import {
  type HandlerError,
  isOlderVersion,
  type KnownObjects,
  type KubeObject,
  type ObjectKey,
} from '../../../objects/index.ts';
import { KeyedDeltaQueue } from '../../../queue/index.ts';
import type { ReflectorEvent, ReplacedEvent } from '../../../reflector/index.ts';
import type { RealDelta, RealDeltas } from '../key-delta.ts';
import { Lookup } from './lookup.ts';
import { GuardedCallbacks } from './guarded-callbacks.ts';

/** The options of `RealFifo`, as client-go's `RealFIFOOptions`. */
export interface RealFifoConfig<T extends KubeObject> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  /**
   * The objects that the consumer of the queue already has. With this option, a list becomes a delta for each
   * key. Without this option, a list becomes one delta.
   */
  readonly knownObjects?: KnownObjects<T> | undefined;
  readonly emitsBookmarks?: boolean | undefined;
  readonly transform?: ((object: T) => T) | undefined;
  /** A callback that gets each error of `knownObjects.get`. */
  readonly onError: (error: HandlerError) => void;
}

/**
 * A queue that works as client-go's RealFIFO. It keeps every delta in the order of arrival, and merges
 * nothing (B91–B109).
 *
 * A write throws a `HandlerError` when the key function or the transform throws.
 */
export class RealFifo<T extends KubeObject> {
  readonly #pending = new KeyedDeltaQueue<RealDelta<T>>();
  readonly #config: RealFifoConfig<T>;
  readonly #known: Lookup<T>;
  readonly #callbacks: GuardedCallbacks<T>;
  #populated = false;
  /** The number of deltas of the first list that have not been processed. */
  #initial = 0;
  /**
   * The deltas that were popped and have not been processed yet. The consumer may or may not have received
   * these deltas.
   */
  #inFlight: readonly RealDelta<T>[] = [];

  constructor(config: RealFifoConfig<T>) {
    this.#config = config;
    this.#known = new Lookup(config.knownObjects, config.onError);
    this.#callbacks = new GuardedCallbacks(config.keyOf, config.transform);
  }

  get length(): number {
    return this.#pending.length;
  }

  /** Whether the first list has been processed, not only popped (B101). */
  get hasSynced(): boolean {
    return this.#populated && this.#initial === 0;
  }

  write(event: ReflectorEvent<T>): void {
    switch (event.type) {
      case 'REPLACED':
        if (this.#config.knownObjects === undefined) this.#replaceAll(event);
        else this.#replace(event);
        break;
      case 'RESYNC':
        if (this.#config.knownObjects === undefined) this.#pending.append({ type: 'SyncAll' });
        else this.#resync();
        break;
      case 'BOOKMARK': // a bookmark does not make the queue count as populated
        if (this.#config.emitsBookmarks !== true) break;
        this.#pending.append({ type: 'Bookmark', resourceVersion: event.resourceVersion });
        break;
      case 'DELETED':
        this.#populated = true;
        if (event.finalStateKnown === false) this.#deleteInvalid(event.object);
        else this.#append({ type: 'Deleted', finalStateKnown: true, ...this.#accepted(event.object) });
        break;
      default:
        this.#populated = true;
        this.#append({ type: deltaTypes[event.type], ...this.#accepted(event.object) });
    }
  }

  /**
   * Queues a delete whose final state is unknown. Does not transform the object, because the last known state
   * of the object is already transformed.
   */
  deleteTombstone(key: ObjectKey, object: T | undefined): void {
    this.#populated = true;
    this.#addTombstone(key, object);
  }

  /**
   * Removes and returns the oldest delta, or a batch of deltas of different keys. `most` is the maximum
   * number of deltas. A batch contains deltas up to the end of the first list, or later deltas, but never
   * both. A batch never contains a delta of the whole collection (B102–B105). Returns `undefined` when the
   * queue is empty.
   */
  take(most = 1): RealDeltas<T> | undefined {
    const isInInitialList = !this.hasSynced;
    const limit = this.#initial > 0 ? Math.min(most, this.#initial) : most;
    const deltas: RealDelta<T>[] = [];
    const keys = new Set<ObjectKey>();
    while (deltas.length < limit) {
      const next = this.#pending.first?.deltas[0];
      if (next === undefined) break;
      const isOfKey = 'key' in next;
      if (deltas.length > 0 && (!isOfKey || keys.has(next.key))) break;
      this.#pending.shift();
      deltas.push(next);
      if (!isOfKey) break;
      keys.add(next.key);
    }
    this.#inFlight = [...deltas];
    return deltas.length === 0 ? undefined : Object.assign(deltas, { isInInitialList });
  }

  /**
   * Called when the deltas of the latest `take` have been processed, whether with success or with an error.
   */
  processed(): void {
    this.#initial = Math.max(0, this.#initial - this.#inFlight.length);
    this.#inFlight = [];
  }

  /**
   * Queues the deltas of a list. First queues the tombstones of objects that are not in the list. The keys
   * that are in flight or in the queue come first, in their order. Then the other keys of the consumer follow
   * (B93, B94).
   */
  #replace({ items: objects, versionsReset }: ReplacedEvent<T>): void {
    const reset = versionsReset && { versionsReset };
    const keys = new Set(objects.map((object) => this.#callbacks.keyOf(object)));
    const newest = this.#newestByKey();
    for (const [key, delta] of newest) {
      if (!keys.has(key) && delta.type !== 'Deleted') this.#addTombstone(key, delta.object);
    }
    for (const key of this.#known.keys()) {
      if (!keys.has(key) && !newest.has(key)) this.#addTombstone(key, this.#known.find(key).object);
    }
    for (const object of objects) this.#append({ type: 'Replaced', ...this.#accepted(object), ...reset });
    this.#populateWithList();
  }

  /** Queues a whole list as one delta. If the transform throws for one object, nothing is queued (B96). */
  #replaceAll({ items, ...rest }: ReplacedEvent<T>): void {
    const { transform } = this.#config;
    const objects =
      transform === undefined ? items : items.map((object) => this.#callbacks.transform(undefined, object));
    this.#pending.append({ ...rest, type: 'ReplacedAll', objects });
    this.#populateWithList();
  }

  /**
   * Queues a `Sync` delta for each object that the consumer has. Skips a key that is in the queue or in
   * flight, because the object of the consumer is older (B100).
   */
  #resync(): void {
    const newest = this.#newestByKey();
    for (const known of this.#known.keys()) {
      const { object } = this.#known.find(known);
      if (object === undefined) continue;
      const key = this.#callbacks.keyOf(object);
      if (!newest.has(key)) this.#pending.append({ type: 'Sync', key, object });
    }
  }

  #newestByKey(): Map<ObjectKey, Extract<RealDelta<T>, { readonly key: ObjectKey }>> {
    const newest = new Map<ObjectKey, Extract<RealDelta<T>, { readonly key: ObjectKey }>>();
    for (const delta of this.#inFlight) if ('key' in delta) newest.set(delta.key, delta);
    for (const { deltas } of this.#pending) if ('key' in deltas[0]) newest.set(deltas[0].key, deltas[0]);
    return newest;
  }

  /** Called at the first list. Earlier deltas that are still in the queue belong to the first list, too. */
  #populateWithList(): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#initial = this.#pending.length;
  }

  #append(delta: RealDelta<T>): void {
    this.#pending.append(delta);
  }

  /**
   * Queues a tombstone for an object that the reflector dropped as invalid, because the consumer now has an
   * outdated state. If the state of the consumer has a newer version, no tombstone is queued.
   */
  #deleteInvalid(object: T): void {
    const key = this.#callbacks.keyOf(object);
    const { object: last } = this.#known.find(key);
    if (last === undefined || !isOlderVersion(object.metadata.resourceVersion, last.metadata.resourceVersion))
      this.#addTombstone(key, last);
  }

  #addTombstone(key: ObjectKey, object: T | undefined): void {
    this.#pending.append({ type: 'Deleted', key, object, finalStateKnown: false });
  }

  #accepted(object: T): { readonly key: ObjectKey; readonly object: T } {
    const key = this.#callbacks.keyOf(object);
    return { key, object: this.#callbacks.transform(key, object) };
  }
}

const deltaTypes = { ADDED: 'Added', MODIFIED: 'Updated' } as const;
