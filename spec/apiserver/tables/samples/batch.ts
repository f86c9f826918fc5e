import { condition, longAgo, longerAgo, namespaced, template, type Sample } from './sample.ts';

const once = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
const job = (name: string, spec: object, status: object): Sample => ({
  path: namespaced('/apis/batch/v1', 'jobs'),
  object: { metadata: { name }, spec: { template: once, ...spec } },
  status,
});
const times = { startTime: longerAgo };
const holds = (type: string): object =>
  condition(type, 'True', { lastProbeTime: longAgo, lastTransitionTime: longAgo });

export const batch: readonly Sample[] = [
  job('new', {}, {}),
  job('runs', { completions: 5, parallelism: 2 }, { ...times, active: 2, succeeded: 1 }),
  job('many', { parallelism: 3, completions: null }, { ...times, succeeded: 1 }),
  job(
    'complete',
    {},
    {
      ...times,
      completionTime: longAgo,
      succeeded: 1,
      conditions: [holds('SuccessCriteriaMet'), holds('Complete')],
    },
  ),
  job(
    'failed',
    { backoffLimit: 0 },
    { ...times, failed: 1, conditions: [holds('FailureTarget'), holds('Failed')] },
  ),
  job('failing', {}, { ...times, conditions: [holds('FailureTarget')] }),
  job('suspended', { suspend: true }, { conditions: [holds('Suspended')] }),
  {
    path: namespaced('/apis/batch/v1', 'cronjobs'),
    object: {
      metadata: { name: 'nightly' },
      spec: { schedule: '5 4 * * *', jobTemplate: { spec: { template: once } } },
    },
    status: { lastScheduleTime: longAgo, active: [{ kind: 'Job', name: 'a' }] },
  },
  {
    path: namespaced('/apis/batch/v1', 'cronjobs'),
    object: {
      metadata: { name: 'paused' },
      spec: {
        schedule: '@daily',
        timeZone: 'Europe/Zurich',
        suspend: true,
        jobTemplate: { spec: { template: once } },
      },
    },
  },
];
