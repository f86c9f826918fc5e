import { finite, labels, namespaced, selector, template, type Valid } from './valid.ts';

const stateful = {
  ...template,
  spec: {
    hostname: 'Replaced!',
    containers: [{ name: 'web', image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
  },
};

/** Valid objects of the kinds that create pods. */
export const workloads: readonly Valid[] = [
  namespaced('apps/v1', 'deployments', 'Deployment', {
    spec: {
      replicas: 2,
      selector,
      template,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
      minReadySeconds: 1,
      revisionHistoryLimit: 3,
      progressDeadlineSeconds: 60,
    },
  }),
  namespaced('apps/v1', 'statefulsets', 'StatefulSet', {
    spec: {
      replicas: 2,
      serviceName: 'x',
      selector,
      template: stateful,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  }),
  namespaced('apps/v1', 'daemonsets', 'DaemonSet', {
    spec: {
      selector,
      template,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    },
  }),
  namespaced('batch/v1', 'jobs', 'Job', {
    spec: { template: finite, backoffLimit: 1, completions: 2, parallelism: 1, activeDeadlineSeconds: 10 },
  }),
  namespaced('batch/v1', 'cronjobs', 'CronJob', {
    spec: {
      schedule: '*/5 * * * *',
      timeZone: 'Europe/Berlin',
      concurrencyPolicy: 'Forbid',
      successfulJobsHistoryLimit: 1,
      startingDeadlineSeconds: 10,
      jobTemplate: { spec: { template: finite } },
    },
  }),
  namespaced(
    'apps/v1',
    'deployments',
    'Deployment',
    { spec: { selector, template, strategy: { type: 'Recreate' } } },
    'recreated',
  ),
  namespaced('apps/v1', 'replicasets', 'ReplicaSet', {
    spec: { replicas: 1, minReadySeconds: 1, selector, template },
  }),
  namespaced('v1', 'replicationcontrollers', 'ReplicationController', {
    spec: { replicas: 1, minReadySeconds: 1, selector: labels, template },
  }),
  namespaced(
    'apps/v1',
    'statefulsets',
    'StatefulSet',
    {
      spec: {
        serviceName: 'x',
        selector,
        template,
        ordinals: { start: 1 },
        revisionHistoryLimit: 1,
        minReadySeconds: 1,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
        updateStrategy: { type: 'OnDelete' },
      },
    },
    'numbered',
  ),
  namespaced(
    'batch/v1',
    'jobs',
    'Job',
    {
      spec: {
        template: finite,
        completionMode: 'Indexed',
        completions: 3,
        parallelism: 2,
        backoffLimitPerIndex: 1,
        maxFailedIndexes: 2,
        ttlSecondsAfterFinished: 10,
        suspend: true,
        podReplacementPolicy: 'Failed',
        managedBy: 'example.com/x',
        podFailurePolicy: {
          rules: [
            { action: 'FailJob', onExitCodes: { containerName: 'web', operator: 'In', values: [1, 2] } },
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          ],
        },
        successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 1 }] },
      },
    },
    'indexed',
  ),
];
