import { type Observable, tap } from 'rxjs';
import { keyOf, type KubeObject } from 'rx-informer';
import type { ResourceClient } from 'rx-informer/client';
import { isOlderVersion } from '../../../src/objects/index.ts';

/** Checks that a store never shows a state from before the last write of its own process (G26). */
export interface OwnWritesRecords {
  wrote<T extends KubeObject | undefined>(key: string, answer$: Observable<T>): Observable<T>;
  read(key: string, object: KubeObject | undefined): void;
  /** Called with a write that the store gave up. */
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

/** A client, and a store of which only `get` is read. */
export interface View<T extends KubeObject> {
  readonly client: ResourceClient<T>;
  readonly store: { readonly get: (key: string) => T | undefined };
}

/** Returns a view that records its writes and its reads. `kind` tells the keys of two views apart. */
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
