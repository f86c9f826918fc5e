import { type Json, recordAt, recordsAt } from '../../json.ts';
import { templateLabels } from './core-pods.ts';
import { isEmptyAt, type TypeDefaults } from './type-defaults.ts';

/** The defaults of the API groups `apps` and `batch`. */
export const workloadDefaults: TypeDefaults = {
  'apps.v1.DeploymentSpec': { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
  'apps.v1.DeploymentStrategy': rolling({ maxUnavailable: '25%', maxSurge: '25%' }),
  'apps.v1.DaemonSet': withGeneration,
  'apps.v1.DaemonSetSpec': { revisionHistoryLimit: 10 },
  'apps.v1.DaemonSetUpdateStrategy': rolling({ maxUnavailable: 1, maxSurge: 0 }),
  'apps.v1.ReplicaSetSpec': { replicas: 1 },
  'apps.v1.StatefulSetSpec': [
    {
      podManagementPolicy: 'OrderedReady',
      persistentVolumeClaimRetentionPolicy: {},
      replicas: 1,
      revisionHistoryLimit: 10,
    },
    withTypedClaims,
  ],
  'apps.v1.StatefulSetUpdateStrategy': (strategy) =>
    strategy['type'] === undefined ? { rollingUpdate: {}, ...strategy, type: 'RollingUpdate' } : strategy,
  'apps.v1.RollingUpdateStatefulSetStrategy': { partition: 0 },
  'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': { whenDeleted: 'Retain', whenScaled: 'Retain' },
  'batch.v1.Job': [withTemplateLabels, (job) => ({ ...job, spec: withCounts(recordAt(job, 'spec')) })],
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': { status: 'True' },
  'batch.v1.CronJobSpec': {
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  },
};

/**
 * Adds the annotation `deprecated.daemonset.template.generation` with the value 0 to a daemon set without the
 * annotation. The annotation counts the changes of the pod template. In an earlier version of the API, the annotation
 * was a field.
 */
function withGeneration(daemonSet: Json): Json {
  const metadata = recordAt(daemonSet, 'metadata');
  const annotations = {
    'deprecated.daemonset.template.generation': '0',
    ...recordAt(metadata, 'annotations'),
  };
  return { ...daemonSet, metadata: { ...metadata, annotations } };
}

/**
 * Sets `kind` and `apiVersion` of the claim templates in a stateful set, because a claim template is a whole object.
 */
function withTypedClaims(spec: Json): Json {
  if (spec['volumeClaimTemplates'] === undefined) return spec;
  const claims = recordsAt(spec, 'volumeClaimTemplates');
  const typed = claims.map((claim) => ({ ...claim, kind: 'PersistentVolumeClaim', apiVersion: 'v1' }));
  return { ...spec, volumeClaimTemplates: typed };
}

function rolling(defaults: Json): (strategy: Json) => Json {
  return (strategy) => {
    const { type = 'RollingUpdate' } = strategy;
    const given = recordAt(strategy, 'rollingUpdate');
    return type === 'RollingUpdate'
      ? { ...strategy, type, rollingUpdate: { ...defaults, ...given } }
      : { ...strategy, type };
  };
}

/**
 * Sets the defaults in the spec of a job, but not in the job template of a cron job. Without a number of pods, the job
 * runs one pod. The default of `podReplacementPolicy` depends on `podFailurePolicy`.
 */
function withCounts(spec: Json): Json {
  const { completions, parallelism, backoffLimitPerIndex, podFailurePolicy } = spec;
  const isSingle = completions === undefined && parallelism === undefined;
  const defaults = {
    ...(isSingle ? { completions: 1 } : {}),
    parallelism: 1,
    backoffLimit: backoffLimitPerIndex === undefined ? 6 : 2147483647,
    podReplacementPolicy: podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
  };
  return { ...defaults, ...spec };
}

function withTemplateLabels(job: Json): Json {
  const labels = templateLabels(job);
  const metadata = recordAt(job, 'metadata');
  return labels !== undefined && isEmptyAt(metadata, 'labels')
    ? { ...job, metadata: { ...metadata, labels } }
    : job;
}
