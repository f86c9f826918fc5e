import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as k8s from '@kubernetes/client-node';
import type * as k8s1 from '@kubernetes/client-node-1';
import { expectTypeOf } from 'expect-type';
import { OptionsError } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { type ClientNodeInformer, makeInformer } from 'rx-informer/client-node';
import { parseCollectionPath } from '../../src/client-node/make-informer.ts';
import { until } from '../support/until.ts';

const never = (): Promise<k8s.V1ConfigMapList> => Promise.reject(new Error('it is not called'));

describe('makeInformer', () => {
  describe('over HTTP', () => {
    let server: ApiServer;
    let config: k8s.KubeConfig;
    let api: k8s.CoreV1Api;
    beforeAll(async () => {
      server = createApiServer({ tokens: { secret: 'system:admin' } });
      await server.listen();
      config = new k8s.KubeConfig();
      config.loadFromString(server.kubeConfig());
      api = config.makeApiClient(k8s.CoreV1Api);
      const create = (name: string, labels: Record<string, string>): Promise<unknown> => {
        const body = Object.assign(new k8s.V1ConfigMap(), { metadata: { name, labels } });
        return api.createNamespacedConfigMap({ namespace: 'default', body });
      };
      await create('one', { app: 'web' });
      await create('two', { app: 'web' });
      await create('three', { app: 'api' });
    });
    afterAll(() => server.close());

    it('should list and watch by path and selectors, without the function', async () => {
      const informer = makeInformer(
        config,
        '/api/v1/namespaces/default/configmaps',
        never,
        'app=web',
        'metadata.name!=two',
      );
      const deleted: unknown[] = [];
      informer.on('delete', (object) => void deleted.push(object.metadata?.name));

      await informer.start();
      expect(informer.list().map(({ kind, metadata }) => [kind, metadata?.name])).toEqual([
        ['ConfigMap', 'one'],
      ]);
      for (const name of ['three', 'two', 'one']) {
        await api.deleteNamespacedConfigMap({ namespace: 'default', name });
      }
      await until(() => deleted.length > 0);

      expect(deleted).toEqual(['one']);
      await informer.stop();
    });

    it('should accept client-node’s own list function, and its types', async () => {
      const informer = makeInformer(config, '/api/v1/namespaces', () => api.listNamespace());
      informer.on('error', (error: k8s.V1Pod) => console.error(error));

      await informer.start();

      expect(informer.get('default')?.metadata?.name).toBe('default');
      await informer.stop();
    });

    it('should report a refused token without showing it', async () => {
      const text = server.kubeConfig().replace(/token: .*/, 'token: wrong-and-secret');
      const refused = new k8s.KubeConfig();
      refused.loadFromString(text);
      const informer = makeInformer(refused, '/api/v1/configmaps', never);
      const errors: { code?: number; message: string }[] = [];
      informer.on('error', (error: Error) => void errors.push(error));

      await informer.start();
      await informer.stop();

      expect(errors[0]?.code).toBe(401);
      expect(JSON.stringify(errors) + errors.map(String).join()).not.toContain('wrong-and-secret');
    });
  });

  describe('arguments', () => {
    const config = {
      getCurrentCluster: () => ({ server: 'https://host' }),
      applyToHTTPSOptions: () => Promise.resolve(),
    };

    it.each([
      ['/api/v1/pods', '', 'v1', 'pods', ''],
      ['/api/v1/pods/', '', 'v1', 'pods', ''],
      ['/api/v1/namespaces', '', 'v1', 'namespaces', ''],
      ['/api/v1/namespaces/shop/pods', '', 'v1', 'pods', 'shop'],
      ['/apis/apps/v1/deployments', 'apps', 'v1', 'deployments', ''],
      ['/apis/apps/v1/namespaces/shop/deployments/', 'apps', 'v1', 'deployments', 'shop'],
      ['/apis/example.com/v1beta1/widgets', 'example.com', 'v1beta1', 'widgets', ''],
    ])('should accept %s', (path, group, version, resource, namespace) => {
      expect(parseCollectionPath(path)).toEqual({ resource: { group, version, resource }, namespace });
    });

    it.each([
      ['an object', '/api/v1/namespaces/shop/pods/web'],
      ['an object without a namespace', '/api/v1/nodes/one'],
      ['a namespace', '/api/v1/namespaces/shop'],
      ['a query', '/api/v1/pods?limit=5'],
      ['a fragment', '/api/v1/pods#x'],
      ['no slash', 'api/v1/pods'],
      ['an address', 'https://host/api/v1/pods'],
      ['another host', '//host/api/v1/pods'],
      ['the old watch', '/api/v1/watch/pods'],
      ['a version', '/api/v1'],
      ['a group', '/apis/apps/v1'],
      ['an escape', '/api/v1/namespaces/%2e%2e/pods'],
      ['two slashes', '/api/v1//pods'],
      ['nothing', ''],
    ])('should refuse a path with %s', (_, path) => {
      expect(() => makeInformer(config, path, never)).toThrow(OptionsError);
      expect(() => makeInformer(config, path, never)).toThrow(
        /makeInformer: path must be the path of a collection, without a query: \/api/,
      );
    });

    it('should refuse a path that is not a string, even if its string form is a path', () => {
      expect(() => makeInformer(config, ['/api/v1/pods'] as never, never)).toThrow(OptionsError);
    });

    it('should name the argument when the path has a kind instead of the plural, or the group core', () => {
      expect(() => makeInformer(config, '/api/v1/Pod', never)).toThrow(
        /^makeInformer: path: resource must be the plural name in lower case/,
      );
      expect(() => makeInformer(config, '/apis/core/v1/pods', never)).toThrow(
        /^makeInformer: path: group must be ''/,
      );
    });

    it('should refuse other invalid arguments', () => {
      const path = '/api/v1/pods';

      expect(() => makeInformer(config, 5 as never, never)).toThrow(OptionsError);
      expect(() => makeInformer(config, '/api/v1/namespaces/../pods', never)).toThrow(OptionsError);
      expect(() => makeInformer({} as never, path, never)).toThrow(/must be a KubeConfig/);
      expect(() => makeInformer(config, path, undefined as never)).toThrow(
        /listPromiseFn must be a function/,
      );
      expect(() => makeInformer(config, path, never, 'a in b')).toThrow(/labelSelector|selector/);
      expect(() => makeInformer(config, path, never, undefined, 'a~b')).toThrow(/selector/);
    });
  });

  describe('types', () => {
    it('should have the types of informer and cache of both major versions of client-node', () => {
      type Both<Pod extends k8s.KubernetesObject> = k8s.Informer<Pod> & k8s.ObjectCache<Pod>;
      type Both1<Pod extends k8s1.KubernetesObject> = k8s1.Informer<Pod> & k8s1.ObjectCache<Pod>;

      expectTypeOf<ClientNodeInformer<k8s.V1Pod>>().toExtend<Both<k8s.V1Pod>>();
      expectTypeOf<ClientNodeInformer<k8s1.V1Pod>>().toExtend<Both1<k8s1.V1Pod>>();
    });

    it('should have the signature of client-node’s function', () => {
      expectTypeOf<typeof makeInformer<k8s.V1Pod>>().toExtend<
        (
          config: k8s.KubeConfig,
          path: string,
          list: k8s.ListPromise<k8s.V1Pod>,
          labelSelector?: string,
        ) => k8s.Informer<k8s.V1Pod> & k8s.ObjectCache<k8s.V1Pod>
      >();
      expectTypeOf<k8s1.KubeConfig>().toExtend<Parameters<typeof makeInformer>[0]>();
      const list = (): Promise<k8s.V1PodList> => Promise.reject(new Error());
      expectTypeOf(makeInformer<k8s.V1Pod>).toBeCallableWith(new k8s.KubeConfig(), '/api/v1/pods', list);
    });

    it('should infer T from the list function', () => {
      const typed = (config: k8s.KubeConfig, api: k8s.CoreV1Api) =>
        makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());

      expectTypeOf(typed).returns.toEqualTypeOf<ClientNodeInformer<k8s.V1Pod>>();
    });
  });
});
