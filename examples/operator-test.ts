/**
 * Tests an operator with an embedded API server, without a cluster. The operator creates a Deployment for each custom
 * resource. One test deletes the custom resource, and the other test breaks connections. Run the file with
 * `node --test`, or as a program.
 *
 * The API server and the operator run in the same process. The operator uses an informer, and writes to the server.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test, type TestContext } from 'node:test';
import { filter, firstValueFrom, ignoreElements, map, mergeMap, retry, type Subscription, timer } from 'rxjs';
import { type GroupVersionResource, informer, type KubeObject, listWatch, type Transport } from 'rx-informer';
import { useApiServer } from 'rx-informer/apiserver';
import { apps, type Deployment } from 'rx-informer/kinds';

interface Website extends KubeObject {
  readonly spec: { readonly image: string };
}
const websites: GroupVersionResource<Website> = { group: 'example.net', version: 'v1', resource: 'websites' };

/** The operator under test. It applies a Deployment for each Website. The Website is the owner of the Deployment. */
const websiteOperator = (transport: Transport): Subscription =>
  informer(listWatch(transport, websites))
    .changes()
    .pipe(
      filter(({ type }) => type !== 'deleted'),
      mergeMap(({ object }) => transport.open(applied(object)).pipe(retry({ count: 5, delay: 20 }))),
      ignoreElements(),
    )
    .subscribe();

function applied({ metadata: { name, namespace, uid }, spec: { image } }: Website) {
  const ownerReferences = [{ apiVersion: 'example.net/v1', kind: 'Website', name, uid, controller: true }];
  const labels = { website: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image }] } };
  const spec = { selector: { matchLabels: labels }, template };
  const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, ownerReferences }, spec };
  return {
    method: 'PATCH',
    path: `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`,
    query: { fieldManager: 'website-operator', force: 'true' },
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify(body),
  } as const;
}

// Instead of `resources`, a seed with the CustomResourceDefinition would also be possible. The server would then
// validate objects against its schema.
const options = { resources: [{ ...websites, kind: 'Website' }] };
const server = useApiServer(options, { beforeAll: before, beforeEach, afterEach, afterAll: after });

const home = { metadata: { name: 'home', namespace: 'default' }, spec: { image: 'nginx:1' } };
const deployment = (): Deployment | undefined => server.objects.get(apps.v1.deployments, 'default/home');
const until = (test: () => boolean) => firstValueFrom(timer(0, 10).pipe(map(test), filter(Boolean)));

/** Runs the operator until the end of the test. */
function start(context: TestContext): void {
  const running = websiteOperator(server.transport);
  context.after(() => running.unsubscribe());
}

void test('a website becomes a deployment, and takes it along when it goes', async (context) => {
  start(context);
  server.objects.create(websites, home);
  await until(() => deployment() !== undefined);
  assert.equal(deployment()?.spec?.template.spec?.containers[0]?.image, 'nginx:1');

  server.objects.delete(websites, 'default/home');
  await until(() => deployment() === undefined);
});

void test('a change arrives, though the watch and two writes break off', async (context) => {
  server.faults.add({ match: { verb: 'watch', nth: 1, afterEvents: 1 }, fault: { type: 'dropConnection' } });
  server.faults.add({ match: { verb: 'patch', nth: [1, 2] }, fault: { type: 'refuse', status: 503 } });
  start(context);
  await until(() => server.requests.some(({ verb }) => verb === 'watch'));
  server.objects.create(websites, home);
  server.objects.patch(websites, 'default/home', { spec: { image: 'nginx:2' } });
  await until(() => deployment()?.spec?.template.spec?.containers[0]?.image === 'nginx:2');

  const met = server.requests.flatMap(({ faults }) => faults);
  assert.deepEqual(met.sort(), ['dropConnection', 'refuse', 'refuse']);
});
