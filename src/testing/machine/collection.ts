import {
  applyMergePatch,
  isRecord,
  type JsonPatchOperation,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
  sameJson,
  splitKey,
} from '../../objects/index.ts';
import { frozenCopy } from '../frozen.ts';
import type { ClusterClock } from './clock.ts';
import {
  alreadyExists,
  conflict,
  finalizersAdded,
  invalid,
  notFound,
  versionSet,
} from './cluster-refusals.ts';
import { History } from './history.ts';
import { applyJsonPatch } from './json-patch.ts';

/** The conditions for the deletion of an object. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** One collection of a cluster: its objects, its history and the rules for writes. */
export class Collection<T extends KubeObject> {
  readonly resource: string;
  readonly objects: Map<ObjectKey, T>;
  readonly history: History<T>;
  /**
   * The type that objects without a type get. Absent until a caller names the collection by a constant of
   * `rx-informer/kinds` that has a kind.
   */
  type?: Pick<KubeObject, 'apiVersion' | 'kind'>;
  readonly #clock: ClusterClock;
  /** True during a dry run: writes are checked, but not stored. */
  #isDryRun = false;

  constructor(resource: string, clock: ClusterClock) {
    this.resource = resource;
    this.objects = new Map();
    this.history = new History();
    this.#clock = clock;
  }

  /** Executes writes without storing them. */
  dryRun<R>(act: () => R): R {
    this.#isDryRun = true;
    try {
      return act();
    } finally {
      this.#isDryRun = false;
    }
  }

  get(key: ObjectKey): T {
    const object = this.objects.get(key);
    if (object === undefined) throw notFound(this.resource, splitKey(key).name);
    return object;
  }

  /**
   * Creates an object with a uid, a creation time and, if the object has a spec, the generation 1. An object
   * that has only a `generateName` also gets a name.
   */
  create(given: unknown): T {
    const { metadata = {}, ...fields } = given as { readonly metadata?: Partial<ObjectMeta> };
    if (!unwritten.has(metadata.resourceVersion ?? '')) throw versionSet();
    const meta = { ...metadata, deletionTimestamp: undefined };
    const number = this.#clock.nextNumber();
    const name = meta.name ?? (meta.generateName && meta.generateName + String(number).padStart(5, '0'));
    if (!name)
      throw invalid(this.resource, '', 'metadata.name: Required value: name or generateName is required');
    const object = {
      ...fields,
      metadata: {
        ...meta,
        name,
        uid: `uid-${number}`,
        creationTimestamp: this.#clock.timestamp(),
        ...('spec' in fields ? { generation: 1 } : {}),
      },
    } as unknown as T;
    if (this.objects.has(keyOf(object))) throw alreadyExists(this.resource, name);
    return this.#write(undefined, object);
  }

  /** Replaces an object. Without a resourceVersion, the update has no condition, as on a real server. */
  update(given: T): T {
    const old = this.get(keyOf(given));
    const { uid, resourceVersion } = given.metadata as Partial<ObjectMeta>;
    this.#check(old, { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) });
    return this.#replace(old, given);
  }

  patch(key: ObjectKey, patch: readonly JsonPatchOperation[] | object): T {
    const old = this.get(key);
    const made = Array.isArray(patch)
      ? applyJsonPatch(old, patch as readonly JsonPatchOperation[])
      : applyMergePatch(old, patch);
    const { name } = old.metadata;
    if (!isRecord(made) || !isRecord(made['metadata'])) {
      throw invalid(this.resource, name, 'the patch does not fit, or a test of it failed');
    }
    if (keyOf(made as unknown as KubeObject) !== key)
      throw invalid(this.resource, name, 'metadata.name: field is immutable');
    return this.update(made as unknown as T);
  }

  /**
   * Deletes an object. If the object has finalizers, the method only sets its deletion timestamp. The removal
   * of the last finalizer then deletes the object.
   */
  delete(key: ObjectKey, preconditions: Preconditions = {}): T {
    const old = this.get(key);
    this.#check(old, preconditions);
    const { finalizers = [], deletionTimestamp, generation } = old.metadata;
    if (finalizers.length === 0) return this.#remove(old);
    if (deletionTimestamp !== undefined) return old;
    return this.#write(old, {
      ...old,
      metadata: {
        ...old.metadata,
        deletionTimestamp: this.#clock.timestamp(),
        deletionGracePeriodSeconds: 0,
        ...(generation === undefined ? {} : { generation: generation + 1 }),
      },
    });
  }

  /**
   * Writes an object without conditions, as another client would. If the uid differs from the stored object,
   * the stored object is deleted first.
   */
  put(given: T): T {
    const old = this.objects.get(keyOf(given));
    if (old === undefined || old.metadata.uid === given.metadata.uid) return this.#write(old, given);
    this.#remove(old);
    return this.#write(undefined, given);
  }

  /** Removes an object, even if it has finalizers. */
  remove(key: ObjectKey): T {
    return this.#remove(this.get(key));
  }

  /** Replaces all objects with their resourceVersions, and clears the history. */
  restore(objects: ReadonlyMap<ObjectKey, T>): void {
    this.objects.clear();
    for (const [key, object] of objects) this.objects.set(key, object);
    this.history.clear();
  }

  /** Returns the objects at a remembered resourceVersion, sorted by key. */
  stateAt(version: string): readonly T[] {
    const state = new Map(this.objects);
    const first = this.history.after(version);
    for (let at = this.history.end - 1; at >= first; at--) {
      const write = this.history.at(at);
      if (write === undefined) continue;
      if (write.old === undefined) state.delete(keyOf(write.object));
      else state.set(keyOf(write.object), write.old);
    }
    return [...state].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  #check(old: T, { uid, resourceVersion }: Preconditions): void {
    const { name } = old.metadata;
    if (uid !== undefined && uid !== old.metadata.uid) {
      const uids = `UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`;
      throw conflict(this.resource, name, `Precondition failed: ${uids}`);
    }
    if (resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion) {
      const modified =
        'the object has been modified; please apply your changes to the latest version and try again';
      throw conflict(this.resource, name, modified);
    }
  }

  /**
   * Replaces an object, but keeps the fields that the server owns. If nothing differs, the method writes
   * nothing.
   */
  #replace(old: T, given: T): T {
    const { uid, creationTimestamp, deletionTimestamp, generation } = old.metadata;
    const spec = (object: T): unknown => (object as { readonly spec?: unknown }).spec;
    const specChanged = generation !== undefined && !sameJson(spec(old), spec(given));
    const next = {
      ...given,
      metadata: {
        ...given.metadata,
        uid,
        resourceVersion: old.metadata.resourceVersion,
        creationTimestamp,
        deletionTimestamp,
        generation: specChanged ? generation + 1 : generation,
      },
    } as unknown as T;
    if (sameJson(old, next)) return old;
    if (deletionTimestamp === undefined) return this.#write(old, next);

    const { finalizers = [] } = old.metadata;
    const left = given.metadata.finalizers ?? [];
    const added = left.filter((finalizer) => !finalizers.includes(finalizer));
    if (added.length > 0) throw finalizersAdded(this.resource, old.metadata.name, added);
    if (left.length > 0) return this.#write(old, next);
    // If an update removes the last finalizer, the object is deleted. The answer to that update has the old
    // resourceVersion, and no watch emits the state in the answer (P91).
    this.#remove(old);
    return frozenCopy(next);
  }

  #write(old: T | undefined, next: T): T {
    if (this.#isDryRun) return frozenCopy(next);
    const object = this.#stamped(next);
    this.objects.set(keyOf(object), object);
    this.history.push({ at: this.#clock.now(), old, object, deleted: false });
    return object;
  }

  /**
   * Removes an object, and adds the deletion to the history.
   *
   * @param last - the last state of the object; the deletion gets its own resourceVersion (P34)
   */
  #remove(last: T): T {
    const old = this.get(keyOf(last));
    if (this.#isDryRun) return old;
    const object = this.#stamped(last);
    this.objects.delete(keyOf(object));
    this.history.push({ at: this.#clock.now(), old, object, deleted: true });
    return object;
  }

  #stamped(object: T): T {
    const resourceVersion = this.#clock.nextVersion();
    return frozenCopy({ ...this.type, ...object, metadata: { ...object.metadata, resourceVersion } });
  }
}

/**
 * The resourceVersions of objects that no cluster has written. `kubeObject` and an empty cluster use the version '1'.
 */
const unwritten: ReadonlySet<string> = new Set(['', '0', '1']);
