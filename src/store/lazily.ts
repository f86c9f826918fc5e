import { keyOf, type KubeObject } from '../objects/index.ts';
import type { Change } from './change.ts';
import { updated } from './machine/change-records.ts';
import type { Content } from './machine/content.ts';
import type { Keeping } from './machine/keeping.ts';
import type { IndexedStore } from './store-subject.ts';

/** What a store that does not keep its objects as they are can do without reading them. */
interface Lazily<T> {
  readonly resynced: () => readonly Change<T>[];
  readonly gather: (versionsReset?: boolean) => (object: T) => T;
}

/** Under this a store has it, and no other: it is for the rooms of this library. */
const lazily = Symbol('lazily');

type WithLazily<T> = Partial<Record<typeof lazily, Lazily<T>>>;

/** For the reader of a store whose objects are kept in a way of their own. */
export function lazilyOver<T extends KubeObject>(content: Content<T>, keeping: Keeping<T>): object {
  const access: Lazily<T> = {
    resynced: () => {
      const changes: Change<T>[] = [];
      for (const [key, held] of content.objects)
        changes.push(keeping.told(updated(key, held, held, 'resync')));
      return Object.freeze(changes);
    },
    gather: (versionsReset) => keeping.gather(content.objects, versionsReset),
  };
  return { [lazily]: access };
}

/** Each object once more, `updated` with `cause: 'resync'`. */
export function resynced<T extends KubeObject>(store: Pick<IndexedStore<T>, 'list'>): readonly Change<T>[] {
  const access = (store as WithLazily<T>)[lazily];
  if (access !== undefined) return access.resynced();
  return Object.freeze(store.list().map((object) => updated(keyOf(object), object, object, 'resync')));
}

/** Whether each reading makes its objects anew: who shows them for long holds them instead. */
export function readsAnew(store: object): boolean {
  return lazily in store;
}

/** Begins to keep what a list brings, until it is complete; absent where that is kept as it is. */
export function gathering<T extends KubeObject>(store: IndexedStore<T>): Lazily<T>['gather'] | undefined {
  return (store as WithLazily<T>)[lazily]?.gather;
}
