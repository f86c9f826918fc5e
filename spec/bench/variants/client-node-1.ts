import {
  CoordinationV1Api,
  CoreV1Api,
  KubeConfig,
  type KubernetesObject,
  type ListPromise,
  makeInformer,
} from '@kubernetes/client-node-1';
import { resources } from '../resources.ts';
import type { Target, Variant } from '../variant.ts';
import { listOf } from './list-of.ts';

/**
 * A measured program with the informer of client-node 1.4, as in its README. It uses the generated list function,
 * which requests all objects at once.
 */
export const clientNode1 = (): Variant => ({
  async start(target, onObject) {
    const config = new KubeConfig();
    config.loadFromClusterAndUser(
      { name: 'bench', server: target.server, skipTLSVerify: true },
      { name: 'bench' },
    );
    const path = resources[target.resource].path;
    const informer = makeInformer<KubernetesObject>(config, path, listFor(config, target));
    for (const verb of ['add', 'update', 'delete'] as const) informer.on(verb, onObject);
    await informer.start();
    return { size: informer.list().length, list: () => informer.list() };
  },
});

const listFor = (config: KubeConfig, { resource }: Target): ListPromise<KubernetesObject> =>
  listOf<ReturnType<ListPromise<KubernetesObject>>>(
    config.makeApiClient(CoreV1Api),
    config.makeApiClient(CoordinationV1Api),
    resource,
  );
