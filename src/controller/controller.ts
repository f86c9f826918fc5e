import { defer, merge, type Observable } from 'rxjs';
import type { Informer } from '../informer/index.ts';
import {
  aFunction,
  anObject,
  anObservable,
  checkArgument,
  checkKind,
  checkMembers,
  checkOptions,
  type KubeObject,
  OptionsError,
  type Resource,
  type Rule,
} from '../objects/index.ts';
import { reconcileByKey } from './reconcile-by-key.ts';
import {
  anInformerRecord,
  anInput,
  type Reconcile,
  type ReconcileContext,
  type ReconcileOptions,
  type ReconcileOutcome,
  type ReconcileRequest,
  reconcileRules,
} from './reconcile-types.ts';
import { controllerOf, toRequests } from './to-requests.ts';

/** The options of {@link controller}. */
export interface ControllerOptions<T extends KubeObject> extends ReconcileOptions {
  /** The informer of the objects to reconcile. */
  readonly for: Informer<T>;
  /** The resource of these objects. */
  readonly resource: Resource<T>;
  /**
   * Informers of the objects that the controller makes, by names for messages. A change of such an object runs its
   * controlling owner. No run starts before they have synced. Do not use the plural name of `resource` here, because it
   * is already the name of the informer in the option `for`.
   */
  readonly owns?: Readonly<Record<string, Informer<KubeObject>>>;
  /** Further requests, for example from the changes of other informers. */
  readonly triggers?: readonly Observable<ReconcileRequest>[];
  /**
   * Compares the object with the actual state, and writes what is missing. The object is `undefined` if it does not exist
   * anymore.
   */
  readonly reconcile: (object: T | undefined, context: ReconcileContext) => ReturnType<Reconcile>;
}

/**
 * Runs a controller for the objects of one informer. A subscription keeps the informers running, and each subscription is a
 * controller of its own.
 *
 * The function does the same as these operators:
 *
 * ```ts
 * const outcomes$ = merge(
 *   deployments.changes().pipe(toRequests()),
 *   pods.changes().pipe(toRequests(controllerOf(apps.v1.deployments))),
 * ).pipe(
 *   reconcileByKey(({ key }) => console.log(key, deployments.store.get(key)), { inputs: { deployments, pods } }),
 * );
 * ```
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const outcomes$ = controller({
 *   for: deployments,
 *   resource: apps.v1.deployments,
 *   owns: { pods },
 *   reconcile: (deployment, { key }) => console.log(key, deployment?.spec?.replicas),
 * });
 * ```
 */
export function controller<T extends KubeObject>(
  options: ControllerOptions<T>,
): Observable<ReconcileOutcome> {
  checkArgument('controller: options', options, anObject);
  checkOptions('controller', options, { ...controllerRules, ...reconcileRules });
  const { for: objects, resource, owns = {}, triggers = [], reconcile, inputs, ...rest } = options;
  checkArgument('controller: for', objects, anInformer);
  checkMembers('controller: owns', owns, anInformer);
  checkMembers('controller: inputs', inputs ?? {}, anInput);
  checkKind('controller: resource', resource);
  checkArgument('controller: reconcile', reconcile, aFunction);
  const names = [resource.resource, ...Object.keys(owns), ...Object.keys(inputs ?? {})];
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) {
    throw new OptionsError(
      'controller: owns and inputs',
      repeated,
      `informers with names that differ from each other, and from '${resource.resource}'`,
    );
  }
  const work$ = reconcileByKey(
    (context) => reconcile(objects.store.get(context.key, context.cluster), context),
    {
      ...rest,
      inputs: { [resource.resource]: objects, ...owns, ...inputs },
    },
  );
  return defer(() =>
    merge(
      objects.changes().pipe(toRequests()),
      ...Object.entries(owns).map(([cause, owned]) =>
        owned.changes().pipe(toRequests(controllerOf(resource), { cause })),
      ),
      ...triggers,
    ),
  ).pipe(work$);
}

const anInformer: Rule = {
  allowed: 'an informer',
  test: (given) => {
    const { changes, status$ } = (given ?? {}) as Partial<Informer<unknown>>;
    return aFunction.test(changes) && anObservable.test(status$);
  },
};

const controllerRules: Readonly<
  Record<Exclude<keyof ControllerOptions<KubeObject>, keyof ReconcileOptions>, Rule>
> = {
  for: anInformer,
  resource: anObject,
  owns: anInformerRecord,
  triggers: {
    allowed: 'an array of Observables of requests',
    test: (given) => Array.isArray(given) && given.every(anObservable.test),
  },
  reconcile: aFunction,
};
