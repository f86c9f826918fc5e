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
 * The garbage collector. At each write, the collector records the objects to examine, and examines the objects later.
 * The collector decides in the same way as kube-controller-manager (`garbagecollector.go`). Each decision uses the
 * objects that are stored at the time of the decision.
 */
export class Collector {
  readonly #context: RegistryContext;
  readonly #dependents = new Dependents();
  readonly #due = new Map<string, Item>();
  /** An iterator over the dependents that the collector still has to examine after a change of the served kinds. */
  #sweep: Iterator<Item> | undefined;
  /**
   * `true` if the served kinds have changed again while the collector is examining all dependents. The collector then
   * starts a second examination of all dependents after the first.
   */
  #sweepsAgain = false;
  /**
   * The resources by the ids of their collections. The collector computes the map on first use, because a client can
   * add thousands of kinds one after another.
   */
  #resources: ReadonlyMap<string, Resource> | undefined;
  /**
   * The uids of deleted owners. The set contains a uid as long as an object names the owner. After the removal of a
   * kind, the catalog no longer knows the owners of the kind, so the set is necessary.
   */
  readonly #deletedOwners = new Set<string>();
  /** The number of values in the objects that the current call of `work` has examined. */
  #examinedValues = 0;

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

  /** Records the objects that the collector has to examine after a write. */
  observe(id: string, event: StorageEvent): void {
    const { key, object, previous } = event;
    const owners = object?.metadata.ownerReferences;
    const former = previous?.metadata.ownerReferences;
    if (owners !== undefined || former !== undefined) {
      this.#dependents.observe(id, event);
      for (const { uid } of former ?? []) if (!this.#dependents.has(uid)) this.#deletedOwners.delete(uid);
      const changed = !isSame(owners, former);
      if (changed && object !== undefined) this.#add({ id, key });
      if (changed && previous !== undefined) this.#addOwners(previous);
    }
    if (object !== undefined && previous === undefined) this.#deletedOwners.delete(object.metadata.uid);
    if (object === undefined) {
      if (previous !== undefined) this.#noteDeletion(previous);
    } else if (object.metadata.deletionTimestamp !== undefined) {
      const { metadata } = object;
      if (!isSame(metadata.finalizers, previous?.metadata.finalizers) || !isMarked(previous)) {
        if (waitsForDependents(object)) this.#addDependents(object);
        if (waitsForDependents(object) || hasFinalizer(metadata, orphan)) this.#add({ id, key });
      }
    }
  }

  /**
   * Plans to examine all dependents after a change of the served kinds. An owner of an unknown kind can become known
   * when a kind is added.
   */
  observeKinds(): void {
    this.#resources = undefined;
    if (this.#sweep === undefined) this.#sweep = this.#dependents.all[Symbol.iterator]();
    else this.#sweepsAgain = true;
  }

  /**
   * Examines planned objects until the examined objects have `limit` values together. The limit counts values, because
   * the write of one large object takes as long as the writes of hundreds of small objects.
   *
   * @returns `true` if the collector has to examine more objects
   */
  work(limit: number): boolean {
    this.#examinedValues = 0;
    for (let item = this.#next(); item !== undefined; item = this.#next()) {
      this.#attempt(item, limit);
      if (this.#examinedValues >= limit) break;
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
    const isGone = (uid: string): boolean => this.#deletedOwners.has(uid);
    const dependents = this.#dependentsOf(metadata.uid);
    this.#examinedValues += sizeOf(found.object).values;
    try {
      if (metadata.deletionTimestamp === undefined) collect(this.#context, found, dependents, isGone);
      else if (hasFinalizer(metadata, orphan)) this.#orphan(item, found, limit);
      else if (waitsForDependents(found.object)) finishForeground(this.#context, found, dependents);
    } catch (error) {
      // If a write is refused, the collector examines the object again after the next change of the object or of its
      // owners.
      if (!(error instanceof Refusal)) reportFault('garbage collector', error);
    }
  }

  /**
   * Removes the owner from the metadata of its dependents. The method handles at least one dependent. When the limit is
   * reached, the collector plans to examine the owner again, so that a later call handles the remaining dependents.
   */
  #orphan(item: Item, owner: Found, limit: number): void {
    const { uid } = owner.object.metadata;
    for (const dependent of this.#dependentsOf(uid)) {
      disown(this.#context, dependent, uid);
      this.#examinedValues += sizeOf(dependent.object).values;
      if (this.#examinedValues >= limit) {
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
    this.#examinedValues++;
    const resource = this.#resource(id);
    const [name = '', namespace = ''] = key.split('/').reverse();
    const place: Place = { namespace, name };
    if (resource === undefined) return undefined;
    const object = find(this.#context, resource, place);
    return object && { resource, place, object };
  }

  #resource(id: string): Resource | undefined {
    // If a kind has several versions, the collector uses the first version.
    const { all } = this.#context.catalog;
    this.#resources ??= new Map(all.toReversed().map((resource) => [resource.id, resource]));
    return this.#resources.get(id);
  }

  #add(item: Item): void {
    this.#due.set(nameOf(item), item);
  }

  #noteDeletion(object: StoredObject): void {
    const { uid } = object.metadata;
    if (this.#dependents.has(uid)) this.#deletedOwners.add(uid);
    this.#addDependents(object);
  }

  #addDependents({ metadata }: StoredObject): void {
    if (!this.#dependents.has(metadata.uid)) return;
    for (const item of this.#dependents.of(metadata.uid)) this.#add(item);
  }

  /** Plans to examine the owners of an object, because an owner may have waited for the deletion of the object. */
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
