import { anObservable, type Rule } from '../objects/index.ts';

/** What a view needs of an informer: it is told of changes, reads, and knows when there was a whole list. */
export const anInformer: Rule = {
  allowed: 'an informer',
  test: (given) => {
    const { store, status$ } = (given ?? {}) as { store?: { batches$?: unknown } | null; status$?: unknown };
    return anObservable.test(store?.batches$) && anObservable.test(status$);
  },
};
