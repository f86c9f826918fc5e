import { isSame, type Json, type StoredObject } from '../json.ts';
import { sizeOf } from '../json-size.ts';
import { find, type Place, type RegistryContext, store } from '../registry/context.ts';
import { deleteObject } from '../registry/delete.ts';
import { timestamp } from '../registry/identity.ts';
import { removeObject } from '../registry/remove-object.ts';
import { attempt } from '../report-fault.ts';
import type { Resource } from '../resources/resource.ts';
import { acceptNames, withCondition } from './accept-names.ts';
import { cleanupFinalizer, type Definition, definitionsId } from './definition.ts';
import type { GroupNames } from './group-names.ts';
import { NamesIndex } from './names-index.ts';
import { resourcesOf, ShownObjects, sourceOf, storedResourceOf } from './resources-of.ts';

/**
 * The controller for CRDs. The controller accepts the names of CRDs, serves the resources of CRDs, and removes the
 * resources of deleted CRDs, as the controllers of apiextensions do. Each decision depends only on the stored objects,
 * not on earlier events.
 */
export class Definer {
  readonly #context: RegistryContext;
  /** The served resources by the name of the CRD. */
  readonly #served = new Map<string, Served>();
  /** The resources that no CRD defines, for example the built-in resources. */
  readonly #fixed: readonly Resource[];
  readonly #names: NamesIndex;
  readonly #shown = new ShownObjects();
  /**
   * The names of the CRDs that wait for the deletion of their objects. The collection of the objects has the same name.
   */
  readonly #waiting = new Set<string>();
  /** The names of the CRDs whose objects the controller deletes in several short time slices. */
  readonly #deleting = new Set<string>();
  /**
   * The states of objects whose deletion failed. Without the set, the controller would try the deletion of the same
   * objects again and again. The controller retries the deletion after a change of the object, because the new state is
   * not in the set. A weak set does not keep the objects in memory.
   */
  readonly #failed = new WeakSet<StoredObject>();
  readonly #deleteLater: (deletion: Deletion) => void;

  /** @param deleteLater - deletes the remaining objects of a CRD in several short time slices */
  constructor(context: RegistryContext, deleteLater: (deletion: Deletion) => void) {
    this.#context = context;
    this.#fixed = context.catalog.all;
    this.#names = new NamesIndex(context.storage.collection(definitionsId), this.#fixed);
    this.#deleteLater = deleteLater;
  }

  /** Returns `true` if the controller reacts to the writes to a collection. */
  concerns(id: string): boolean {
    return id === definitionsId || this.#waiting.has(id);
  }

  /** Handles a write to a CRD, or a write to an object of a CRD that is being deleted. */
  observe(id: string, key: string): void {
    if (id === definitionsId) this.#settleWithOthers(key);
    else if (this.#isConcernedBy(id, key)) this.#settleWithOthers(id);
  }

  /** Updates the status and the resources of a CRD. Then updates all CRDs that wait for a name that has become free. */
  #settleWithOthers(name: string): void {
    const names = this.#names.read(name);
    this.#settle(name, names);
    for (let due = names.takeDue(); due.length > 0; due = names.takeDue()) {
      for (const other of due) attempt('definitions', () => this.#settle(other, names));
    }
  }

  /**
   * Returns `true` if the controller has to react to a write to an object of a CRD that is being deleted. The
   * controller reacts if the written object is not marked for deletion, or if the write removed the last object. During
   * the deletion, thousands of writes may each mark one object for deletion. Without the check, the controller would
   * update the CRD after each of these writes.
   */
  #isConcernedBy(id: string, key: string): boolean {
    const objects = this.#context.storage.collection(id);
    const object = objects.get(key);
    const isMarked = object === undefined || object.metadata.deletionTimestamp !== undefined;
    return !isMarked || objects.size === 0;
  }

  /** Updates the status and the resources of a CRD. `names` are the names in the group of the CRD. */
  #settle(name: string, names: GroupNames): void {
    const definition = this.#definition(name);
    if (definition === undefined) {
      this.#waiting.delete(name);
      this.#serve(name, undefined);
      if (this.#fixed.every(({ id }) => id !== name)) this.#context.storage.forget(name);
    } else if (definition.metadata.deletionTimestamp !== undefined) {
      this.#terminate(definition);
    } else {
      this.#waiting.delete(name);
      const status = acceptNames(definition, names.beside(name), this.#now);
      const settled = status === definition.status ? definition : this.#write(definition, { status });
      this.#names.note(name);
      this.#serve(name, settled);
    }
  }

  /** Deletes all objects of a terminating CRD, and then the CRD. */
  #terminate(definition: Definition): void {
    const { name, finalizers = [] } = definition.metadata;
    if (!finalizers.includes(cleanupFinalizer)) return;
    const terminating = this.#setTerminating(
      definition,
      'True',
      'InstanceDeletionInProgress',
      'CustomResource deletion is in progress',
    );
    const isOverlapping = this.#isBuiltIn(definition);
    if (!isOverlapping) {
      this.#waiting.add(name);
      if (!this.#deleteObjects(terminating)) return;
      if (this.#context.storage.collection(name).size > 0) return;
    }

    this.#waiting.delete(name);
    const left = finalizers.filter((one) => one !== cleanupFinalizer);
    this.#serve(name, undefined);
    if (this.#definition(name) === undefined) return;
    if (left.length === 0) removeObject(this.#context, this.#definitionResource, placeOf(definition));
    else {
      const rest = { ...terminating, metadata: { ...terminating.metadata, finalizers: left } };
      if (isOverlapping)
        this.#setTerminating(
          rest,
          'False',
          'OverlappingBuiltInResource',
          'instances overlap with built-in resources',
        );
      else this.#setTerminating(rest, 'False', 'InstanceDeletionCompleted', 'removed all instances');
    }
  }

  /**
   * Deletes the objects of a CRD: up to 1,000 small objects at once, and the remaining objects in several short time
   * slices. Returns `true` if each object is deleted or marked for deletion.
   */
  #deleteObjects(definition: Definition): boolean {
    const { name } = definition.metadata;
    if (this.#deleting.has(name)) return false;
    const steps = this.#deletions(definition);
    const begun = performance.now();
    let values = 0;
    for (let count = 0; count < maxAtOnce && values < maxValuesAtOnce; count++) {
      const step = steps.next();
      if (step.done === true) return true;
      values += sizeOf(step.value).values;
      // A limit for the number of values is not enough: the server also adds the defaults of the schema to each object
      // that it marks for deletion. The defaults take time.
      if (performance.now() - begun > maxMillisecondsAtOnce) break;
    }
    this.#deleting.add(name);
    this.#deleteLater({
      work(pause) {
        while (steps.next().done !== true) if (pause()) return false;
        return true;
      },
      end: () => {
        this.#deleting.delete(name);
        this.#settleWithOthers(name);
      },
    });
    return false;
  }

  /**
   * Deletes the objects of a CRD one at a time, as long as the CRD exists. Yields each object after its deletion. After
   * the first deletion, the generator also yields `undefined` for each object that is already marked for deletion.
   */
  *#deletions(definition: Definition): Generator<StoredObject | undefined, void> {
    const { storage } = this.#context;
    const { name, uid } = definition.metadata;
    const resource = storedResourceOf(definition, this.#shown);
    const objects = storage.collection(resource.id);
    let hasBegun = false;
    // The loop needs a copy of the keys, because each write changes the keys.
    for (const key of [...objects.snapshot().keys]) {
      const object = objects.get(key);
      if (
        object === undefined ||
        object.metadata.deletionTimestamp !== undefined ||
        this.#failed.has(object)
      ) {
        // Before the first deletion, the generator does not yield for objects that are already marked for deletion.
        // Otherwise, many marked objects could exhaust the limit before the first deletion.
        if (hasBegun) yield undefined;
        continue;
      }
      hasBegun = true;
      const now = this.#definition(name)?.metadata;
      if (now?.uid !== uid || now.deletionTimestamp === undefined) return;
      const isDeleted = attempt('definitions', () => deleteObject(this.#context, resource, placeOf(object)));
      if (!isDeleted) this.#failed.add(object);
      yield object;
    }
  }

  /**
   * Serves the resources that the CRD describes now. If the resources change, the server ends the watches of the
   * objects and clears the history of the objects.
   */
  #serve(name: string, definition: Definition | undefined): void {
    const { catalog, storage } = this.#context;
    const before = this.#served.get(name);
    const source = definition && sourceOf(definition);
    if (isSame(source, before?.source)) return;

    const isServed = definition !== undefined && !this.#isBuiltIn(definition);
    const resources = isServed ? resourcesOf(definition, () => this.#definition(name), this.#shown) : [];
    if (definition === undefined) this.#served.delete(name);
    else this.#served.set(name, { source: source ?? {}, resources });
    if (resources.length > 0) storage.collection(name).log.compact(storage.revision);
    catalog.replace(before?.resources ?? [], resources);
  }

  /**
   * Returns `true` if a built-in resource has the same group and plural as a CRD. The method does not use the status,
   * because a client can write the status.
   */
  #isBuiltIn({ spec }: Definition): boolean {
    const { group, names } = spec;
    return this.#fixed.some((one) => one.group === group && one.resource === names.plural);
  }

  #setTerminating(
    definition: Definition,
    status: 'True' | 'False',
    reason: string,
    message: string,
  ): Definition {
    const { conditions } = definition.status;
    const condition = { type: 'Terminating', status, reason, message } as const;
    const next = withCondition(conditions ?? [], condition, this.#now);
    const isUnchanged = isSame(next, conditions) && this.#definition(definition.metadata.name) === definition;
    return isUnchanged
      ? definition
      : this.#write(definition, { status: { ...definition.status, conditions: next } });
  }

  #write(definition: Definition, change: Json): Definition {
    const next = { ...definition, ...change, metadata: definition.metadata as unknown as Json };
    const resource = this.#definitionResource;
    return store(this.#context, resource, placeOf(definition), next, false) as unknown as Definition;
  }

  #definition(name: string): Definition | undefined {
    const place = { namespace: '', name };
    return find(this.#context, this.#definitionResource, place) as Definition | undefined;
  }

  get #definitionResource(): Resource {
    const { catalog } = this.#context;
    const found = catalog.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    if (found === undefined) throw new Error('the catalog has no customresourcedefinitions');
    return found;
  }

  get #now(): string {
    return timestamp(this.#context.world.now());
  }
}

/** The maximum number of objects that the controller deletes at once. 1,000 small objects take about 15 ms. */
const maxAtOnce = 1_000;

/**
 * The maximum number of JSON values in the objects that the controller deletes at once. The time to mark an object for
 * deletion is proportional to the number of values in the object. A small object has about 20 values.
 */
const maxValuesAtOnce = 50_000;

/**
 * The maximum time in ms of the deletions that the controller performs at once. Some objects take longer than other
 * objects with the same number of values.
 */
const maxMillisecondsAtOnce = 100;

/** The deletion of the remaining objects of a CRD, in several short time slices. */
export interface Deletion {
  /**
   * Deletes objects and calls `pause` after each object, until `pause` returns `true`. Returns `true` if no object is
   * left.
   */
  readonly work: (pause: () => boolean) => boolean;
  /** A function to call after `work` has returned `true`. */
  readonly end: () => void;
}

interface Served {
  /** The parts of the CRD that determine the served resources. */
  readonly source: Json;
  readonly resources: readonly Resource[];
}

const placeOf = ({ metadata: { namespace = '', name } }: StoredObject): Place => ({ namespace, name });
