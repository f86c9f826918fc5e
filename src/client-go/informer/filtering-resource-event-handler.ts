import { aHandler, nameForHandler, type ResourceEventHandler } from '../../delivery/index.ts';
import { aFunction, checkArgument, checkOptions } from '../../objects/index.ts';

/** The options of `filteringResourceEventHandler`: the fields of client-go's `FilteringResourceEventHandler`. */
export interface FilteringOptions<T> {
  /**
   * A function that is called for each state of an object, and returns whether the state passes the filter. If the
   * function throws, the error is reported as an error of the handler method.
   */
  readonly filterFunc: (object: T) => boolean;
  /**
   * The handler that gets the changes that pass the filter. Errors are reported with the name of this
   * handler.
   */
  readonly handler: ResourceEventHandler<T>;
}

/**
 * Creates a handler that passes on the changes of objects that pass the filter, as client-go's `FilteringResourceEventHandler`
 * does. If only the new state of an update passes, the update becomes an add that is not part of the first list. If only the old
 * state passes, the update becomes a delete of the old state (B164). A delete, including a tombstone, is filtered by the last known
 * state (B165).
 *
 * The buffer of the handler also contains the changes that do not pass the filter. To filter for all
 * handlers, use a selector at the source, or `through`.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
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
