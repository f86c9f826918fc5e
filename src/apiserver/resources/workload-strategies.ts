import { isSame, type Json, omit, recordAt } from '../json.ts';
import { finalizersOf, type Resource } from './resource.ts';

/**
 * Returns a new job. Unless `manualSelector` is true, the job selects its pods by a label that contains the uid of the
 * job.
 */
export function newJob(job: Json): Json {
  const spec = recordAt(job, 'spec');
  if (spec['manualSelector'] === true) return job;
  const { name, uid } = recordAt(job, 'metadata');
  const template = recordAt(spec, 'template');
  const metadata = recordAt(template, 'metadata');
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
    ...recordAt(metadata, 'labels'),
  };
  const selector = recordAt(spec, 'selector');
  const matchLabels = { 'batch.kubernetes.io/controller-uid': uid, ...recordAt(selector, 'matchLabels') };
  const filled = { ...template, metadata: { ...metadata, labels } };
  const own = recordAt(job, 'metadata');
  // If the kube-apiserver reads a stored job without labels, the job gets the labels of the pod template. So this
  // function adds the labels when the job is created.
  const shared = own['labels'] === undefined || isSame(own['labels'], metadata['labels']);
  return {
    ...job,
    metadata: shared ? { ...own, labels } : own,
    spec: { ...spec, selector: { ...selector, matchLabels }, template: filled },
  };
}

const generation = 'deprecated.daemonset.template.generation';

/**
 * The strategy of daemon sets. The annotation `deprecated.daemonset.template.generation` counts the changes of the pod
 * template. In an earlier version of the API, the annotation was a field.
 */
export const daemonSetStrategy: Pick<Resource, 'onCreate' | 'onUpdate'> = {
  onCreate: (object) => {
    const given = Number(recordAt(recordAt(object, 'metadata'), 'annotations')[generation] ?? 0);
    return counted(object, Math.max(given, 1));
  },
  onUpdate: (object, existing) => {
    const old = Number(recordAt(recordAt(existing, 'metadata'), 'annotations')[generation] ?? 0);
    const isSameTemplate = isSame(
      recordAt(object, 'spec')['template'],
      recordAt(existing, 'spec')['template'],
    );
    return counted(object, isSameTemplate ? old : old + 1);
  },
};

function counted(object: Json, count: number): Json {
  const metadata = recordAt(object, 'metadata');
  const annotations = { ...recordAt(metadata, 'annotations'), [generation]: String(count) };
  return { ...object, metadata: { ...metadata, annotations } };
}

/**
 * Returns whether an object may be the `dataSource` of a PersistentVolumeClaim. Only a claim or a VolumeSnapshot may be
 * a `dataSource`, and the server removes any other `dataSource`. `dataSourceRef` may refer to any object.
 */
function isSource({ kind, apiGroup }: Json): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && (apiGroup ?? '') === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}

/**
 * Returns a new PersistentVolumeClaim. If the claim has only one of `dataSource` and `dataSourceRef`, the other member
 * gets the same value. A `dataSourceRef` with a namespace is not copied.
 */
export function newClaim(claim: Json): Json {
  const given = recordAt(claim, 'spec');
  const spec = isSource(recordAt(given, 'dataSource')) ? given : omit(given, 'dataSource');
  const { dataSource, dataSourceRef } = spec;
  const { namespace = '' } = recordAt(spec, 'dataSourceRef');
  const isElsewhere = namespace !== '';
  const more = {
    ...(dataSource !== undefined && dataSourceRef === undefined ? { dataSourceRef: dataSource } : {}),
    ...(dataSourceRef !== undefined && dataSource === undefined && !isElsewhere
      ? { dataSource: dataSourceRef }
      : {}),
  };
  return { ...claim, spec: { ...spec, ...more } };
}

/**
 * Returns a new PersistentVolume with the phase `Pending`. `lastPhaseTransitionTime` is the creation time of the
 * volume.
 */
export function newVolume(volume: Json): Json {
  const { creationTimestamp } = recordAt(volume, 'metadata');
  return { ...volume, status: { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp } };
}

/**
 * Returns the finalizers of an object without the finalizers that protect volumes and claims. On this server no
 * controller removes these finalizers, so the server ignores these finalizers when it deletes the object.
 */
export function unprotected(object: Json): readonly string[] {
  return finalizersOf(object).filter((name) => !/^kubernetes\.io\/(pv|pvc|vac)-protection$/.test(name));
}
