import { expect, it } from '@jest/globals';
import { throughBothDoors } from '../support/both-doors.ts';

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

  it('should refuse a schedule that is none', async () => {
    const { client } = await setUp();
    const create = (name: string, schedule: string): ReturnType<typeof client.request> =>
      client.request('POST', `${batch}/cronjobs`, {
        body: {
          metadata: { name },
          spec: { schedule, jobTemplate: { spec: { template: { spec: { containers } } } } },
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
