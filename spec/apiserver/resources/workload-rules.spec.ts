import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/in-process-and-over-http.ts';

const apps = '/apis/apps/v1/namespaces/ns';
const batch = '/apis/batch/v1/namespaces/ns';
const containers = [{ name: 'a', image: 'a' }];
const workload = (spec: object): object => ({
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers } },
    ...spec,
  },
});
const merge = { 'content-type': 'application/merge-patch+json' };

throughBothDoors('rules of workloads', (setUp) => {
  it.each<[string, object, string]>([
    [
      'an unknown operator',
      { matchExpressions: [{ key: 'app', operator: 'Foo' }] },
      'spec.selector.matchExpressions[0].operator: Invalid value: "Foo": not a valid selector operator',
    ],
    [
      'null',
      { matchExpressions: [null] },
      'spec.selector.matchExpressions[0].operator: Invalid value: "": not a valid selector operator',
    ],
    [
      'no value',
      { matchExpressions: [{ key: 'app', operator: 'In' }] },
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      'a value for an operator without values',
      { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['a'] }] },
      "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      'no label',
      { matchLabels: { app: 'a b' } },
      'spec.selector.matchLabels: Invalid value: "a b": a valid label must be an empty string',
    ],
  ])(
    'should refuse an invalid selector, both of workloads and of disruption budgets: %s',
    async (_, selector, why) => {
      const { client } = await setUp();
      const budgets = '/apis/policy/v1/namespaces/ns/poddisruptionbudgets';
      const deployment = await client.request('POST', `${apps}/deployments`, {
        body: workload({ selector }),
      });
      const body = { metadata: { name: 'b' }, spec: { selector } };
      const budget = await client.request('POST', budgets, { body });

      expect([deployment.code, budget.code]).toEqual([422, 422]);
      for (const answer of [deployment, budget]) {
        expect((answer.body as { message: string }).message).toContain(why);
      }
    },
  );

  it('should refuse the selector of a disruption budget with more than 100 terms and values', async () => {
    const { client } = await setUp();
    const post = (count: number): ReturnType<typeof client.request> => {
      const matchLabels = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
      const body = { metadata: { name: 'b' }, spec: { selector: { matchLabels } } };
      return client.request('POST', '/apis/policy/v1/namespaces/ns/poddisruptionbudgets', { body });
    };

    expect((await post(101)).code).toBe(422);
    expect((await post(100)).code).toBe(201);
  });

  it.each([
    ['deployments', { replicas: -1 }, 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    [
      'statefulsets',
      { selector: { matchLabels: { app: 'b' } } },
      'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
    ],
    [
      'daemonsets',
      { selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] } },
      'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
    ],
    [
      'deployments',
      { selector: {} },
      'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
    ],
    [
      'statefulsets',
      { selector: undefined },
      '[spec.selector: Required value, ' +
        'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`]',
    ],
    [
      'daemonsets',
      { selector: undefined },
      'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
    ],
  ])('should refuse new %s %j', async (plural, spec, why) => {
    const { client } = await setUp();

    expect(await client.request('POST', `${apps}/${plural}`, { body: workload(spec) })).toMatchObject({
      code: 422,
      body: {
        reason: 'Invalid',
        message: expect.stringMatching(new RegExp(`"web" is invalid: ${literal(why)}$`)),
      },
    });
  });

  it.each([
    [
      'deployments',
      { selector: { matchLabels: { app: 'b' } }, template: { metadata: { labels: { app: 'b' } } } },
      'spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable',
    ],
    [
      'statefulsets',
      { serviceName: 'other' },
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
        "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ],
  ])('should refuse a change of %s %j', async (plural, spec, why) => {
    const { client } = await setUp();
    await client.request('POST', `${apps}/${plural}`, { body: workload({}) });
    const patch = (body: object): ReturnType<typeof client.request> =>
      client.request('PATCH', `${apps}/${plural}/web`, { body, headers: merge });

    expect(await patch({ spec: { replicas: 3, minReadySeconds: 2 } })).toMatchObject({ code: 200 });
    expect(await patch({ spec })).toMatchObject({
      code: 422,
      body: { message: expect.stringMatching(new RegExp(`${literal(why)}$`)) },
    });
  });

  it('should refuse an invalid schedule', async () => {
    const { client } = await setUp();
    const create = (name: string, schedule: string): ReturnType<typeof client.request> =>
      client.request('POST', `${batch}/cronjobs`, {
        body: {
          metadata: { name },
          spec: {
            schedule,
            jobTemplate: { spec: { template: { spec: { containers, restartPolicy: 'Never' } } } },
          },
        },
      });

    expect(await create('a', 'never ever')).toMatchObject({
      code: 422,
      body: {
        message:
          'CronJob.batch "a" is invalid: spec.schedule: Invalid value: "never ever": expected exactly 5 fields, found 2: [never ever]',
      },
    });
    expect((await create('b', '*/5 * * * *')).code).toBe(201);
    expect((await create('c', '@daily')).code).toBe(201);
  });
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
