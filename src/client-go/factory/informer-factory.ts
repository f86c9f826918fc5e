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

/** What a factory has for one resource: client-go's `GenericInformer`. */
export interface GenericInformer<T> {
  /** The one informer of this resource, made when first asked for. */
  informer(): SharedIndexInformer<T>;
  /** Reads that informer's store; asks for the informer, too (B283). */
  lister(): Lister<T>;
}

/** client-go's `InternalInterface.InformerFor` takes one: makes an informer from what the factory has. */
export type NewInformerFunc<T extends KubeObject> = (
  transport: Transport,
  resyncPeriod: number,
) => SharedIndexInformer<T>;

/** The part of a factory that does not depend on the kinds given. */
export interface InformerFactory {
  /**
   * Any collection, built in or not; whether the server has it shows when it runs (against B286). The same resource gives
   * the same informer (B281).
   *
   * @throws OptionsError for what is no collection
   */
  forResource<T extends KubeObject = KubeObject>(resource: GroupVersionResource<T>): GenericInformer<T>;
  /**
   * The informer of a resource, made by `newFunc` if nobody has asked for it before; who came first decides (B281).
   *
   * @throws OptionsError when an argument is not what it may be
   */
  informerFor<T extends KubeObject>(
    resource: GroupVersionResource<T>,
    newFunc: NewInformerFunc<T>,
  ): SharedIndexInformer<T>;
  /**
   * Runs what was asked for since the last start, until the signal aborts; idempotent, so call it again after asking for
   * more (B282). What has run is not run again, not after its signal aborted either (B160).
   */
  start(signal?: AbortSignal): void;
  /**
   * Resolves when all that were started have synced (B284); rejects when the signal aborts, naming the resources that
   * have not and why, and at once if one has stopped. In client-go a map tells which have synced.
   */
  waitForCacheSync(signal?: AbortSignal): Promise<void>;
  /** Stops all at once, and starts none again (against B285: client-go's waits for others to stop them). */
  shutdown(): void;
}

/** A memo of informers by resource, and those of them that run. The arguments have been checked. */
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
      // It may have asked for this very resource itself.
      if (!informers.has(name)) informers.set(name, erased(made));
    }
    // Of what type a resource is says whoever names it, as with any cast.
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
        if (running.closed) return; // by what one of them called, perhaps
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

/** What a factory needs of an informer. */
const aSharedInformer: Rule = {
  allowed: 'a shared informer',
  test: (given) => {
    const { run, isStopped } = (given ?? {}) as Partial<Record<string, unknown>>;
    return aFunction.test(run) && aFunction.test(isStopped);
  },
};
