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

/** The options of the queue in order of arrival; client-go's `RealFIFOOptions`. */
export interface RealFifoConfig<T extends KubeObject> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  /** With these a replace becomes a delta of each key; without, one delta of the whole list. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  readonly emitsBookmarks?: boolean | undefined;
  readonly transform?: ((object: T) => T) | undefined;
  /** Gets the error of a `get` of the known objects. */
  readonly onError: (error: HandlerError) => void;
}

/**
 * client-go's RealFIFO: every delta in the order of its arrival, nothing merged (B91–B109).
 *
 * A write throws a `HandlerError` when the key function or the transform throws.
 */
export class RealFifo<T extends KubeObject> {
  readonly #pending = new KeyedDeltaQueue<RealDelta<T>>();
  readonly #config: RealFifoConfig<T>;
  readonly #known: Lookup<T>;
  readonly #callbacks: GuardedCallbacks<T>;
  #populated = false;
  /** How many deltas of the first list have not been processed. */
  #initial = 0;
  /** Popped and not processed yet: the consumer may or may not have these. */
  #inFlight: readonly RealDelta<T>[] = [];

  constructor(config: RealFifoConfig<T>) {
    this.#config = config;
    this.#known = new Lookup(config.knownObjects, config.onError);
    this.#callbacks = new GuardedCallbacks(config.keyOf, config.transform);
  }

  get length(): number {
    return this.#pending.length;
  }

  /** Whether the first list was processed, not only popped (B101). */
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
      case 'BOOKMARK': // does not make the queue populated
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

  /** A delete without a known final state. It is not transformed: the last known object was, when it was queued. */
  deleteTombstone(key: ObjectKey, object: T | undefined): void {
    this.#populated = true;
    this.#addTombstone(key, object);
  }

  /**
   * Takes the oldest delta, or up to `most` of different keys. A batch ends with the first list, and a delta of the whole
   * collection comes alone (B102–B105). Returns `undefined` when the queue is empty.
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

  /** Called when the deltas of the last `take` have been processed, with success or not. */
  processed(): void {
    this.#initial = Math.max(0, this.#initial - this.#inFlight.length);
    this.#inFlight = [];
  }

  /** Tombstones come first: of the keys in flight or in the queue, in its order, then of the known keys (B93, B94). */
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

  /** One delta. When the transform throws for one object, nothing is queued (B96). */
  #replaceAll({ items, ...rest }: ReplacedEvent<T>): void {
    const { transform } = this.#config;
    const objects =
      transform === undefined ? items : items.map((object) => this.#callbacks.transform(undefined, object));
    this.#pending.append({ ...rest, type: 'ReplacedAll', objects });
    this.#populateWithList();
  }

  /** Skips a key that waits or is in flight, because its known object is older (B100). */
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

  /** The deltas that wait when the first list comes count as part of it. */
  #populateWithList(): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#initial = this.#pending.length;
  }

  #append(delta: RealDelta<T>): void {
    this.#pending.append(delta);
  }

  /** The reflector left the object out as invalid, so the known state is outdated, unless that is newer. */
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
