import { isSame, type StoredObject } from '../json.ts';
import { sizeOf } from '../json-size.ts';
import { find, type Place, type RegistryContext } from '../registry/context.ts';
import { orphan } from '../registry/propagation-policy.ts';
import { reportFault } from '../report-fault.ts';
import type { Resource } from '../resources/resource.ts';
import { Refusal } from '../status/refusal.ts';
import type { StorageEvent } from '../storage/storage-event.ts';
import { collect, disown, finishForeground, finishOrphaning, type Found } from './decide.ts';
import { Dependents, type Item, nameOf } from './dependents.ts';
import { hasFinalizer, ownerPlace, waitsForDependents } from './owner.ts';

/**
 * The garbage collector: it notes at each write what has to be looked at, and looks at it later, as often as it takes. The
 * decisions are client-go's and kube-controller-manager's (`garbagecollector.go`): each is made from what is stored at
 * that moment.
 */
export class Collector {
  readonly #context: RegistryContext;
  readonly #dependents = new Dependents();
  readonly #due = new Map<string, Item>();
  /** What is still to be looked at because kinds have come or gone. */
  #sweep: Iterator<Item> | undefined;
  /** Kinds have come or gone again meanwhile. */
  #sweepsAgain = false;
  /** By the ids of their collections; made when it is asked for, because thousands of kinds may come one after the other. */
  #resources: ReadonlyMap<string, Resource> | undefined;
  /** Uids of owners that have gone, as long as somebody names them: their kind may have gone as well. */
  readonly #gone = new Set<string>();
  /** Values of the objects that the collector has looked at in this turn. */
  #looked = 0;

  constructor(context: RegistryContext) {
    this.#context = context;
    for (const id of new Set(context.catalog.all.map((resource) => resource.id))) {
      const snapshot = context.storage.collection(id).snapshot();
      for (const key of snapshot.keys) {
        this.#dependents.observe(id, { revision: 0, key, object: snapshot.get(key), previous: undefined });
      }
    }
  }

  get hasWork(): boolean {
    return this.#due.size > 0 || this.#sweep !== undefined;
  }

  /** Takes note of a write. */
  observe(id: string, event: StorageEvent): void {
    const { key, object, previous } = event;
    const owners = object?.metadata.ownerReferences;
    const former = previous?.metadata.ownerReferences;
    if (owners !== undefined || former !== undefined) {
      this.#dependents.observe(id, event);
      for (const { uid } of former ?? []) if (!this.#dependents.has(uid)) this.#gone.delete(uid);
      const changed = !isSame(owners, former);
      if (changed && object !== undefined) this.#add({ id, key });
      if (changed && previous !== undefined) this.#addOwners(previous);
    }
    if (object !== undefined && previous === undefined) this.#gone.delete(object.metadata.uid);
    if (object === undefined) {
      if (previous !== undefined) this.#lost(previous);
    } else if (object.metadata.deletionTimestamp !== undefined) {
      const { metadata } = object;
      if (!isSame(metadata.finalizers, previous?.metadata.finalizers) || !isMarked(previous)) {
        if (waitsForDependents(object)) this.#addDependents(object);
        if (waitsForDependents(object) || hasFinalizer(metadata, orphan)) this.#add({ id, key });
      }
    }
  }

  /** Takes note that kinds have come or gone: there may be more to know of owners. */
  observeKinds(): void {
    this.#resources = undefined;
    if (this.#sweep === undefined) this.#sweep = this.#dependents.all[Symbol.iterator]();
    else this.#sweepsAgain = true;
  }

  /**
   * Looks at what is due, until the objects in question have so many values together: a write of a large object takes as long
   * as the writes of hundreds of small ones. Returns whether more is due.
   */
  work(limit: number): boolean {
    this.#looked = 0;
    for (let item = this.#next(); item !== undefined; item = this.#next()) {
      this.#attempt(item, limit);
      if (this.#looked >= limit) break;
    }
    return this.hasWork;
  }

  #next(): Item | undefined {
    for (const [name, item] of this.#due) {
      this.#due.delete(name);
      return item;
    }
    const swept = this.#sweep?.next();
    if (swept?.done === false) return swept.value;
    this.#sweep = this.#sweepsAgain ? this.#dependents.all[Symbol.iterator]() : undefined;
    this.#sweepsAgain = false;
    return this.#sweep === undefined ? undefined : this.#next();
  }

  #attempt(item: Item, limit: number): void {
    const found = this.#find(item);
    if (found === undefined) return;
    const { metadata } = found.object;
    const isGone = (uid: string): boolean => this.#gone.has(uid);
    const dependents = this.#dependentsOf(metadata.uid);
    this.#looked += sizeOf(found.object).values;
    try {
      if (metadata.deletionTimestamp === undefined) collect(this.#context, found, dependents, isGone);
      else if (hasFinalizer(metadata, orphan)) this.#orphan(item, found, limit);
      else if (waitsForDependents(found.object)) finishForeground(this.#context, found, dependents);
    } catch (error) {
      // What is refused is looked at again when something changes.
      if (!(error instanceof Refusal)) reportFault('garbage collector', error);
    }
  }

  /** Takes the owner off its dependents, at least off one; those above the limit have their turn later. */
  #orphan(item: Item, owner: Found, limit: number): void {
    const { uid } = owner.object.metadata;
    for (const dependent of this.#dependentsOf(uid)) {
      disown(this.#context, dependent, uid);
      this.#looked += sizeOf(dependent.object).values;
      if (this.#looked >= limit) {
        this.#add(item);
        return;
      }
    }
    finishOrphaning(this.#context, owner);
  }

  *#dependentsOf(uid: string): Generator<Found> {
    for (const item of this.#dependents.of(uid)) {
      const found = this.#find(item);
      if (found !== undefined) yield found;
    }
  }

  #find({ id, key }: Item): Found | undefined {
    this.#looked++;
    const resource = this.#resource(id);
    const [name = '', namespace = ''] = key.split('/').reverse();
    const place: Place = { namespace, name };
    if (resource === undefined) return undefined;
    const object = find(this.#context, resource, place);
    return object && { resource, place, object };
  }

  #resource(id: string): Resource | undefined {
    // Of several versions of a kind the first counts.
    const { all } = this.#context.catalog;
    this.#resources ??= new Map(all.toReversed().map((resource) => [resource.id, resource]));
    return this.#resources.get(id);
  }

  #add(item: Item): void {
    this.#due.set(nameOf(item), item);
  }

  #lost(object: StoredObject): void {
    const { uid } = object.metadata;
    if (this.#dependents.has(uid)) this.#gone.add(uid);
    this.#addDependents(object);
  }

  #addDependents({ metadata }: StoredObject): void {
    if (!this.#dependents.has(metadata.uid)) return;
    for (const item of this.#dependents.of(metadata.uid)) this.#add(item);
  }

  /** Those that may have waited for this one. */
  #addOwners(object: StoredObject): void {
    for (const reference of object.metadata.ownerReferences ?? []) {
      const where = ownerPlace(this.#context, object, reference);
      if (where === undefined) continue;
      const { namespace, name } = where.place;
      this.#add({ id: where.resource.id, key: namespace === '' ? name : `${namespace}/${name}` });
    }
  }
}

const isMarked = (object: StoredObject | undefined): boolean =>
  object?.metadata.deletionTimestamp !== undefined;
