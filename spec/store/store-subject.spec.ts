import { describe, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { concatMap, EMPTY, Subject, tap } from 'rxjs';
import {
  byNamespace,
  type Change,
  type Deltas,
  type IndexedStore,
  indexedStore,
  type KubeObject,
  type StoreSubject,
} from 'rx-informer';

interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}

/** The type of the index names that `byIndex` of a store accepts. */
type IndexOf<Store extends { byIndex: (index: never, value: string) => unknown }> = Parameters<
  Store['byIndex']
>[0];

describe('the types of a store', () => {
  const store = indexedStore<Widget, 'namespace'>({ indexers: { namespace: byNamespace } });

  it('should contain the type of the objects', () => {
    expectTypeOf(store.get('a')).toEqualTypeOf<Widget | undefined>();
    expectTypeOf(store.list()).toEqualTypeOf<readonly Widget[]>();
    new Subject<Deltas<Widget>>()
      .pipe(concatMap((deltas) => store.apply(deltas) ?? EMPTY))
      .subscribe((batch) => expectTypeOf(batch).toEqualTypeOf<readonly Change<Widget>[]>());
  });

  it('should contain the names of its indexes, including those added later', () => {
    const more = store.addIndexers({ size: ({ spec }) => [String(spec.size)] });

    expectTypeOf(more).toEqualTypeOf<IndexedStore<Widget, 'namespace' | 'size'>>();
    expectTypeOf<IndexOf<typeof more>>().toEqualTypeOf<'namespace' | 'size'>();
    expectTypeOf<IndexOf<typeof store>>().toEqualTypeOf<'namespace'>();
    expectTypeOf<IndexOf<ReturnType<typeof indexedStore<Widget>>>>().toEqualTypeOf<never>();
  });

  it('should accept deltas as an observer, to subscribe or to tap', () => {
    new Subject<Deltas<Widget>>().pipe(tap(store)).subscribe(store);

    expectTypeOf(store).toExtend<StoreSubject<Widget, 'namespace'>>();
    expectTypeOf(store.asReadonly()).toEqualTypeOf<IndexedStore<Widget, 'namespace'>>();
    expectTypeOf<IndexedStore<Widget>>().not.toHaveProperty('next');
  });

  it('should distinguish the types of change', () => {
    const change = {} as Change<Widget>;

    if (change.type === 'updated') expectTypeOf(change.old).toEqualTypeOf<Widget>();
    else expectTypeOf(change).not.toHaveProperty('old');
    expectTypeOf(change).not.toHaveProperty('finalStateKnown');
  });
});
