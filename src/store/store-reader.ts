import type { Observable } from 'rxjs';
import { aFunction, anObject, checkArgument, type KubeObject, OptionsError } from '../objects/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import { lazilyOver } from './lazily.ts';
import type { Content } from './machine/content.ts';
import type { ValueIndex } from './machine/value-index.ts';
import type { IndexedStore } from './store-subject.ts';

/** The reading half over some content. */
export function storeReader<T extends KubeObject, Index extends string>(
  content: Content<T>,
  batches$: Observable<readonly Change<T>[]>,
  addIndexers: (indexers: Indexers<T>) => void,
): IndexedStore<T, Index> {
  const indexOf = (name: string, asked: string): ValueIndex => {
    const index = content.index(name);
    if (index !== undefined) return index;
    const names = content.indexNames.join(', ');
    throw new OptionsError(`${asked}: index`, name, names === '' ? 'added first' : `one of ${names}`);
  };

  const reader: IndexedStore<T, Index> = {
    ...(content.keeping !== undefined && lazilyOver(content, content.keeping)),
    get size() {
      return content.size;
    },
    get hasSynced() {
      return content.hasSynced;
    },
    get resourceVersion() {
      return content.resourceVersion;
    },
    batches$,
    get: (key) => content.get(key),
    list: () => content.list(),
    listKeys: () => content.keys(),
    byIndex: (index, value) => {
      const objects: T[] = [];
      for (const key of indexOf(index, 'byIndex').keys(value)) {
        const object = content.get(key);
        if (object !== undefined) objects.push(object);
      }
      return objects;
    },
    indexKeys: (index, value) => indexOf(index, 'indexKeys').keys(value),
    listIndexFuncValues: (index) => indexOf(index, 'listIndexFuncValues').values(),
    getIndexers: () => content.indexers,
    addIndexers: (indexers) => {
      addIndexers(indexers);
      return reader;
    },
  };
  return reader;
}

/** Adds all of them, or throws and adds none. */
export function addIndexersTo<T extends KubeObject>(content: Content<T>, indexers: Indexers<T>): void {
  checkArgument('addIndexers: indexers', indexers, indexersRule);
  const added = Object.entries(indexers);
  for (const [name] of added) {
    if (content.index(name) === undefined) continue;
    throw new OptionsError('addIndexers: name', name, `a new one, beside ${content.indexNames.join(', ')}`);
  }
  for (const [name, func] of added) content.addIndex(name, func);
}

/** Index functions by name. */
export const indexersRule = {
  allowed: 'an object of functions',
  test: (given: unknown): boolean =>
    anObject.test(given) && Object.values(given as object).every(aFunction.test),
};
