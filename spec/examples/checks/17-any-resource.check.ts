import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import type { KubeObject } from 'rx-informer';
import type { ExampleCheck, ExampleRun } from '../example-check.ts';
import { type Answer, ask, eventually } from '../support/answers.ts';
import { deployment, deploymentsOf } from '../support/deployments.ts';
import { pod, podsOf } from '../support/pods.ts';
import { whereUnconfigured } from '../support/second-run.ts';

/**
 * Checks that many requests share one informer. The program must answer 404, 403 or 503 for missing, forbidden or
 * unreachable resources. The program must recover from each of these failures.
 */
export const check: ExampleCheck = {
  rights: [
    {
      apiGroups: ['*'],
      resources: ['pods', 'configmaps', 'deployments', 'daemonsets', 'gadgets', 'things'],
      verbs: ['get', 'list', 'watch'],
    },
  ],
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a', { app: 'web' }));
    await cluster.create(podsOf(namespace), pod('b', { app: 'db' }));
    await cluster.create(deploymentsOf(namespace), deployment('web', 1));
  },
  run: async (example) => {
    await example.printed(/^http:\/\/127\.0\.0\.1:\d+\/core\/v1\/pods$/m);
    await startsOnce(example);
    await selects(example);
    await refuses(example);
    await losesAndFindsGadgets(example);
    await outlivesTheCluster(example);
    await doesNotWaitForEver(example);
    await blamesTheKubeConfig();
    await endsAtOnce(example);
  },
  ends: 'on-interrupt',
};

async function startsOnce({ port, namespace, requests }: ExampleRun): Promise<void> {
  const path = `/core/v1/pods?namespace=${namespace}`;
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(port, path)));

  for (const answer of answers) found(answer, 'a', 'b');
  const lists = requests.filter(
    (request) =>
      request.startsWith('GET /api/v1/pods') &&
      (!request.includes('watch=') || request.includes('sendInitialEvents=true')),
  );
  equal(lists.length, 1, lists.join('\n'));
}

async function selects({ port, namespace, cluster }: ExampleRun): Promise<void> {
  const web = `/core/v1/pods?namespace=${namespace}&labelSelector=app%3Dweb`;
  found(await ask(port, web), 'a');
  found(await ask(port, `/core/v1/pods?namespace=not-${namespace}`));
  found(await ask(port, `/apps/v1/deployments?namespace=${namespace}`), 'web');
  await cluster.create(podsOf(namespace), pod('c', { app: 'web' }));
  await eventually(async () => found(await ask(port, web), 'a', 'c'));
}

async function refuses({ port, requests }: ExampleRun): Promise<void> {
  for (const path of ['/nothing.example.com/v1/things', '/apps/v9/deployments', '/core/v1/things'])
    match(said(await ask(port, path), 404), /./);
  match(said(await ask(port, '/core/v1/secrets'), 403), /cannot (list|watch) resource "secrets"/);
  match(said(await ask(port, '/core/v1/pods?labelSelector=a%20b'), 400), /labelSelector/);
  match(said(await ask(port, '/core/v1/a%2Fb'), 400), /./);

  const asked = requests.length;
  said(await ask(port, '/core/v1/things'), 404);
  equal(requests.length > asked, true, 'a new request');
}

async function losesAndFindsGadgets({ port, namespace, cluster }: ExampleRun): Promise<void> {
  const path = `/example.net/v1/gadgets?namespace=${namespace}`;
  const gadgets = `/apis/example.net/v1/namespaces/${namespace}/gadgets`;
  const gadget = { apiVersion: 'example.net/v1', kind: 'Gadget', metadata: { name: 'g' } };
  said(await ask(port, path), 404);

  for (let turn = 0; turn < 2; turn++) {
    await cluster.defineGadgets();
    await cluster.create(gadgets, gadget);
    await eventually(async () => found(await ask(port, path), 'g'));
    await cluster.withdrawGadgets();
    await eventually(async () => said(await ask(port, path), 404));
  }
}

async function outlivesTheCluster({ port, namespace, cluster, cut, mend }: ExampleRun): Promise<void> {
  const pods = `/core/v1/pods?namespace=${namespace}`;
  const maps = `/core/v1/configmaps?namespace=${namespace}&labelSelector=check`;
  cut();
  await eventually(async () => said(await ask(port, pods), 503));
  for (const answer of await Promise.all([maps, maps, pods].map((path) => ask(port, path))))
    said(answer, 503);
  await cluster.create(podsOf(namespace), pod('d'));
  await cluster.create(`/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { name: 'm', labels: { check: '' } },
  });
  mend();

  await eventually(async () => found(await ask(port, pods), 'a', 'b', 'c', 'd'));
  await eventually(async () => found(await ask(port, maps), 'm'));
}

async function doesNotWaitForEver({ port, namespace, stall, mend }: ExampleRun): Promise<void> {
  const daemonSets = `/apps/v1/daemonsets?namespace=${namespace}`;
  stall();
  match(said(await ask(port, daemonSets), 503), /does not answer/);
  mend();

  await eventually(async () => found(await ask(port, daemonSets)));
}

/** Checks that the program ends with an error if its kubeconfig has no cluster. */
async function blamesTheKubeConfig(): Promise<void> {
  await whereUnconfigured('17-any-resource.ts', async ({ printed }) => {
    await printed(/kubeConfigTransport: config must be a KubeConfig with a current cluster/);
  });
}

/** Checks that on SIGINT the program closes the connection of a request that still waits for the cluster. */
async function endsAtOnce({ port, requests, stall, interrupt, ended }: ExampleRun): Promise<void> {
  stall();
  const waiting = rejects(ask(port, '/apps/v1/statefulsets'));
  await eventually(() => Promise.resolve().then(() => match(requests.join(), /statefulsets/)));
  interrupt();
  await waiting;
  equal(await ended, 0);
}

function found({ status, body }: Answer, ...names: readonly string[]): void {
  equal(status, 200, JSON.stringify(body));
  const { data } = body as { readonly data: readonly KubeObject[] };
  deepEqual(data.map(({ metadata }) => metadata.name).sort(), names);
}

function said({ status, body }: Answer, wanted: number): string {
  equal(status, wanted, JSON.stringify(body));
  return (body as { readonly msg: string }).msg;
}
