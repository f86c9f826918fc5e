import {
  checkArgument,
  type KubeObject,
  keyOf,
  type ObjectKey,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import { type IndexedStore, indexedStore, type StoreOptions } from '../store/index.ts';
import { frozen } from './frozen.ts';
import { isOlder } from './machine/history.ts';
import { aNamedObject } from './named-object.ts';

/**
 * A store into which a test writes directly. The store has the same methods and changes as an `indexedStore`. The
 * changes have the same `cause` as changes that come from a watch or a list.
 */
export interface TestStore<T extends KubeObject, Index extends string = string> extends IndexedStore<
  T,
  Index
> {
  /** Adds an object, and emits `added`. The method throws if the key exists. */
  add(object: T): void;
  /**
   * Updates an object, and emits `updated`. For an object with another uid, the store emits `deleted` and
   * then `added`.
   */
  update(object: T): void;
  /**
   * Deletes an object, and emits `deleted`.
   *
   * @param last - the last state of the object, if that state differs from the stored object
   */
  delete(key: ObjectKey, last?: T): void;
  /**
   * Replaces all objects, as a list does. For each object that is not in `objects`, the store emits `deleted`
   * with `finalStateKnown: false`.
   */
  replace(objects: readonly T[], resourceVersion?: string): void;
  /** Completes `batches$`. */
  complete(): void;
  /** Ends `batches$` with an error. */
  error(error: unknown): void;
}

/**
 * Creates a store for tests of code that reads a store. The store freezes the given objects. An update needs
 * a later resourceVersion, as `nextVersion` returns.
 *
 * @param objects - the objects of the first list. If `objects` is absent, the store has not synced
 * @throws OptionsError from `add` for an existing key, from `update` and `delete` for a missing key, from `update` for
 *   an object that is not later than the stored object, and for an unknown or invalid option
 *
 * @example
 * ```ts
 * const store = testStore([pod('a')], { indexers: { app: byLabel('app') } });
 * store.batches$.subscribe(console.log);
 * store.update(nextVersion(pod('a'), { metadata: { labels: { app: 'web' } } }));
 * store.delete('default/a');
 * ```
 */
export function testStore<T extends KubeObject, Index extends string = never>(
  objects?: readonly T[],
  options: StoreOptions<T, Index> = {},
): TestStore<T, Index> {
  if (objects !== undefined) checkArgument('testStore: objects', objects, namedObjects);
  const subject = indexedStore<T, Index>(options);
  const reader = subject.asReadonly();

  const present = (verb: string, key: ObjectKey): T => {
    const object = reader.get(key);
    if (object !== undefined) return object;
    throw new OptionsError(`${verb}: key`, key, 'the key of an existing object');
  };
  const next = (type: 'Added' | 'Updated' | 'Deleted', object: T): void => {
    subject.next([{ type, key: keyOf(object), object: frozen(object) }]);
  };
  const replace = (items: readonly T[], resourceVersion?: string): void => {
    checkArgument('replace: objects', items, namedObjects);
    subject.next([
      {
        type: 'ReplacedAll',
        objects: items.map((item) => frozen(item)),
        resourceVersion: resourceVersion ?? newestOf(items),
      },
    ]);
  };
  if (objects !== undefined) replace(objects);

  return Object.assign(subject.asReadonly(), {
    add: (object: T) => {
      checkArgument('add: object', object, aNamedObject);
      const key = keyOf(object);
      if (reader.get(key) !== undefined)
        throw new OptionsError('add: key', key, 'the key of an object that does not exist yet');
      next('Added', object);
    },
    update: (object: T) => {
      checkArgument('update: object', object, aNamedObject);
      const { metadata: old } = present('update', keyOf(object));
      const { uid, resourceVersion } = object.metadata;
      if (
        uid === old.uid &&
        (resourceVersion === old.resourceVersion || isOlder(resourceVersion, old.resourceVersion))
      ) {
        const allowed = `later than ${old.resourceVersion}, as nextVersion() makes it`;
        throw new OptionsError('update: resourceVersion', resourceVersion, allowed);
      }
      next('Updated', object);
    },
    delete: (key: ObjectKey, last: T = present('delete', key)) => {
      present('delete', key);
      checkArgument('delete: last', last, {
        allowed: 'an object of that key',
        test: () => keyOf(last) === key,
      });
      next('Deleted', last);
    },
    replace,
    complete: () => subject.complete(),
    error: (error: unknown) => {
      // Without a subscriber, the store would report the error as unhandled. But the test causes this error
      // itself.
      reader.batches$.subscribe({ error: () => undefined });
      subject.error(error);
    },
  });
}

/** Returns the version of a list: the newest version of its objects. */
function newestOf(items: readonly KubeObject[]): string {
  return items
    .map(({ metadata }) => metadata.resourceVersion)
    .reduce((newest, version) => (isOlder(newest, version) ? version : newest), '1');
}

const namedObjects: Rule = {
  allowed: 'an array of objects with metadata.name',
  test: (given) => Array.isArray(given) && given.every(aNamedObject.test),
};
