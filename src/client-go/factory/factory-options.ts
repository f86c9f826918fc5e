import type { InformerOptions } from '../../informer/index.ts';
import {
  aFunction,
  anObject,
  aResource,
  aString,
  checkOptions,
  type GroupVersionResource,
  REDACTED,
  type KubeObject,
  milliseconds,
  movedTo,
  OptionsError,
  type Rule,
} from '../../objects/index.ts';
import { checkReflectOptions, type ReflectOptions } from '../../reflector/index.ts';
import type { ListWatchOptions, Scope } from '../../source/index.ts';
import { aStorage } from '../../store/index.ts';

/**
 * The options that a factory uses for all its informers. The options include client-go's
 * `SharedInformerOption`s.
 */
export interface FactoryOptions extends Scope {
  /**
   * The namespace for namespaced kinds, as client-go's `WithNamespace`. If the namespace is `''` or absent,
   * all namespaces are selected. The option does not restrict a kind with `namespaced: false`, such as the
   * built-in cluster kinds.
   */
  readonly namespace?: string;
  /**
   * A function that changes list options, as client-go's `WithTweakListOptions`. The function is called once
   * for each resource, with the list options of the resource. The lists and watches of the resource use the
   * returned options (B287). The function may not change its argument, but has to return the new options. (In
   * Go, the function changes its argument.)
   */
  readonly tweakListOptions?: (options: ListWatchOptions, resource: GroupVersionResource) => ListWatchOptions;
  /**
   * The resync period in ms for handlers without their own period, as client-go's `defaultResync`. With 0, or
   * without the option, these handlers get no resync.
   */
  readonly resyncPeriod?: number;
  /**
   * The resync periods in ms of some resources, as client-go's `WithCustomResyncConfig`. The value is a list
   * of pairs, or a `Map`.
   */
  readonly customResyncConfig?: Iterable<readonly [GroupVersionResource, number]>;
  /**
   * A function that transforms each object before the object is frozen and stored, as client-go's
   * `WithTransform`.
   */
  readonly transform?: (object: KubeObject) => KubeObject;
  /** The options of each informer. */
  readonly informer?: Pick<InformerOptions<KubeObject>, 'onError' | 'storage'> & {
    readonly reflect?: Omit<ReflectOptions, 'transform'>;
  };
}

/** Returns the name of a resource for keys and error messages, for example `apps/v1 deployments`. */
export function resourceName({ group, version, resource }: GroupVersionResource): string {
  return `${group === '' ? '' : `${group}/`}${version} ${resource}`;
}

/**
 * Returns the custom resync period of each resource. If a resource has several pairs, the last pair counts.
 */
export function customPeriods(
  of: string,
  { customResyncConfig }: FactoryOptions,
): ReadonlyMap<string, number> {
  const periods = new Map<string, number>();
  for (const pair of customResyncConfig ?? []) {
    const [resource, period] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    if (!aResource.test(resource) || !aPeriod.test(period)) {
      throw new OptionsError(
        `${of}: customResyncConfig`,
        pair,
        `pairs of a collection and ${aPeriod.allowed}`,
      );
    }
    periods.set(resourceName(resource as GroupVersionResource), period as number);
  }
  return periods;
}

/**
 * Checks the options of a factory. The list options are not checked here, but with the request.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 */
export function checkFactoryOptions(of: string, options: FactoryOptions): void {
  checkOptions(of, options, {
    namespace: aString,
    labelSelector: anything,
    fieldSelector: anything,
    tweakListOptions: aFunction,
    resyncPeriod: aPeriod,
    customResyncConfig: pairs,
    transform: aFunction,
    shard: movedTo('informer: { reflect: { shard } }'),
    informer: anObject,
  });
  const { informer } = options;
  checkOptions(`${of}: informer`, informer, { reflect: anObject, onError: aFunction, storage: aStorage });
  const reflect: ReflectOptions = informer?.reflect ?? {};
  checkReflectOptions(`${of}: informer.reflect`, reflect);
  if (reflect.transform !== undefined) {
    throw new OptionsError(
      `${of}: informer.reflect: transform`,
      REDACTED,
      'given as transform, beside informer',
    );
  }
}

const aPeriod = milliseconds(0);
const anything: Rule = { allowed: 'anything', test: () => true };
const pairs: Rule = {
  allowed: 'pairs of a collection and a time in ms',
  test: (given) =>
    typeof (given as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator] === 'function',
};
