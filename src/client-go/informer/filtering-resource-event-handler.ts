import { aHandler, nameForHandler, type ResourceEventHandler } from '../../delivery/index.ts';
import { aFunction, checkArgument, checkOptions } from '../../objects/index.ts';

/** What client-go's `FilteringResourceEventHandler` is made of. */
export interface FilteringOptions<T> {
  /** Asked about each state of an object. What it throws is told as if the handler's method had. */
  readonly filterFunc: (object: T) => boolean;
  /** Hears of what passes, and is who is named in an error. */
  readonly handler: ResourceEventHandler<T>;
}

/**
 * client-go's `FilteringResourceEventHandler`: a handler that hears of the objects which pass the filter. An update into
 * the filter is an add that is not of the first list, one out of it a delete of the old state (B164). A delete asks
 * about the last state known, a tombstone's too (B165).
 *
 * It filters behind the buffer, per handler; for all of them at once use a selector at the source, or `through`.
 *
 * @throws OptionsError when an option is not what it may be
 *
 * @example
 * ```ts
 * const handler = filteringResourceEventHandler({
 *   filterFunc: (pod: Pod) => pod.metadata.namespace === 'shop',
 *   handler: { onAdd: (pod) => console.log(pod.metadata.name) },
 * });
 * sharedInformer(source).addEventHandler(handler);
 * ```
 */
export function filteringResourceEventHandler<T>(options: FilteringOptions<T>): ResourceEventHandler<T> {
  checkArgument('filteringResourceEventHandler: options', options, anOptionsObject);
  checkOptions('filteringResourceEventHandler', options, { filterFunc: aFunction, handler: aHandler });
  const { filterFunc, handler } = options;
  const name = nameForHandler(handler);

  return {
    ...(name === undefined ? {} : { name }),
    onAdd: (object, isInInitialList) =>
      filterFunc(object) ? handler.onAdd?.(object, isInInitialList) : undefined,
    onUpdate: (old, object) => {
      const [before, after] = [filterFunc(old), filterFunc(object)];
      if (before && after) return handler.onUpdate?.(old, object);
      if (after) return handler.onAdd?.(object, false);
      return before ? handler.onDelete?.(old, true) : undefined;
    },
    onDelete: (object, finalStateKnown) =>
      filterFunc(object) ? handler.onDelete?.(object, finalStateKnown) : undefined,
    ...(handler.onError === undefined ? {} : { onError: (error) => handler.onError?.(error) }),
  };
}

const anOptionsObject = {
  allowed: '{ filterFunc, handler }',
  test: (given: unknown): boolean => {
    const { filterFunc, handler } = (given ?? {}) as Partial<FilteringOptions<unknown>>;
    return filterFunc !== undefined && handler !== undefined;
  },
};
