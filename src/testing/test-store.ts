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

/** A store that is fed by hand: readers and changes as of `indexedStore`, with causes as of a watch and a list. */
export interface TestStore<T extends KubeObject, Index extends string = string> extends IndexedStore<
  T,
  Index
> {
  /** Told as `added`; one whose key is there is refused. */
  add(object: T): void;
  /** With another uid it is told as `deleted`, then `added`. */
  update(object: T): void;
  /**
   * Told as `deleted`.
   *
   * @param last - the last state, if it is another than the one that is there
   */
  delete(key: ObjectKey, last?: T): void;
  /** As a list does: what is not in it goes, with `finalStateKnown: false`. */
  replace(objects: readonly T[], resourceVersion?: string): void;
  /** Ends `batches$`. */
  complete(): void;
  /** Ends `batches$` with an error. */
  error(error: unknown): void;
}

/**
 * For specs of code downstream of a store. Objects are frozen as they come. An update needs a later
 * version, see `nextVersion`.
 *
 * @param objects - the first list; without it the store has not synced
 * @throws OptionsError from `add` for a key that is there, from `update` and `delete` for one that is not, for an object
 *   that is no later than the one that is there, and for an option that is none
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
    throw new OptionsError(`${verb}: key`, key, 'the key of an object that is there');
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
        throw new OptionsError('add: key', key, 'the key of an object that is not there yet');
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
      // It is a step of the spec, handled even where nothing subscribes yet.
      reader.batches$.subscribe({ error: () => undefined });
      subject.error(error);
    },
  });
}

/** A list has a version that none of its objects is newer than. */
function newestOf(items: readonly KubeObject[]): string {
  return items
    .map(({ metadata }) => metadata.resourceVersion)
    .reduce((newest, version) => (isOlder(newest, version) ? version : newest), '1');
}

const namedObjects: Rule = {
  allowed: 'an array of objects with metadata.name',
  test: (given) => Array.isArray(given) && given.every(aNamedObject.test),
};
