import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { catchError, firstValueFrom, type Observable, of } from 'rxjs';
import { type KubeObject, StatusError } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import { admission, type AdmissionOptions, eventRecorder } from 'rx-informer/controller';
import {
  admissionregistration,
  type ConfigMap,
  core,
  events,
  type ValidatingWebhook,
} from 'rx-informer/kinds';
import { asAdmin } from './support/admin.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { startWebhook, type WebhookServer } from './support/webhook-server.ts';
import { definitions } from './support/widgets.ts';

const cluster = sharedCluster();
const transport = transportTo(cluster);
const configMaps = resourceClient(transport, core.v1.configmaps);
const namespaces = resourceClient(transport, core.v1.namespaces);
const validating = resourceClient(transport, admissionregistration.v1.validatingwebhookconfigurations);
const mutating = resourceClient(transport, admissionregistration.v1.mutatingwebhookconfigurations);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const newNamespace = async (): Promise<string> =>
  (await firstValueFrom(namespaces.create({ metadata: { generateName: 'admission-' } }))).metadata.name;
const serve = async (handler: (request: Request) => Promise<Response>): Promise<WebhookServer> => {
  const webhook = await startWebhook(handler);
  cleanups.push(() => webhook.close());
  return webhook;
};
/** Resolves with the object or with the error. */
const answerOf = <T>(source$: Observable<T>): Promise<T | StatusError> =>
  firstValueFrom(source$.pipe(catchError((error: unknown) => of(error as StatusError))));
const refusalOf = async (source$: Observable<unknown>): Promise<StatusError> => {
  const answer = await answerOf(source$);
  if (answer instanceof StatusError) return answer;
  throw new Error('the server has accepted the write');
};

type Registered = Pick<WebhookServer, 'clientConfig'>;
interface Registration {
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly timeoutSeconds?: number;
}

/** Registers a webhook for the ConfigMaps of one namespace, and waits until the API server calls it. */
async function register(
  client: typeof mutating | typeof validating,
  { clientConfig }: Registered,
  namespace: string,
  isCalled: () => Promise<unknown>,
  { failurePolicy = 'Fail', timeoutSeconds = 10 }: Registration = {},
): Promise<void> {
  const name = `${namespace}.example.com`;
  const webhook: ValidatingWebhook = {
    name,
    clientConfig,
    ...{ failurePolicy, timeoutSeconds, sideEffects: 'None', admissionReviewVersions: ['v1'] },
    rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
  };
  const created$: Observable<KubeObject> = (client as typeof validating).create({
    metadata: { name },
    webhooks: [webhook],
  });
  await firstValueFrom(created$);
  cleanups.push(() => answerOf(client.delete(name)));
  await eventually(isCalled);
}

const configMap = (namespace: string, name: string, data: Readonly<Record<string, string>> = {}) => ({
  metadata: { name, namespace },
  data,
});
const options: AdmissionOptions<ConfigMap> = {
  mutate: (draft) => {
    draft.metadata.labels = { ...draft.metadata.labels, team: 'web' };
  },
  validate: ({ object, operation, oldObject }) => {
    if (operation === 'DELETE') {
      return oldObject?.data?.['keep'] === 'yes' ? { forbidden: 'this one stays' } : undefined;
    }
    const color = object?.data?.['color'];
    if (color === 'secret') throw new Error('token=secret');
    return color === 'red'
      ? { causes: [{ field: 'data.color', message: 'must not be red' }], warnings: ['blue is fine'] }
      : undefined;
  },
};

describe('admission on a real kube-apiserver', () => {
  it('should mutate and validate the writes of users', async () => {
    const namespace = await newNamespace();
    const webhook = await serve(admission(options));
    const isCalled = async (): Promise<void> => {
      const probe$ = configMaps.create(configMap(namespace, 'probe'), { dryRun: true });
      expect((await firstValueFrom(probe$)).metadata.labels).toEqual({ team: 'web' });
    };
    await register(mutating, webhook, namespace, isCalled);
    await register(validating, webhook, namespace, async () => {
      const red$ = configMaps.create(configMap(namespace, 'probe', { color: 'red' }), { dryRun: true });
      await refusalOf(red$);
    });

    const created = await firstValueFrom(configMaps.create(configMap(namespace, 'web', { color: 'blue' })));
    expect(created).toMatchObject({ metadata: { labels: { team: 'web' } }, data: { color: 'blue' } });

    const warnings: string[] = [];
    const listening = configMaps.warnings$.subscribe(({ text }) => warnings.push(text));
    const invalid = await refusalOf(configMaps.update({ ...created, data: { color: 'red' } }));
    listening.unsubscribe();
    expect(invalid).toMatchObject({
      code: 422,
      reason: 'Invalid',
      causes: [{ reason: 'FieldValueInvalid', message: 'must not be red', field: 'data.color' }],
    });
    expect(invalid.message).toContain('ConfigMap "web" is invalid: data.color: must not be red');
    expect(new Set(warnings)).toEqual(new Set(['blue is fine']));

    const kept$ = configMaps.create(configMap(namespace, 'kept', { keep: 'yes' }));
    await firstValueFrom(kept$);
    const forbidden = await refusalOf(configMaps.delete(`${namespace}/kept`));
    expect(forbidden).toMatchObject({ code: 403, reason: 'Forbidden' });
    expect(forbidden.message).toContain('this one stays');
    expect(await answerOf(configMaps.delete(`${namespace}/web`))).not.toBeInstanceOf(StatusError);
    expect(new Set(webhook.statuses)).toEqual(new Set([200]));
  });

  it('should let the failurePolicy decide if a function throws, and show no part of its error', async () => {
    for (const failurePolicy of ['Fail', 'Ignore'] as const) {
      const namespace = await newNamespace();
      const webhook = await serve(admission(options));
      const isCalled = () => refusalOf(configMaps.create(configMap(namespace, 'probe', { color: 'red' })));
      await register(validating, webhook, namespace, isCalled, { failurePolicy });
      const answer = await answerOf(configMaps.create(configMap(namespace, 'web', { color: 'secret' })));
      expect(webhook.statuses.at(-1)).toBe(500);
      if (failurePolicy === 'Ignore') {
        expect(answer).not.toBeInstanceOf(StatusError);
      } else {
        expect(answer).toMatchObject({ code: 500, reason: 'InternalError' });
        expect((answer as StatusError).message).toContain('failed calling webhook');
        expect((answer as StatusError).message).not.toContain('token=secret');
      }
    }
  });

  const failing: readonly [string, () => Promise<Registered>, RegExp][] = [
    [
      'a dead webhook',
      async () => {
        const webhook = await startWebhook(admission(options));
        await webhook.close();
        return webhook;
      },
      /connection refused/,
    ],
    [
      'a slow webhook',
      () => serve(admission({ validate: () => sleep(4_000, undefined, { ref: false }) })),
      /deadline exceeded|Timeout/,
    ],
  ];
  it.each(failing)('should fail or be ignored as the failurePolicy says: %s', async (_, start, text) => {
    const webhook = await start();
    for (const failurePolicy of ['Fail', 'Ignore'] as const) {
      const namespace = await newNamespace();
      const later: number[] = [];
      const isCalled = async (): Promise<void> => {
        const begin = Date.now();
        const answer = await answerOf(configMaps.create(configMap(namespace, 'probe'), { dryRun: true }));
        later.push(Date.now() - begin);
        if (failurePolicy === 'Fail') expect(answer).toBeInstanceOf(StatusError);
        // With `Ignore`, only the duration of a request shows that the server has called the webhook. A
        // refused connection takes no time, so the spec can check only the slow webhook.
        else if (text.source.includes('deadline')) expect(later.at(-1)).toBeGreaterThan(900);
      };
      await register(validating, webhook, namespace, isCalled, { failurePolicy, timeoutSeconds: 1 });
      const answer = await answerOf(configMaps.create(configMap(namespace, 'web')));
      if (failurePolicy === 'Ignore') {
        expect(answer).not.toBeInstanceOf(StatusError);
      } else {
        expect(answer).toMatchObject({ code: 500, reason: 'InternalError' });
        expect((answer as StatusError).message).toMatch(text);
      }
    }
  });

  it('should convert the objects of a custom resource', async () => {
    const namespace = await newNamespace();
    const webhook = await serve(
      admission({
        convert: (object, desiredAPIVersion) => {
          const { size, width } = (object as KubeObject & { readonly spec: Record<string, number> }).spec;
          return { ...object, spec: desiredAPIVersion.endsWith('/v2') ? { width: size } : { size: width } };
        },
      }),
    );
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const version = (name: string) => ({ name, served: true, storage: name === 'v1', schema });
    const { clientConfig } = webhook;
    await asAdmin(cluster, async (ask) => {
      await ask('POST', definitions, {
        metadata: { name: 'gadgets.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
          versions: [version('v1'), version('v2')],
          conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
        },
      });
      cleanups.unshift(() =>
        asAdmin(cluster, (once) => once('DELETE', `${definitions}/gadgets.example.com`)),
      );
      const path = (of: string) => `/apis/example.com/${of}/namespaces/${namespace}/gadgets`;
      await eventually(() => ask('GET', path('v2')));
      for (const name of ['a', 'b']) {
        const body = { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name }, spec: { size: 3 } };
        await ask('POST', path('v1'), body);
      }
      const { items } = await ask<{ items: readonly KubeObject[] }>('GET', path('v2'));
      expect(items).toMatchObject(
        ['a', 'b'].map((name) => ({
          ...{ apiVersion: 'example.com/v2', kind: 'Gadget', metadata: { name }, spec: { width: 3 } },
        })),
      );
    });
  });
});

describe('eventRecorder on a real kube-apiserver', () => {
  it('should write events and series that the server accepts (B279)', async () => {
    const namespace = await newNamespace();
    const web = await firstValueFrom(configMaps.create(configMap(namespace, 'web')));
    const space = await firstValueFrom(namespaces.get(namespace));
    const recorder = eventRecorder(transport, { reportingController: 'example.com/websites' });
    const errors: unknown[] = [];
    const finished = new Promise<void>((resolve) =>
      recorder.errors$.subscribe({ next: (error) => errors.push(error), complete: resolve }),
    );
    const facts = { type: 'Warning', reason: 'Full', action: 'Check', note: '😀'.repeat(400) } as const;
    const about = { apiVersion: 'v1', kind: 'ConfigMap', ...web };
    for (let count = 0; count < 3; count++) recorder.record(about, { ...facts, related: about });
    recorder.record({ apiVersion: 'v1', kind: 'Namespace', ...space }, { ...facts, note: '' });
    recorder.stop();
    await finished;
    expect(errors).toEqual([]);
    const list = async (of: string) =>
      (
        await asAdmin(cluster, (ask) =>
          ask<{ items: readonly { readonly regarding?: { readonly name?: string } }[] }>(
            'GET',
            `/apis/events.k8s.io/v1/namespaces/${of}/${events.v1.events.resource}`,
          ),
        )
      ).items;
    expect(await list(namespace)).toMatchObject([
      { ...facts, note: '😀'.repeat(256), series: { count: 3 }, regarding: { name: 'web' } },
    ]);
    const ofSpace = (await list('default')).filter(({ regarding }) => regarding?.name === namespace);
    expect(ofSpace).toMatchObject([{ reason: 'Full', reportingController: 'example.com/websites' }]);
  });
});
