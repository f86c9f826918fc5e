import {
  type KnownObjects,
  type HandlerError,
  isOlderVersion,
  type KubeObject,
  type ObjectKey,
} from '../../../objects/index.ts';
import type { ReflectorEvent, ReplacedEvent } from '../../../reflector/index.ts';
import type { KeyDelta, KeyDeltas } from '../key-delta.ts';
import type { Fifo } from '../../../queue/index.ts';
import { InFlight } from './in-flight.ts';
import { Lookup } from './lookup.ts';
import { GuardedCallbacks } from './guarded-callbacks.ts';
import { type QueueEntry, KeyedDeltaQueue } from '../../../queue/index.ts';

/** The options of `ByKeyFifo`, as client-go's `DeltaFIFOOptions`. */
export interface ByKeyFifoConfig<T extends KubeObject> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  readonly knownObjects?: KnownObjects<T> | undefined;
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  readonly transform?: ((object: T) => T) | undefined;
  /** A callback that gets each error of `knownObjects.get`. */
  readonly onError: (error: HandlerError) => void;
}

/**
 * A queue that works as client-go's DeltaFIFO. A list becomes a delta for each key of the list, and a delete for each
 * object of the consumer that is not in the list (B71–B90).
 *
 * A write throws a `HandlerError` when the key function or the transform throws. If a replace fails half-way, the
 * deltas that were queued before the error stay in the queue, as in client-go.
 */
export class ByKeyFifo<T extends KubeObject> implements Fifo<ReflectorEvent<T>, KeyDeltas<T>> {
  readonly #pending = new KeyedDeltaQueue<KeyDelta<T>>();
  readonly #config: ByKeyFifoConfig<T>;
  readonly #known: Lookup<T>;
  readonly #callbacks: GuardedCallbacks<T>;
  readonly #inFlight = new InFlight<T>();
  #populated = false;
  #hasSynced = false;
  /** The number of keys of the first list that have not been popped yet. */
  #initial = 0;

  constructor(config: ByKeyFifoConfig<T>) {
    this.#config = config;
    this.#known = new Lookup(config.knownObjects, config.onError);
    this.#callbacks = new GuardedCallbacks(config.keyOf, config.transform);
  }

  get length(): number {
    return this.#pending.length;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Returns the queued deltas of a key. The caller may not change the returned deltas. */
  pendingOf(key: ObjectKey): QueueEntry<KeyDelta<T>>['deltas'] | undefined {
    return this.#pending.find(key)?.deltas;
  }

  /** Iterates over the queued entries, the oldest key first. */
  pending(): Iterable<QueueEntry<KeyDelta<T>>> {
    return this.#pending;
  }

  /** Puts popped deltas back at the end of the queue, unless the queue already has deltas of the same key. */
  addIfNotPresent(key: ObjectKey, deltas: readonly KeyDelta<T>[]): void {
    this.#populate();
    this.#inFlight.remove(key);
    if (this.#pending.find(key) !== undefined) return;
    for (const delta of deltas) this.#pending.coalesce(key, delta);
  }

  /** Queues the deltas of an event. A bookmark is ignored, because a bookmark has no key. */
  write(event: ReflectorEvent<T>): void {
    switch (event.type) {
      case 'ADDED':
        this.#accept('Added', event.object);
        break;
      case 'MODIFIED':
        this.#accept('Updated', event.object);
        break;
      case 'DELETED':
        if (event.finalStateKnown === false) this.#deleteInvalid(event.object);
        else this.#delete(event.object);
        break;
      case 'REPLACED':
        this.#replace(event);
        break;
      case 'RESYNC':
        this.#resync();
        break;
      case 'BOOKMARK':
        break;
    }
  }

  /**
   * Queues a delete without a known final state, as client-go's `Delete(DeletedFinalStateUnknown{key,
   * object})`.
   */
  deleteTombstone(key: ObjectKey, object: T | undefined): void {
    this.#populate();
    if (this.#isKnown(key)) this.#addTombstone(key, object);
  }

  pop(): KeyDeltas<T> | undefined {
    const place = this.#pending.shift();
    if (place === undefined) return undefined;
    // The code reads `#hasSynced` before the count changes, because the last object is also part of the first
    // list (B90).
    const isInInitialList = !this.#hasSynced;
    if (this.#initial > 0 && --this.#initial === 0) this.#hasSynced = true;
    return Object.assign(place.deltas, { isInInitialList, hasSynced: this.#hasSynced });
  }

  /** Pops as `pop` does. The popped deltas count as in flight until `processed` is called. */
  popInFlight(): KeyDeltas<T> | undefined {
    const deltas = this.pop();
    const newest = deltas?.at(-1);
    if (newest !== undefined) this.#inFlight.add(newest.key, newest);
    return deltas;
  }

  /** Keeps the deltas of a key in flight after `processed`, because `addIfNotPresent` will put them back. */
  keepInFlight(key: ObjectKey): void {
    this.#inFlight.keep(key);
  }

  /** Called when the deltas of `popInFlight` have been processed, whether with success or with an error. */
  processed(key: ObjectKey): void {
    this.#inFlight.processed(key);
  }

  #accept(type: 'Added' | 'Updated', object: T): void {
    this.#populate();
    this.#queue(type, this.#callbacks.keyOf(object), object);
  }

  /**
   * Queues a delete. Drops the delete if neither the consumer nor the queue has the key. In this case, the consumer has
   * already received a delete (B73–B75).
   */
  #delete(object: T): void {
    const key = this.#callbacks.keyOf(object);
    this.#populate();
    if (!this.#isKnown(key)) return;
    this.#pending.coalesce(key, {
      type: 'Deleted',
      key,
      object: this.#callbacks.transform(key, object),
      finalStateKnown: true,
    });
  }

  /**
   * Queues a tombstone for an object that the reflector dropped as invalid, because the consumer now has an
   * outdated state. If the state of the consumer has a newer version, no tombstone is queued.
   */
  #deleteInvalid(object: T): void {
    const key = this.#callbacks.keyOf(object);
    const newest = this.#pending.find(key)?.deltas.at(-1) ?? this.#inFlight.get(key);
    const last = newest === undefined ? this.#known.find(key).object : newest.object;
    if (last === undefined || !isOlderVersion(object.metadata.resourceVersion, last.metadata.resourceVersion))
      this.deleteTombstone(key, last);
  }

  #replace({ items: objects, versionsReset }: ReplacedEvent<T>): void {
    const { emitDeltaTypeReplaced = true } = this.#config;
    const keys = new Set<ObjectKey>();
    for (const object of objects) {
      const key = this.#callbacks.keyOf(object);
      keys.add(key);
      this.#queue(emitDeltaTypeReplaced ? 'Replaced' : 'Sync', key, object, versionsReset);
    }

    let deletions = 0;
    for (const { key, deltas } of this.#pending) {
      if (key === undefined || keys.has(key)) continue;
      this.#addTombstone(key, deltas.at(-1)?.object);
      deletions++;
    }
    for (const [key, { type, object }] of this.#inFlight.entries()) {
      if (type === 'Deleted' || keys.has(key) || this.#pending.find(key) !== undefined) continue;
      this.#addTombstone(key, object);
      deletions++;
    }
    for (const key of this.#known.keys()) {
      if (keys.has(key) || this.#pending.find(key) !== undefined || this.#inFlight.get(key) !== undefined)
        continue;
      this.#addTombstone(key, this.#known.find(key).object);
      deletions++;
    }

    if (this.#populated) return;
    this.#populated = true;
    this.#initial = keys.size + deletions;
    this.#hasSynced = this.#initial === 0;
  }

  /**
   * Queues a `Sync` delta for each object that the consumer has. Skips a key that is in the queue or in
   * flight, because the object of the consumer is older (B83).
   */
  #resync(): void {
    for (const known of this.#known.keys()) {
      const { object } = this.#known.find(known);
      if (object === undefined) continue;
      const key = this.#callbacks.keyOf(object);
      if (this.#pending.find(key) === undefined && this.#inFlight.get(key) === undefined)
        this.#pending.coalesce(key, { type: 'Sync', key, object });
    }
  }

  #queue(
    type: 'Added' | 'Updated' | 'Replaced' | 'Sync',
    key: ObjectKey,
    object: T,
    versionsReset?: true,
  ): void {
    const transformed = this.#callbacks.transform(key, object);
    this.#pending.coalesce(key, { type, key, object: transformed, ...(versionsReset && { versionsReset }) });
  }

  #addTombstone(key: ObjectKey, object: T | undefined): void {
    this.#pending.coalesce(key, { type: 'Deleted', key, object, finalStateKnown: false });
  }

  /**
   * Called for each write of an object. After a write before the first list, the queue does not wait for the
   * first list any more.
   */
  #populate(): void {
    this.#populated = true;
    if (this.#initial === 0) this.#hasSynced = true;
  }

  /**
   * Returns whether the consumer of the queue already has an object with this key. If the look-up fails, the
   * result is true, without the object (B79).
   */
  #isKnown(key: ObjectKey): boolean {
    if (this.#pending.find(key) !== undefined) return true;
    const inFlight = this.#inFlight.get(key);
    if (inFlight !== undefined) return inFlight.type !== 'Deleted';
    const { object, failed } = this.#known.find(key);
    return failed || object !== undefined;
  }
}
