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
import { InHand } from './in-hand.ts';
import { Lookup } from './lookup.ts';
import { UserFunctions } from './user-functions.ts';
import { type QueueEntry, KeyedDeltaQueue } from '../../../queue/index.ts';

/** The options of the queue by key; client-go's `DeltaFIFOOptions`. */
export interface ByKeyRules<T extends KubeObject> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  readonly knownObjects?: KnownObjects<T> | undefined;
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  readonly transform?: ((object: T) => T) | undefined;
  /** Gets the error of a `get` of the known objects. */
  readonly onError: (error: HandlerError) => void;
}

/**
 * client-go's DeltaFIFO: a replace is dealt out by key, and what the list lacks is deleted (B71–B90).
 *
 * A write throws the `HandlerError` of a key function or a transform that threw; as in client-go a replace that fails
 * half-way keeps what it had queued.
 */
export class ByKeyFifo<T extends KubeObject> implements Fifo<ReflectorEvent<T>, KeyDeltas<T>> {
  readonly #line = new KeyedDeltaQueue<KeyDelta<T>>();
  readonly #rules: ByKeyRules<T>;
  readonly #known: Lookup<T>;
  readonly #user: UserFunctions<T>;
  readonly #inHand = new InHand<T>();
  #populated = false;
  #hasSynced = false;
  /** How many pops the first list still takes. */
  #initial = 0;

  constructor(rules: ByKeyRules<T>) {
    this.#rules = rules;
    this.#known = new Lookup(rules.knownObjects, rules.onError);
    this.#user = new UserFunctions(rules.keyOf, rules.transform);
  }

  get length(): number {
    return this.#line.length;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** What waits for a key; it is not for whoever reads it to change. */
  waitingFor(key: ObjectKey): QueueEntry<KeyDelta<T>>['deltas'] | undefined {
    return this.#line.find(key)?.deltas;
  }

  /** What waits, oldest key first. */
  waiting(): Iterable<QueueEntry<KeyDelta<T>>> {
    return this.#line;
  }

  /** Puts back what a pop took, at the end, unless something waits for its key already. */
  addIfNotPresent(key: ObjectKey, deltas: readonly KeyDelta<T>[]): void {
    this.#populate();
    this.#inHand.giveBack(key);
    if (this.#line.find(key) !== undefined) return;
    for (const delta of deltas) this.#line.join(key, delta);
  }

  /** A bookmark says nothing of any key, so this form has none. */
  write(event: ReflectorEvent<T>): void {
    switch (event.type) {
      case 'ADDED':
        this.#accept('Added', event.object);
        break;
      case 'MODIFIED':
        this.#accept('Updated', event.object);
        break;
      case 'DELETED':
        if (event.finalStateKnown === false) this.#leaveOut(event.object);
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

  /** A delete whose final state nobody saw: client-go's `Delete(DeletedFinalStateUnknown{key, object})`. */
  deleteTombstone(key: ObjectKey, object: T | undefined): void {
    this.#populate();
    if (this.#isKnown(key)) this.#bury(key, object);
  }

  pop(): KeyDeltas<T> | undefined {
    const place = this.#line.shift();
    if (place === undefined) return undefined;
    const isInInitialList = !this.#hasSynced; // before counting: the last one of the list is in it too (B90)
    if (this.#initial > 0 && --this.#initial === 0) this.#hasSynced = true;
    return Object.assign(place.deltas, { isInInitialList, hasSynced: this.#hasSynced });
  }

  /** As `pop`; what is taken is in hand until `processed` says otherwise. */
  handOut(): KeyDeltas<T> | undefined {
    const deltas = this.pop();
    const newest = deltas?.at(-1);
    if (newest !== undefined) this.#inHand.take(newest.key, newest);
    return deltas;
  }

  /** What was handed out of this key was not accepted, and comes back by `addIfNotPresent`. */
  holdBack(key: ObjectKey): void {
    this.#inHand.holdBack(key);
  }

  /** What was handed out of this key has been processed, well or not. */
  processed(key: ObjectKey): void {
    this.#inHand.processed(key);
  }

  #accept(type: 'Added' | 'Updated', object: T): void {
    this.#populate();
    this.#queue(type, this.#user.keyOf(object), object);
  }

  /** What is neither known nor waits was deleted before, and told (B73–B75). */
  #delete(object: T): void {
    const key = this.#user.keyOf(object);
    this.#populate();
    if (!this.#isKnown(key)) return;
    this.#line.join(key, {
      type: 'Deleted',
      key,
      object: this.#user.transform(key, object),
      finalStateKnown: true,
    });
  }

  /** Of an object that is left out the state that is known is no longer true, unless it is a newer one. */
  #leaveOut(object: T): void {
    const key = this.#user.keyOf(object);
    const waits = this.#line.find(key)?.deltas.at(-1) ?? this.#inHand.get(key);
    const last = waits === undefined ? this.#known.find(key).object : waits.object;
    if (last === undefined || !isOlderVersion(object.metadata.resourceVersion, last.metadata.resourceVersion))
      this.deleteTombstone(key, last);
  }

  #replace({ items: objects, versionsReset }: ReplacedEvent<T>): void {
    const { emitDeltaTypeReplaced = true } = this.#rules;
    const keys = new Set<ObjectKey>();
    for (const object of objects) {
      const key = this.#user.keyOf(object);
      keys.add(key);
      this.#queue(emitDeltaTypeReplaced ? 'Replaced' : 'Sync', key, object, versionsReset);
    }

    let deletions = 0;
    for (const { key, deltas } of this.#line) {
      if (key === undefined || keys.has(key)) continue;
      this.#bury(key, deltas.at(-1)?.object);
      deletions++;
    }
    for (const [key, { type, object }] of this.#inHand.entries()) {
      if (type === 'Deleted' || keys.has(key) || this.#line.find(key) !== undefined) continue;
      this.#bury(key, object);
      deletions++;
    }
    for (const key of this.#known.keys()) {
      if (keys.has(key) || this.#line.find(key) !== undefined || this.#inHand.get(key) !== undefined)
        continue;
      this.#bury(key, this.#known.find(key).object);
      deletions++;
    }

    if (this.#populated) return;
    this.#populated = true;
    this.#initial = keys.size + deletions;
    this.#hasSynced = this.#initial === 0;
  }

  /** A key that waits, or is in hand, is left alone: what is known of it is older (B83). */
  #resync(): void {
    for (const known of this.#known.keys()) {
      const { object } = this.#known.find(known);
      if (object === undefined) continue;
      const key = this.#user.keyOf(object);
      if (this.#line.find(key) === undefined && this.#inHand.get(key) === undefined)
        this.#line.join(key, { type: 'Sync', key, object });
    }
  }

  #queue(
    type: 'Added' | 'Updated' | 'Replaced' | 'Sync',
    key: ObjectKey,
    object: T,
    versionsReset?: true,
  ): void {
    const transformed = this.#user.transform(key, object);
    this.#line.join(key, { type, key, object: transformed, ...(versionsReset && { versionsReset }) });
  }

  #bury(key: ObjectKey, object: T | undefined): void {
    this.#line.join(key, { type: 'Deleted', key, object, finalStateKnown: false });
  }

  /** Anything that comes before the first list ends the wait for it. */
  #populate(): void {
    this.#populated = true;
    if (this.#initial === 0) this.#hasSynced = true;
  }

  /** A look-up that fails tells nothing, so the key counts as known, its object as unknown (B79). */
  #isKnown(key: ObjectKey): boolean {
    if (this.#line.find(key) !== undefined) return true;
    const inHand = this.#inHand.get(key);
    if (inHand !== undefined) return inHand.type !== 'Deleted';
    const { object, failed } = this.#known.find(key);
    return failed || object !== undefined;
  }
}
