import { container, labels, namespaced, template, type Sample } from '../../tables/samples/sample.ts';

const selector = { matchLabels: labels };
const workload = (resource: string, name: string, spec: object, metadata: object = {}): Sample => ({
  path: namespaced('/apis/apps/v1', resource),
  object: { metadata: { name, ...metadata }, spec: { selector, template, ...spec } },
});
const once = { spec: { restartPolicy: 'Never', containers: [container] } };
const job = (name: string, spec: object, metadata: object = {}): Sample => ({
  path: namespaced('/apis/batch/v1', 'jobs'),
  object: { metadata: { name, ...metadata }, spec: { template: once, ...spec } },
});
const cronJob = (name: string, spec: object, ofJob: object = {}): Sample => ({
  path: namespaced('/apis/batch/v1', 'cronjobs'),
  object: {
    metadata: { name },
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once, ...ofJob } }, ...spec },
  },
});
const scaler = (version: string, name: string, spec: object): Sample => ({
  path: namespaced(`/apis/autoscaling/${version}`, 'horizontalpodautoscalers'),
  object: {
    metadata: { name },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 3,
      ...spec,
    },
  },
});
const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

/** Sample objects of the kinds that create pods. */
export const workloads: readonly Sample[] = [
  workload('deployments', 'small', {}),
  workload('deployments', 'recreated', { strategy: { type: 'Recreate' }, replicas: 0 }),
  workload('deployments', 'rolling', { strategy: { rollingUpdate: { maxSurge: 1 } }, minReadySeconds: 0 }),
  workload('deployments', 'rich', {
    paused: false,
    revisionHistoryLimit: 0,
    template: {
      metadata: { labels, creationTimestamp: null },
      spec: {
        containers: [
          { ...container, resources: { limits: { cpu: '1000m' } }, ports: [{ containerPort: 80 }] },
        ],
        serviceAccountName: 'worker',
        hostNetwork: true,
        tolerations: [{ key: 'a', operator: 'Exists' }],
      },
    },
  }),
  workload('replicasets', 'small', {}),
  workload('replicasets', 'none', { replicas: 0 }),
  workload('statefulsets', 'small', {}),
  workload('statefulsets', 'on-delete', {
    updateStrategy: { type: 'OnDelete' },
    podManagementPolicy: 'Parallel',
  }),
  workload('statefulsets', 'rolling', { updateStrategy: { type: 'RollingUpdate' } }),
  workload('statefulsets', 'claims', {
    serviceName: 'web',
    volumeClaimTemplates: [claim],
    persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
    updateStrategy: { rollingUpdate: { partition: 2 } },
  }),
  workload('daemonsets', 'small', {}),
  workload('daemonsets', 'on-delete', { updateStrategy: { type: 'OnDelete' } }),
  workload('daemonsets', 'surging', {
    updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  }),
  {
    path: namespaced('/apis/apps/v1', 'controllerrevisions'),
    object: { metadata: { name: 'small' }, revision: 0, data: { a: 1 } },
  },
  job('small', {}),
  job('indexed', { completions: 5, completionMode: 'Indexed', backoffLimitPerIndex: 1 }),
  job('parallel', { parallelism: 3, suspend: true, ttlSecondsAfterFinished: 0 }),
  job('labelled', { template: { ...once, metadata: { labels } } }),
  job('manual', {
    manualSelector: true,
    selector,
    template: { ...once, metadata: { labels } },
  }),
  job('told', {
    podFailurePolicy: {
      rules: [
        { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
        { action: 'FailJob', onExitCodes: { operator: 'In', values: [3] } },
      ],
    },
  }),
  cronJob('small', {}),
  cronJob(
    'rich',
    { concurrencyPolicy: 'Forbid', suspend: true, failedJobsHistoryLimit: 0 },
    { completions: 2 },
  ),
  scaler('v2', 'small', {}),
  scaler('v2', 'behaving', {
    minReplicas: 2,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } },
      },
    ],
    behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } },
  }),
  scaler('v1', 'small-v1', {}),
  scaler('v1', 'cpu-v1', { targetCPUUtilizationPercentage: 55, minReplicas: 2 }),
];
