import { describe, expect, it } from '@jest/globals';
import { concatMap, filter, map, type Observable, of, takeUntil, timer, toArray } from 'rxjs';
import {
  informer,
  type KubeObject,
  type KubeRequest,
  labelSelector,
  listWatch,
  StatusError,
  type Transport,
} from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { defineResource, resourceClient } from 'rx-informer/client';
import { core, rbac } from 'rx-informer/kinds';
import { expectRequests, kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';
import { clientScripts, comparable } from '../support/client-scripts.ts';

const configMap = (name: string, data?: Readonly<Record<string, string>>) => ({
  metadata: { name, namespace: 'default' },
  ...(data && { data }),
});

/** Subscribes, and returns the emitted values and the error. All answers arrive synchronously. */
function answerOf(source$: Observable<unknown>): unknown {
  const seen: unknown[] = [];
  let failure: unknown;
  source$.subscribe({ next: (value) => seen.push(value), error: (error: unknown) => (failure = error) });
  return failure ?? seen;
}

const mine = { fieldManager: 'mine' };

describe('the transport of a virtual cluster', () => {
  it.each(Object.entries(clientScripts('default')))('should answer like an API server: %s', (_, steps) => {
    const run = (transport: Transport): readonly unknown[] => {
      const client = resourceClient(transport, core.v1.configmaps);
      return steps.map((step) => comparable(answerOf(step(client))));
    };
    const answers = run(virtualCluster().transport);
    expect(answers).toEqual(run(createApiServer().transport));
    expect(answers).toHaveLength(steps.length);
  });

  it('should log the selectors of lists, watches and deletes of a collection', () => {
    const cluster = virtualCluster();
    const scope = { labelSelector: 'app=web', fieldSelector: 'metadata.name=a' };
    const source = listWatch(cluster.transport, core.v1.configmaps, { namespace: 'default', ...scope });
    source.list().subscribe();
    source.watch().subscribe().unsubscribe();
    cluster
      .client(core.v1.configmaps)
      .deleteAll({ namespace: 'default', labelSelector: 'app=web' })
      .subscribe();
    cluster
      .listerWatcher(core.v1.configmaps, { labelSelector: labelSelector('app=web') })
      .list()
      .subscribe();
    listWatch(cluster.transport, core.v1.configmaps).list().subscribe();

    const selectors = cluster.requests.map(({ verb, labelSelector: labels, fieldSelector: fields }) => [
      verb,
      labels,
      fields,
    ]);
    expect(selectors).toEqual([
      ['list', 'app=web', 'metadata.name=a'],
      ['watch', 'app=web', 'metadata.name=a'],
      ['deletecollection', 'app=web', undefined],
      ['list', 'app=web', undefined],
      ['list', undefined, undefined],
    ]);
    expect(cluster.requests.at(-1)).not.toHaveProperty('labelSelector');
  });

  it('should compare the selectors with expected requests', () => {
    marbleScheduler().run(({ flush }) => {
      const cluster = virtualCluster();
      listWatch(cluster.transport, core.v1.configmaps, { labelSelector: 'app=web' }).list().subscribe();
      flush();

      expectRequests(cluster).toBe('l', {
        l: { verb: 'list', labelSelector: 'app=web', fieldSelector: undefined },
      });
      expect(() =>
        expectRequests(cluster).toBe('l', { l: { verb: 'list', labelSelector: 'app=db' } }),
      ).toThrow('list configmaps labelSelector=app=web');
    });
  });

  it('should serve lists in pages, selectors and watches to an informer', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const cluster = virtualCluster({ streamingLists: false });
      const configMaps = cluster.collection(core.v1.configmaps);
      for (const name of ['a', 'b', 'c']) configMaps.put(kubeObject(`default/${name}`));
      configMaps.put(kubeObject('other/d'));
      const source = listWatch(cluster.transport, core.v1.configmaps, { namespace: 'default' });
      const live = informer(source, { reflect: { pageSize: 2 } });
      cold('10ms x|').subscribe(() => configMaps.remove('default/a'));
      expectObservable(live.changes().pipe(map(({ type, key }) => `${type} ${key}`)), '^ 20ms !').toBe(
        '(abc) 5ms d',
        {
          a: 'added default/a',
          b: 'added default/b',
          c: 'added default/c',
          d: 'deleted default/a',
        },
      );
    });
  });

  it('should stream a list, and send an ERROR frame for a compacted version', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const cluster = virtualCluster({ lag: 5 });
      const configMaps = cluster.collection(core.v1.configmaps);
      configMaps.put(kubeObject('default/a'));
      const live = informer(listWatch(cluster.transport, core.v1.configmaps));
      cold('--x|').subscribe(() => {
        configMaps.put(kubeObject('default/b'));
        cluster.compact();
      });
      const errors$ = live.status$.pipe(
        filter((status) => status.phase === 'waiting'),
        map(({ error }) => error),
      );
      live
        .changes()
        .pipe(takeUntil(timer(9)))
        .subscribe();
      expectObservable(
        errors$.pipe(map((error) => error instanceof StatusError && error.inStream)),
        '^ 9ms !',
      ).toBe('-------e', { e: true });
    });
  });

  it('should log its requests, and delay them by the latency', () => {
    const cluster = virtualCluster({ latency: 5 });
    const configMaps = cluster.client(core.v1.configmaps);
    marbleScheduler().run(({ expectObservable }) => {
      const edited$ = of(0).pipe(
        concatMap(() => configMaps.create(configMap('web', { a: '1' }))),
        concatMap(() =>
          configMaps.edit('default/web', (draft) => {
            draft.data = { a: '2' };
          }),
        ),
        map(({ data }) => data?.['a']),
      );
      expectObservable(edited$).toBe('15ms (a|)', { a: '2' });
      expectRequests(cluster, expectObservable).toBe('c 4ms g 4ms p', {
        c: { verb: 'create', resource: 'configmaps', key: 'default/web' },
        g: { verb: 'get', key: 'default/web' },
        p: { verb: 'patch', key: 'default/web', subresource: undefined },
      });
    });
  });

  it('should try an edit again after a conflict, 10 ms later', () => {
    const cluster = virtualCluster({ latency: 5 });
    const configMaps = cluster.client(core.v1.configmaps);
    marbleScheduler().run(({ cold, expectObservable }) => {
      const collection = cluster.collection(core.v1.configmaps);
      collection.put(kubeObject('default/web'));
      cold('7ms x|').subscribe(() => collection.put({ ...kubeObject('default/web'), data: { b: '1' } }));
      const edited$ = configMaps.edit('default/web', (draft) => {
        draft.data = { ...draft.data, a: '2' };
      });
      expectObservable(edited$.pipe(map(({ data }) => data))).toBe('30ms (a|)', { a: { b: '1', a: '2' } });
    });
  });

  it('should refuse the writes that refuseWrites refuses', () => {
    const cluster = virtualCluster();
    cluster.refuseWrites(403);
    const configMaps = cluster.client(core.v1.configmaps);
    expect(answerOf(configMaps.create(configMap('web')))).toMatchObject({ code: 403 });
    expect(answerOf(configMaps.create(configMap('web')))).toHaveLength(1);
  });

  it('should change only the status through the subresource', () => {
    interface Widget extends KubeObject {
      readonly spec?: { readonly size: number };
      readonly status?: { readonly ready: boolean };
    }
    const widgets = defineResource<Widget>({
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      namespaced: true,
    });
    const client = virtualCluster().client(widgets);
    answerOf(client.create({ metadata: { name: 'a', namespace: 'b' }, spec: { size: 1 } }));
    const edited$ = client.status.edit('b/a', (draft) => {
      draft.spec = { size: 9 };
      draft.status = { ready: true };
    });
    expect(answerOf(edited$)).toMatchObject([
      { apiVersion: 'example.com/v1', kind: 'Widget', spec: { size: 1 }, status: { ready: true } },
    ]);
    const applied$ = client.status.apply('b/a', { status: { ready: false } }, mine);
    expect(answerOf(applied$)).toMatchObject({ code: 409, causes: [{ field: '.status.ready' }] });
    expect(answerOf(client.status.apply('b/none', {}, mine))).toMatchObject({ code: 404 });
  });

  it('should ignore a status at a create and an apply, and everything else at an apply of the status', () => {
    const client = virtualCluster().client(core.v1.namespaces);
    expect(
      answerOf(client.create({ metadata: { name: 'a' }, status: { phase: 'Active' } })),
    ).not.toHaveProperty('[0].status');
    const config = { metadata: { labels: { a: '1' } }, status: { phase: 'Active' } } as const;
    expect(answerOf(client.apply('b', config, mine))).not.toHaveProperty('[0].status');
    const labels = { a: '2' };
    const applied$ = client.status.apply('b', { metadata: { labels }, status: { phase: 'Active' } }, mine);
    expect(answerOf(applied$)).toMatchObject([
      { metadata: { labels: { a: '1' } }, status: { phase: 'Active' } },
    ]);
  });

  it.each<[string, KubeRequest, number]>([
    ['an invalid escape', { path: '/api/v1/nodes/%zz' }, 400],
    ['an escaped slash', { path: '/api/v1/namespaces/d/configmaps/x%2Fy' }, 400],
    ['a body that is not JSON', { path: '/api/v1/nodes/a', method: 'PUT', body: '{' }, 400],
    ['a create without a body', { path: '/api/v1/nodes', method: 'POST' }, 400],
    ['an update without a body', { path: '/api/v1/nodes/a', method: 'PUT' }, 404],
    ['the finalize of a namespace', { path: '/api/v1/namespaces/shop/finalize' }, 404],
  ])('should answer %s with a StatusError', (_, request, code) => {
    expect(answerOf(virtualCluster().transport.open(request))).toMatchObject({ code });
  });

  it('should attribute a write of another client before the next apply', () => {
    const cluster = virtualCluster();
    const configMaps = cluster.client(core.v1.configmaps);
    answerOf(configMaps.apply('default/web', { data: { a: '1' } }, mine));
    const collection = cluster.collection(core.v1.configmaps);
    for (const stored of collection.objects()) collection.put({ ...stored, data: { a: '2' } });
    expect(answerOf(configMaps.apply('default/web', { data: { a: '1' } }, mine))).toMatchObject({
      code: 409,
      causes: [{ message: 'conflict with "unknown" using v1', field: '.data.a' }],
    });
  });

  it.each([
    ['another subresource', { path: '/api/v1/namespaces/a/pods/b/log' }, 404],
    ['no collection', { path: '/version' }, 404],
    ['a wrong method for a collection', { path: '/api/v1/pods', method: 'PUT' as const }, 405],
    ['a wrong method for an object', { path: '/api/v1/nodes/a', method: 'POST' as const }, 405],
  ])('should answer %s with %s', (_, request, code) => {
    expect(answerOf(virtualCluster().transport.open(request))).toMatchObject({ code });
  });

  it('should decode names, and find the status of a namespace', () => {
    const cluster = virtualCluster();
    const roles = cluster.client(rbac.v1.clusterroles);
    answerOf(roles.create({ metadata: { name: 'system:node' } }));
    expect(answerOf(roles.get('system:node'))).toMatchObject([{ metadata: { name: 'system:node' } }]);
    const namespaces = cluster.client(core.v1.namespaces);
    answerOf(namespaces.create({ metadata: { name: 'shop' } }));
    const active$ = namespaces.status.patch('shop', { status: { phase: 'Active' } });
    expect(answerOf(active$)).toMatchObject([{ kind: 'Namespace', status: { phase: 'Active' } }]);
  });

  it('should refuse a body with another name than the path', () => {
    const client = virtualCluster().client(core.v1.configmaps);
    answerOf(client.create(configMap('a')));
    answerOf(client.create(configMap('b')));
    expect(answerOf(client.patch('default/a', { metadata: { name: 'b' } }))).toMatchObject({ code: 400 });
  });

  it('should keep the status at a write of the object itself', () => {
    const client = virtualCluster().client(core.v1.namespaces);
    answerOf(client.create({ metadata: { name: 'shop' } }));
    answerOf(client.status.patch('shop', { status: { phase: 'Active' } }));
    const edited$ = client.edit('shop', (draft) => {
      draft.metadata.labels = { a: '1' };
      draft.status = { phase: 'Terminating' };
    });
    expect(answerOf(edited$)).toMatchObject([
      { metadata: { labels: { a: '1' } }, status: { phase: 'Active' } },
    ]);
  });

  it('should notify the watches of the deletes before a refused delete', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const cluster = virtualCluster();
      const client = cluster.client(core.v1.configmaps);
      const collection = cluster.collection(core.v1.configmaps);
      collection.put({
        ...kubeObject('default/a'),
        metadata: { ...kubeObject('default/a').metadata, uid: 'u' },
      });
      collection.put({
        ...kubeObject('default/b'),
        metadata: { ...kubeObject('default/b').metadata, uid: 'v' },
      });
      const live = informer(listWatch(cluster.transport, core.v1.configmaps));
      cold('5ms x|').subscribe(() => {
        const deleted$ = client.deleteAll({ namespace: 'default' }, { preconditions: { uid: 'u' } });
        expect(answerOf(deleted$)).toMatchObject({ code: 409 });
      });
      const deleted$ = live.changes().pipe(
        filter(({ type }) => type === 'deleted'),
        map(({ key }) => key),
      );
      expectObservable(deleted$, '^ 10ms !').toBe('5ms a', { a: 'default/a' });
    });
  });

  it('should answer a page of a compacted list with 410', () => {
    const cluster = virtualCluster();
    const client = cluster.client(core.v1.configmaps);
    for (const name of ['a', 'b']) answerOf(client.create(configMap(name)));
    const source = listWatch(cluster.transport, core.v1.configmaps);
    const compacting$ = source.list({ limit: 1 }).pipe(
      map(({ items }) => {
        answerOf(client.create(configMap('c')));
        cluster.compact();
        return items.length;
      }),
      toArray(),
    );
    expect(answerOf(compacting$)).toMatchObject({ code: 410, reason: 'Expired' });
  });
});
