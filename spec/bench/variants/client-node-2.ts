import {
  CoordinationV1Api,
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  type ListPromise,
  makeInformer,
} from '@kubernetes/client-node';
import { resources } from '../resources.ts';
import type { Target, Variant } from '../variant.ts';
import { listOf } from './list-of.ts';

/**
 * A measured program with the informer of client-node 2, as in its README. It uses the generated list function, which
 * requests all objects at once.
 */
export const clientNode2 = (config?: KubeConfig): Variant => over(makeInformer<KubernetesObject>, config);

/** The program of `clientNode2`, but with this library's `makeInformer` in place of client-node's `makeInformer`. */
export async function dropIn(): Promise<Variant> {
  const ours = await import('../../../src/client-node/index.ts');
  return over(ours.makeInformer<KubernetesObject>);
}

interface Informer {
  on(verb: 'add' | 'update' | 'delete', callback: (object: KubernetesObject) => void): void;
  on(verb: 'error', callback: (error: unknown) => void): void;
  start(): Promise<void>;
  list(): readonly unknown[];
}

const over = (
  make: (config: KubeConfig, path: string, list: ListPromise<KubernetesObject>) => Informer,
  given?: KubeConfig,
): Variant => ({
  async start(target, onObject) {
    const config = given ?? configOf(target);
    const informer = make(config, resources[target.resource].path, listFor(config, target));
    for (const verb of ['add', 'update', 'delete'] as const) informer.on(verb, onObject);
    await informer.start();
    return { size: informer.list().length, list: () => informer.list() };
  },
});

function configOf({ server }: Target): KubeConfig {
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: 'bench', server, skipTLSVerify: true }, { name: 'bench' });
  return config;
}

const listFor = (config: KubeConfig, { resource }: Target): ListPromise<KubernetesObject> =>
  listOf<ReturnType<ListPromise<KubernetesObject>>>(
    config.makeApiClient(CoreV1Api),
    config.makeApiClient(CoordinationV1Api),
    resource,
  );
