import { isSame, type Json, omit, recordAt } from '../json.ts';
import { finalizersOf, type Resource } from './resource.ts';

/** Returns a new job. Without `manualSelector` it selects its pods by its own uid. */
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
  // The real server takes the labels of the job from the template when it reads the stored job.
  const shared = own['labels'] === undefined || isSame(own['labels'], metadata['labels']);
  return {
    ...job,
    metadata: shared ? { ...own, labels } : own,
    spec: { ...spec, selector: { ...selector, matchLabels }, template: filled },
  };
}

const generation = 'deprecated.daemonset.template.generation';

/**
 * The strategy of daemon sets. Counts the changes of the template in an annotation, which was a field in an earlier
 * version.
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
 * Returns whether an object may be a `dataSource`: a claim or a snapshot. The server removes another `dataSource`.
 * `dataSourceRef` may name any object.
 */
function isSource({ kind, apiGroup }: Json): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && (apiGroup ?? '') === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}

/** Returns a claim. If it copies another object, both source fields name that object. */
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

/** Returns a new volume. It is pending since its creation. */
export function newVolume(volume: Json): Json {
  const { creationTimestamp } = recordAt(volume, 'metadata');
  return { ...volume, status: { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp } };
}

/**
 * Returns the finalizers without those that protect volumes and claims. No controller runs here that uses the protected
 * objects, so these finalizers have no effect.
 */
export function unprotected(object: Json): readonly string[] {
  return finalizersOf(object).filter((name) => !/^kubernetes\.io\/(pv|pvc|vac)-protection$/.test(name));
}
