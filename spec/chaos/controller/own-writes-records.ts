import { type Observable, tap } from 'rxjs';
import { keyOf, type KubeObject } from 'rx-informer';
import type { ResourceClient } from 'rx-informer/client';
import { isOlderVersion } from '../../../src/objects/index.ts';

/** Checks guarantee G26: after a process has written an object, its store returns no older state of this object. */
export interface OwnWritesRecords {
  wrote<T extends KubeObject | undefined>(key: string, answer$: Observable<T>): Observable<T>;
  read(key: string, object: KubeObject | undefined): void;
  /** Forgets all writes. Called when the store drops a write, because the watch did not deliver the write in time. */
  forget(): void;
}

export function ownWritesRecords(onOlder: (text: string) => void): OwnWritesRecords {
  const written = new Map<string, { readonly uid: string; readonly version: string }>();
  return {
    wrote: (key, answer$) =>
      answer$.pipe(
        tap((object) => {
          if (object === undefined) written.delete(key);
          else written.set(key, { uid: object.metadata.uid, version: object.metadata.resourceVersion });
        }),
      ),
    read(key, object) {
      const own = written.get(key);
      if (own === undefined || object?.metadata.uid !== own.uid) return;
      if (isOlderVersion(object.metadata.resourceVersion, own.version))
        onOlder(
          `${key}: the store has ${object.metadata.resourceVersion}, after the own write ${own.version}`,
        );
    },
    forget: () => written.clear(),
  };
}

/** A client, and a store. The reconcile function calls only `get` of the store. */
export interface View<T extends KubeObject> {
  readonly client: ResourceClient<T>;
  readonly store: { readonly get: (key: string) => T | undefined };
}

/**
 * Returns a view that records its writes and its reads. Two views can have the same keys. Therefore the records contain
 * `kind` and the key.
 */
export function observedView<T extends KubeObject>(
  records: OwnWritesRecords,
  kind: string,
  { client }: Pick<View<T>, 'client'>,
  store: View<T>['store'],
): View<T> {
  const nameOf = (key: string): string => `${kind} ${key}`;
  return {
    client: {
      ...client,
      create: (object, options) =>
        records.wrote(nameOf(keyOf(object as KubeObject)), client.create(object, options)),
      update: (object, options) => records.wrote(nameOf(keyOf(object)), client.update(object, options)),
      apply: (key, object, options) => records.wrote(nameOf(key), client.apply(key, object, options)),
      edit: (key, recipe, options) => records.wrote(nameOf(key), client.edit(key, recipe, options)),
      delete: (key, options) => records.wrote(nameOf(key), client.delete(key, options)),
    },
    store: {
      get: (key) => {
        const object = store.get(key);
        records.read(nameOf(key), object);
        return object;
      },
    },
  };
}
