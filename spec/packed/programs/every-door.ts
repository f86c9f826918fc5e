/** A TypeScript program for Node that uses each entry point of the package. An API server runs in the same process. */
import assert from 'node:assert/strict';
import * as clientNode from '@kubernetes/client-node';
import {
  type Informer as TheirInformer,
  KubeConfig,
  type ObjectCache,
  type V1Pod,
} from '@kubernetes/client-node';
import { firstValueFrom, map, type Observable, take, toArray } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  type Change,
  informer,
  type KubeObject,
  type ListerWatcher,
  listWatch,
  type Transport,
  waitForCacheSync,
} from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { resourceClient } from 'rx-informer/client';
import { reconcileByKey, toRequests } from 'rx-informer/controller';
import { sharedIndexInformer } from 'rx-informer/client-go';
import { clientNodeModels, kubeConfigTransport, makeInformer } from 'rx-informer/client-node';
import { fetchTransport } from 'rx-informer/fetch';
import { apps, core, type Pod } from 'rx-informer/kinds';
import { recordListerWatcher, replayListerWatcher } from 'rx-informer/recording';
import {
  assertChanges,
  emissionsOf,
  fakeControllerSource,
  kubeObject,
  marbleScheduler,
} from 'rx-informer/testing';

const server = createApiServer({ tokens: { secret: 'system:admin' } });
const { url } = await server.listen({ port: 0 });
const pod = (name: string): Pod =>
  server.objects.create(core.v1.pods, {
    metadata: { name, namespace: 'default', labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  });
pod('first');

const config = new KubeConfig();
config.loadFromString(server.kubeConfig());

const transports: Readonly<Record<string, Transport>> = {
  'client-node': kubeConfigTransport(config),
  fetch: fetchTransport({ server: url, token: () => 'secret' }),
  'in process': server.transport,
};
for (const [name, transport] of Object.entries(transports)) {
  const source: ListerWatcher<Pod> = listWatch(transport, core.v1.pods, { labelSelector: 'app=web' });
  const pods = informer(source, { indexers: { phase: ({ status }) => [status?.phase ?? ''] } });
  const changes$: Observable<readonly Change<Pod>[]> = pods.changes().pipe(take(2), toArray());
  const emitted = firstValueFrom(changes$);
  const stop = new AbortController();
  pods.start(stop.signal);
  await waitForCacheSync([pods], { signal: AbortSignal.timeout(20_000) });
  const { metadata } = pod(`after-${name.replace(' ', '-')}`);
  const changes = await emitted;
  assert.deepEqual(
    changes.map(({ type, cause }) => `${type} ${cause}`).sort(),
    changes.some(({ key }) => key === `default/${metadata.name}`)
      ? ['added initial', 'added watch']
      : ['added initial', 'added initial'],
  );
  assert.equal(pods.store.byIndex('phase', 'Pending').length, pods.store.size);
  stop.abort();
  console.log(`informer over ${name}: ok`);
}

const dropIn = makeInformer<V1Pod>(config, '/api/v1/namespaces/default/pods', () =>
  Promise.reject(new Error('it lists by itself')),
);
const asTheirs: TheirInformer<V1Pod> & ObjectCache<V1Pod> = dropIn;
const added = new Promise<V1Pod>((resolve) => asTheirs.on('add', resolve));
await asTheirs.start();
assert.equal((await added).metadata?.namespace, 'default');
assert.equal(asTheirs.list('default').length, 4);
await asTheirs.stop();
console.log('makeInformer: ok');

new TestScheduler((actual, expected) => assert.deepEqual(actual, expected)).run(({ expectObservable }) => {
  const source = fakeControllerSource<KubeObject>([kubeObject('default/a')]);
  const keys$ = informer(source)
    .changes()
    .pipe(
      take(1),
      map(({ key }) => key),
    );
  expectObservable(keys$).toBe('(k|)', { k: 'default/a' });
});

const client = resourceClient(server.transport, core.v1.pods);
const labelled = await firstValueFrom(
  client.edit('default/first', (draft) => {
    draft.metadata.labels = { app: 'web', edited: 'yes' };
  }),
);
assert.equal(labelled.metadata.labels?.['edited'], 'yes');
console.log('client: ok');

const models = clientNodeModels(clientNode);
const theirs: V1Pod = models.toModel('V1Pod', labelled);
assert.ok(theirs.metadata?.creationTimestamp instanceof Date);
assert.deepEqual(models.fromModel(core.v1.pods, theirs), labelled);
console.log('clientNodeModels: ok');

const seen = informer(listWatch(server.transport, core.v1.pods));
const outcome = await firstValueFrom(
  seen.changes().pipe(
    toRequests(),
    reconcileByKey(({ key }) => assert.ok(seen.store.get(key)), { inputs: { seen } }),
  ),
);
assert.equal(outcome.outcome, 'done');
console.log('controller: ok');

const shared = sharedIndexInformer(listWatch(server.transport, core.v1.pods));
const received = new Set<string>();
const registration = shared.addEventHandler({ onAdd: ({ metadata }) => received.add(metadata.name) });
const running = shared.run();
await firstValueFrom(registration.synced$);
assert.equal(received.size, 4);
running.unsubscribe();
console.log('client-go: ok');

const night: string[] = [];
for (const source of [
  recordListerWatcher(fakeControllerSource([kubeObject('default/a')]), (line) => night.push(line)),
  replayListerWatcher(night),
]) {
  marbleScheduler().run(({ flush }) => {
    const emitted = emissionsOf(informer(source).changes(), '^ 10ms !');
    flush();
    assertChanges(emitted, ['added default/a initial']);
  });
}
console.log('recording: ok');

assert.equal(apps.v1.deployments.resource, 'deployments');
console.log('kinds and testing: ok');

await server.close();
