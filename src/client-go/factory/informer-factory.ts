import { Subscription } from 'rxjs';
import { allSynced, lister, type Lister } from '../../informer/index.ts';
import {
  aFunction,
  anAbortSignal,
  checkArgument,
  checkResource,
  type GroupVersionResource,
  type KubeObject,
  type Rule,
} from '../../objects/index.ts';
import type { Transport } from '../../source/index.ts';
import type { SharedIndexInformer } from '../informer/shared-informer-types.ts';
import { customPeriods, type FactoryOptions, resourceName } from './factory-options.ts';
import { informerForResource } from './informer-for-resource.ts';

/** The informer and the lister of one resource, as client-go's `GenericInformer`. */
export interface GenericInformer<T> {
  /** Returns the only informer of the resource. The first call creates the informer. */
  informer(): SharedIndexInformer<T>;
  /**
   * Returns a lister of the store of the resource's informer. The call creates the informer if the informer
   * does not exist (B283).
   */
  lister(): Lister<T>;
}

/** A function that creates an informer, as the argument of client-go's `InternalInterface.InformerFor`. */
export type NewInformerFunc<T extends KubeObject> = (
  transport: Transport,
  resyncPeriod: number,
) => SharedIndexInformer<T>;

/** The methods of a factory that do not depend on the given kinds. */
export interface InformerFactory {
  /**
   * Returns the informer and the lister of any collection, built-in or not. If the server does not have the collection, the
   * informer fails when it runs, unlike in client-go (B286). The same resource always gets the same informer (B281).
   *
   * @throws OptionsError for a value that is not a collection
   */
  forResource<T extends KubeObject = KubeObject>(resource: GroupVersionResource<T>): GenericInformer<T>;
  /**
   * Returns the informer of a resource. If the informer does not exist, `newFunc` creates the informer
   * (B281).
   *
   * @throws OptionsError for an argument that is not allowed
   */
  informerFor<T extends KubeObject>(
    resource: GroupVersionResource<T>,
    newFunc: NewInformerFunc<T>,
  ): SharedIndexInformer<T>;
  /**
   * Runs the informers that were created since the last start, until the signal aborts. Call `start` again after you have created
   * more informers (B282). An informer that has run does not run again, not even after its signal has aborted (B160).
   */
  start(signal?: AbortSignal): void;
  /**
   * Resolves when all started informers have synced (B284). The promise rejects immediately if an informer
   * has stopped. The promise also rejects when the signal aborts. The error names the resources that have not
   * synced, and the reasons. client-go returns a map of the results instead.
   */
  waitForCacheSync(signal?: AbortSignal): Promise<void>;
  /**
   * Stops all informers immediately. After that, `start` starts no informer. In client-go `Shutdown` waits
   * until the informers have been stopped by other code (B285).
   */
  shutdown(): void;
}

/** Creates a factory. The factory keeps one informer for each resource. The caller has checked the arguments. */
export function newInformerFactory(
  of: string,
  transport: Transport,
  options: FactoryOptions,
): InformerFactory {
  const periods = customPeriods(of, options);
  const informers = new Map<string, SharedIndexInformer<KubeObject>>();
  const started = new Set<string>();
  const running = new Subscription();

  function informerFor<T extends KubeObject>(
    resource: GroupVersionResource<T>,
    newFunc: NewInformerFunc<T>,
  ): SharedIndexInformer<T> {
    const name = resourceName(resource);
    if (!informers.has(name)) {
      const made = newFunc(transport, periods.get(name) ?? options.resyncPeriod ?? 0);
      checkArgument('informerFor: the result of newFunc', made, aSharedInformer);
      // `newFunc` may call the factory for the same resource. So the informer can exist now, although it did
      // not exist before the call.
      if (!informers.has(name)) informers.set(name, erased(made));
    }
    // The cast is necessary: the caller chooses the type of the objects, and TypeScript cannot check this
    // type.
    return informers.get(name) as unknown as SharedIndexInformer<T>;
  }

  return {
    forResource<T extends KubeObject>(resource: GroupVersionResource<T>): GenericInformer<T> {
      checkResource('forResource: resource', resource);
      const informer = (): SharedIndexInformer<T> =>
        informerFor(resource, (over, resyncPeriod) =>
          informerForResource(over, resource, resyncPeriod, options),
        );
      return { informer, lister: () => lister(informer().store) };
    },
    informerFor(resource, newFunc) {
      checkResource('informerFor: resource', resource);
      checkArgument('informerFor: newFunc', newFunc, aFunction);
      return informerFor(resource, newFunc);
    },
    start(signal) {
      if (signal !== undefined) checkArgument('start: signal', signal, anAbortSignal);
      for (const [name, informer] of informers) {
        if (running.closed) return; // the start of an informer can run user code that calls `shutdown()`
        if (started.has(name) || informer.isStopped()) continue;
        started.add(name);
        running.add(informer.run(signal));
      }
    },
    async waitForCacheSync(signal) {
      if (signal !== undefined) checkArgument('waitForCacheSync: signal', signal, anAbortSignal);
      const waitedFor = [...informers].filter(([name]) => started.has(name));
      await allSynced(
        waitedFor.map(([name, { status$, errors }]) => ({ name, status$, ...(errors && { errors }) })),
        signal,
      );
    },
    shutdown: () => running.unsubscribe(),
  };
}

const erased = (informer: unknown): SharedIndexInformer<KubeObject> =>
  informer as SharedIndexInformer<KubeObject>;

/** Accepts any value with the methods `run` and `isStopped` of a shared informer. */
const aSharedInformer: Rule = {
  allowed: 'a shared informer',
  test: (given) => {
    const { run, isStopped } = (given ?? {}) as Partial<Record<string, unknown>>;
    return aFunction.test(run) && aFunction.test(isStopped);
  },
};
