import {
  anObject,
  checkArgument,
  checkResource,
  type GroupVersionResource,
  OptionsError,
} from '../../objects/index.ts';
import { aTransport, type Transport } from '../../source/index.ts';
import { checkFactoryOptions, type FactoryOptions } from './factory-options.ts';
import { type GenericInformer, type InformerFactory, newInformerFactory } from './informer-factory.ts';

/** Resources by group and version, as in `rx-informer/kinds`: `{ apps: { v1: { deployments } } }`. */
export type Kinds = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, GroupVersionResource>>>>>
>;

/**
 * A factory of typed informers, as client-go's `SharedInformerFactory`. The argument `kinds` decides the
 * type, for example `factory.apps().v1().deployments().lister()`.
 */
export type SharedInformerFactory<K extends Kinds> = InformerFactory & {
  readonly [G in keyof K]: () => {
    readonly [V in keyof K[G]]: () => {
      readonly [R in keyof K[G][V]]: () => GenericInformer<
        K[G][V][R] extends GroupVersionResource<infer T> ? T : never
      >;
    };
  };
};

/**
 * Creates a factory with one informer for each resource, as client-go's `NewSharedInformerFactoryWithOptions` does. The first call
 * for a resource creates its informer, with an index by namespace (B281–B284, B287). `kinds` is an argument,
 * so a bundle contains only the kinds that you import. You can add the kinds of custom resources.
 *
 * @param kinds - `{ core, apps }` of `rx-informer/kinds`, or the whole module; `{}` if `forResource` is enough
 * @throws OptionsError for an argument that is not allowed. If a selector is not allowed, the first call for an informer throws the
 * error
 *
 * @example
 * ```ts
 * const factory = sharedInformerFactory(transport, { core, apps }, { namespace: 'shop', resyncPeriod: 600_000 });
 * const deployments = factory.apps().v1().deployments();
 * deployments.informer().addEventHandler({ onDelete: ({ metadata }) => console.log(metadata.name) });
 *
 * factory.start();
 * await factory.waitForCacheSync(AbortSignal.timeout(30_000));
 * deployments.lister().list('app=web').length;
 * ```
 */
export function sharedInformerFactory<const K extends Kinds>(
  transport: Transport,
  kinds: K,
  options: FactoryOptions = {},
): SharedInformerFactory<K> {
  checkArgument('sharedInformerFactory: transport', transport, aTransport);
  checkFactoryOptions('sharedInformerFactory', options);
  const factory = newInformerFactory('sharedInformerFactory', transport, options);
  checkKinds(kinds, Object.keys(factory));

  const resources = (of: Kinds[string][string]) =>
    mapped(of, (resource) => () => factory.forResource(resource));
  const groups = mapped(kinds, (versions) => () => mapped(versions, (of) => () => resources(of)));
  return { ...factory, ...groups } as unknown as SharedInformerFactory<K>;
}

function mapped<V, W>(values: Readonly<Record<string, V>>, as: (value: V) => W): Readonly<Record<string, W>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, as(value)]));
}

/**
 * Checks the argument `kinds`. Each resource in `kinds` has to be a collection, and no group may have the
 * name of a method of the factory.
 */
function checkKinds(kinds: unknown, methods: readonly string[]): void {
  const of = 'sharedInformerFactory: kinds';
  checkArgument(of, kinds, anObject);
  for (const [group, versions] of Object.entries(kinds as object)) {
    if (methods.includes(group)) {
      throw new OptionsError(of, group, `none of ${methods.join(', ')}, which are methods of the factory`);
    }
    checkArgument(`${of}.${group}`, versions, anObject);
    for (const [version, resources] of Object.entries(versions as object)) {
      checkArgument(`${of}.${group}.${version}`, resources, anObject);
      for (const [name, resource] of Object.entries(resources as object)) {
        checkResource(`${of}.${group}.${version}.${name}`, resource);
      }
    }
  }
}
