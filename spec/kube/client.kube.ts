import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  catchError,
  filter,
  firstValueFrom,
  lastValueFrom,
  map,
  type Observable,
  of,
  take,
  toArray,
} from 'rxjs';
import { informer, type KubeObject, listWatch, type Transport } from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { discovery, resourceClient, waitFor } from 'rx-informer/client';
import { apps, core, policy } from 'rx-informer/kinds';
import { clientScripts, comparable } from '../support/client-scripts.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { defineWidgets } from './support/widgets.ts';

const cluster = sharedCluster();
const transport = transportTo(cluster);
const namespaces = resourceClient(transport, core.v1.namespaces);
const newNamespace = async (): Promise<string> => {
  const { metadata } = await firstValueFrom(namespaces.create({ metadata: { generateName: 'client-' } }));
  return metadata.name;
};

/**
 * Resolves with the last value of the Observable, or with its error. If the Observable completes without a value,
 * resolves with `undefined`.
 */
const answerOf = (source$: Observable<unknown>): Promise<unknown> =>
  lastValueFrom(source$.pipe(catchError((error: unknown) => of(error))), { defaultValue: undefined });

const template = (labels: Readonly<Record<string, string>>) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
});

describe('resourceClient on a real kube-apiserver', () => {
  it.each(Object.keys(clientScripts('')))(
    'should get the answers of the embedded server: %s',
    async (name) => {
      const namespace = await newNamespace();
      const run = async (server: Transport): Promise<readonly unknown[]> => {
        const client = resourceClient(server, core.v1.configmaps);
        const answers: unknown[] = [];
        for (const step of clientScripts(namespace)[name] ?? [])
          answers.push(comparable(await answerOf(step(client).pipe(toArray()))));
        return answers;
      };
      const embedded = createApiServer();
      embedded.objects.create(core.v1.namespaces, { metadata: { name: namespace } });

      const answers = await run(transport);
      expect(answers.length).toBeGreaterThan(1);
      expect(answers).toEqual(await run(embedded.transport));
    },
  );

  it('should lose no edit of concurrent clients', async () => {
    const namespace = await newNamespace();
    const configMaps = resourceClient(transport, core.v1.configmaps);
    await firstValueFrom(configMaps.create({ metadata: { name: 'count', namespace }, data: { count: '0' } }));
    const increment = (): Promise<KubeObject> =>
      firstValueFrom(
        configMaps.edit(
          `${namespace}/count`,
          (draft) => {
            draft.data = { ...draft.data, count: String(Number(draft.data?.['count']) + 1) };
          },
          { attempts: 100 },
        ),
      );
    await Promise.all(Array.from({ length: 20 }, increment));
    const { data } = await firstValueFrom(configMaps.get(`${namespace}/count`));
    expect(data?.['count']).toBe('20');
  });

  it('should run the recipe again if another client removed the edited part, and fail immediately if it is invalid', async () => {
    const namespace = await newNamespace();
    const configMaps = resourceClient(transport, core.v1.configmaps);
    const created = await firstValueFrom(
      configMaps.create({ metadata: { name: 'web', namespace }, data: { a: '1' } }),
    );
    await firstValueFrom(configMaps.patch(`${namespace}/web`, { data: { a: null, b: '1' } }));
    let runs = 0;
    const edited = await firstValueFrom(
      configMaps.edit(
        `${namespace}/web`,
        (draft) => {
          runs++;
          if (draft.data?.['a'] === undefined) draft.data = { ...draft.data, c: '1' };
          else delete draft.data['a'];
        },
        { from: { store: { get: () => created } } },
      ),
    );
    expect(runs).toBe(2);
    expect(edited.data).toEqual({ b: '1', c: '1' });
    const invalid$ = configMaps.edit(`${namespace}/web`, (draft) => {
      draft.data = { 'no/key': '' };
    });
    expect(await answerOf(invalid$)).toMatchObject({ code: 422 });
  });

  it('should report unknown fields as warnings, or refuse them', async () => {
    const namespace = await newNamespace();
    const configMaps = resourceClient(transport, core.v1.configmaps);
    const warnings: string[] = [];
    configMaps.warnings$.subscribe(({ text }) => warnings.push(text));
    const misspelt = { metadata: { name: 'web', namespace }, dta: {} };
    expect(await answerOf(configMaps.create(misspelt, { fieldValidation: 'Strict' }))).toMatchObject({
      code: 400,
    });
    await firstValueFrom(configMaps.create(misspelt));
    expect(warnings).toEqual(['unknown field "dta"']);
  });

  it('should write the status and the scale of a deployment, and wait for them', async () => {
    const namespace = await newNamespace();
    const deployments = resourceClient(transport, apps.v1.deployments);
    const key = `${namespace}/web`;
    const labels = { app: 'web' };
    await firstValueFrom(
      deployments.create({
        metadata: { name: 'web', namespace },
        spec: { selector: { matchLabels: labels }, template: template(labels) },
      }),
    );
    const live = informer(listWatch(transport, apps.v1.deployments, { namespace }));
    const scaled = firstValueFrom(
      waitFor(live, key, ({ spec }) => spec?.replicas === 3, { timeout: 20_000 }),
    );
    interface Scale extends KubeObject {
      readonly spec: { readonly replicas?: number };
    }
    await firstValueFrom(
      deployments.subresource<Scale>('scale').edit(key, (draft) => {
        draft.spec.replicas = 3;
      }),
    );
    expect((await scaled).spec?.replicas).toBe(3);
    const status = await firstValueFrom(
      deployments.status.edit(key, (draft) => {
        if (draft.spec) draft.spec.replicas = 9;
        draft.status = { ...draft.status, observedGeneration: 1 };
      }),
    );
    expect(status).toMatchObject({ spec: { replicas: 3 }, status: { observedGeneration: 1 } });
  });

  it('should evict a pod', async () => {
    const namespace = await newNamespace();
    const pods = resourceClient(transport, core.v1.pods);
    const metadata = { name: 'web', namespace };
    await firstValueFrom(pods.create({ metadata, spec: template({}).spec }));
    const eviction = { apiVersion: `${policy.v1.poddisruptionbudgets.group}/v1`, kind: 'Eviction', metadata };
    const answer = await firstValueFrom(pods.subresource('eviction').create(`${namespace}/web`, eviction));
    expect(answer).toMatchObject({ kind: 'Status', status: 'Success' });
  });
});

describe('discovery on a real kube-apiserver', () => {
  beforeAll(() => defineWidgets(cluster));

  it('should resolve built-in and custom resources', async () => {
    const found = discovery(transport);
    expect(await firstValueFrom(found.resolve('deploy'))).toMatchObject({
      group: 'apps',
      kind: 'Deployment',
    });
    expect(await answerOf(found.resolve('deploymens'))).toMatchObject({
      advice: 'did you mean deployments?',
    });
    const widget$ = found.changes$.pipe(
      filter(({ resource }) => resource.group === 'example.com' && resource.resource === 'widgets'),
      map(({ type, resource }) => `${type} ${resource.kind}`),
      take(1),
    );
    expect(await firstValueFrom(widget$)).toBe('added Widget');
  });
});
