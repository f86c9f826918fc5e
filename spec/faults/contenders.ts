import type { Informer, ObjectCache, V1Pod } from '@kubernetes/client-node';

type Make = (server: string) => Promise<Informer<V1Pod> & ObjectCache<V1Pod>>;

const path = '/api/v1/namespaces/default/pods';
const config = (server: string) => ({
  clusters: [{ name: 'faults', server, skipTLSVerify: true }], // without this option, client-node refuses plain HTTP
  users: [{ name: 'faults' }],
  contexts: [{ name: 'faults', cluster: 'faults', user: 'faults' }],
  currentContext: 'faults',
});

/**
 * The informers under test, by library and version. All informers cache the same pods. A process loads only one
 * library.
 */
export const contenders: Readonly<Record<string, Make>> = {
  'rx-informer': async (server) => {
    const { CoreV1Api, KubeConfig } = await import('@kubernetes/client-node');
    const { makeInformer } = await import('rx-informer/client-node');
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromOptions(config(server));
    const api = kubeConfig.makeApiClient(CoreV1Api);
    return makeInformer(kubeConfig, path, () => api.listNamespacedPod({ namespace: 'default' }));
  },
  'client-node 2.0.1': async (server) => {
    const { CoreV1Api, KubeConfig, makeInformer } = await import('@kubernetes/client-node');
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromOptions(config(server));
    const api = kubeConfig.makeApiClient(CoreV1Api);
    return makeInformer(kubeConfig, path, () => api.listNamespacedPod({ namespace: 'default' }));
  },
  'client-node 1.4.0': async (server) => {
    const { CoreV1Api, KubeConfig, makeInformer } = await import('@kubernetes/client-node-1');
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromOptions(config(server));
    const api = kubeConfig.makeApiClient(CoreV1Api);
    return makeInformer(kubeConfig, path, () => api.listNamespacedPod({ namespace: 'default' }));
  },
};
