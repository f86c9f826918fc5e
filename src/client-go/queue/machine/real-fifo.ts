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
import { UserFunctions } from './user-functions.ts';

/** What the queue needs to know; client-go's `RealFIFOOptions`. */
export interface RealFifoRules<T extends KubeObject> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  /** Where a replace is dealt out; none: it passes whole. */
  readonly knownObjects?: KnownObjects<T> | undefined;
  readonly emitsBookmarks?: boolean | undefined;
  readonly transform?: ((object: T) => T) | undefined;
  /** Hears of a look-up in the known objects that threw. */
  readonly onError: (error: HandlerError) => void;
}

/**
 * client-go's RealFIFO: every delta in the order of its arrival, nothing merged (B91–B109).
 *
 * A write throws the `HandlerError` of a key function or a transform that threw.
 */
export class RealFifo<T extends KubeObject> {
  readonly #line = new KeyedDeltaQueue<RealDelta<T>>();
  readonly #rules: RealFifoRules<T>;
  readonly #known: Lookup<T>;
  readonly #user: UserFunctions<T>;
  #populated = false;
  /** How many deltas of the first list have not been processed. */
  #initial = 0;
  /** Taken and not processed yet: nobody can say whether the consumer has it. */
  #inHand: readonly RealDelta<T>[] = [];

  constructor(rules: RealFifoRules<T>) {
    this.#rules = rules;
    this.#known = new Lookup(rules.knownObjects, rules.onError);
    this.#user = new UserFunctions(rules.keyOf, rules.transform);
  }

  /** Deltas that wait. */
  get length(): number {
    return this.#line.length;
  }

  /** Whether all of the first list was processed, not only taken (B101). */
  get hasSynced(): boolean {
    return this.#populated && this.#initial === 0;
  }

  write(event: ReflectorEvent<T>): void {
    switch (event.type) {
      case 'REPLACED':
        if (this.#rules.knownObjects === undefined) this.#replaceAll(event);
        else this.#replace(event);
        break;
      case 'RESYNC':
        if (this.#rules.knownObjects === undefined) this.#line.append({ type: 'SyncAll' });
        else this.#resync();
        break;
      case 'BOOKMARK': // says nothing about being populated
        if (this.#rules.emitsBookmarks !== true) break;
        this.#line.append({ type: 'Bookmark', resourceVersion: event.resourceVersion });
        break;
      case 'DELETED':
        this.#populated = true;
        if (event.finalStateKnown === false) this.#leaveOut(event.object);
        else this.#append({ type: 'Deleted', finalStateKnown: true, ...this.#accepted(event.object) });
        break;
      default:
        this.#populated = true;
        this.#append({ type: deltaTypes[event.type], ...this.#accepted(event.object) });
    }
  }

  /** A delete whose final state nobody saw; it was transformed before, if it ever was seen. */
  deleteTombstone(key: ObjectKey, object: T | undefined): void {
    this.#populated = true;
    this.#bury(key, object);
  }

  /**
   * Takes the oldest delta, or up to `most`: of different keys, not beyond the first list, none of the whole
   * collection with another (B102–B105). Nothing if nothing waits.
   */
  take(most = 1): RealDeltas<T> | undefined {
    const isInInitialList = !this.hasSynced;
    const limit = this.#initial > 0 ? Math.min(most, this.#initial) : most;
    const deltas: RealDelta<T>[] = [];
    const keys = new Set<ObjectKey>();
    while (deltas.length < limit) {
      const next = this.#line.first?.deltas[0];
      if (next === undefined) break;
      const isOfKey = 'key' in next;
      if (deltas.length > 0 && (!isOfKey || keys.has(next.key))) break;
      this.#line.shift();
      deltas.push(next);
      if (!isOfKey) break;
      keys.add(next.key);
    }
    this.#inHand = [...deltas];
    return deltas.length === 0 ? undefined : Object.assign(deltas, { isInInitialList });
  }

  /** What was taken last has been processed, well or not. */
  processed(): void {
    this.#initial = Math.max(0, this.#initial - this.#inHand.length);
    this.#inHand = [];
  }

  /** Tombstones come first: of what is in hand or waits, in the order of the queue, then of what is known (B93, B94). */
  #replace({ items: objects, versionsReset }: ReplacedEvent<T>): void {
    const reset = versionsReset && { versionsReset };
    const keys = new Set(objects.map((object) => this.#user.keyOf(object)));
    const newest = this.#newestOfEach();
    for (const [key, delta] of newest) {
      if (!keys.has(key) && delta.type !== 'Deleted') this.#bury(key, delta.object);
    }
    for (const key of this.#known.keys()) {
      if (!keys.has(key) && !newest.has(key)) this.#bury(key, this.#known.find(key).object);
    }
    for (const object of objects) this.#append({ type: 'Replaced', ...this.#accepted(object), ...reset });
    this.#populateWithList();
  }

  /** Whole, and nothing of it if an object cannot be transformed (B96). */
  #replaceAll({ items, ...rest }: ReplacedEvent<T>): void {
    const { transform } = this.#rules;
    const objects =
      transform === undefined ? items : items.map((object) => this.#user.transform(undefined, object));
    this.#line.append({ ...rest, type: 'ReplacedAll', objects });
    this.#populateWithList();
  }

  /** A key that waits, or is in hand, is left alone: what is known of it is older (B100). */
  #resync(): void {
    const waiting = this.#newestOfEach();
    for (const known of this.#known.keys()) {
      const { object } = this.#known.find(known);
      if (object === undefined) continue;
      const key = this.#user.keyOf(object);
      if (!waiting.has(key)) this.#line.append({ type: 'Sync', key, object });
    }
  }

  #newestOfEach(): Map<ObjectKey, Extract<RealDelta<T>, { readonly key: ObjectKey }>> {
    const newest = new Map<ObjectKey, Extract<RealDelta<T>, { readonly key: ObjectKey }>>();
    for (const delta of this.#inHand) if ('key' in delta) newest.set(delta.key, delta);
    for (const { deltas } of this.#line) if ('key' in deltas[0]) newest.set(deltas[0].key, deltas[0]);
    return newest;
  }

  /** What waits with the first list counts as part of it. */
  #populateWithList(): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#initial = this.#line.length;
  }

  #append(delta: RealDelta<T>): void {
    this.#line.append(delta);
  }

  /** Of an object that is left out the state that is known is no longer true, unless it is a newer one. */
  #leaveOut(object: T): void {
    const key = this.#user.keyOf(object);
    const { object: last } = this.#known.find(key);
    if (last === undefined || !isOlderVersion(object.metadata.resourceVersion, last.metadata.resourceVersion))
      this.#bury(key, last);
  }

  #bury(key: ObjectKey, object: T | undefined): void {
    this.#line.append({ type: 'Deleted', key, object, finalStateKnown: false });
  }

  #accepted(object: T): { readonly key: ObjectKey; readonly object: T } {
    const key = this.#user.keyOf(object);
    return { key, object: this.#user.transform(key, object) };
  }
}

const deltaTypes = { ADDED: 'Added', MODIFIED: 'Updated' } as const;
