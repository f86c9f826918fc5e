import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { finalizersOf } from './resource.ts';

/**
 * Returns a new namespace: with the phase `Active`, a label that contains its name, and the finalizer `kubernetes`. The
 * finalizer delays the removal of the namespace until the namespace is empty.
 */
export function newNamespace(object: Json): Json {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const { finalizers = ['kubernetes'] } = spec;
  return { ...labelled(object), spec: { ...spec, finalizers }, status: { phase: 'Active' } };
}

/**
 * Returns an updated namespace with the spec of the old namespace. An ordinary update may not change the spec, because
 * the spec contains only the finalizers of the namespace controller.
 */
export function changedNamespace(object: Json, { spec }: Json): Json {
  return { ...labelled(object), spec };
}

function labelled(object: Json): Json {
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const labels = isRecord(metadata['labels']) ? metadata['labels'] : {};
  const label = { 'kubernetes.io/metadata.name': metadata['name'] };
  return { ...object, metadata: { ...metadata, labels: { ...labels, ...label } } };
}

export function namespaceFinalizers(object: Json): readonly string[] {
  const { finalizers = [] } = isRecord(object['spec']) ? object['spec'] : {};
  return [...finalizersOf(object), ...(finalizers as readonly string[])];
}

/**
 * Returns the grace period of a pod in seconds. The grace period in the request has priority over the grace period in
 * the spec. A pod that has no node or is finished has a grace period of 0. A negative grace period means 1 s (P96).
 */
export function podGracePeriod(object: Json, asked: number | undefined): number {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const status = isRecord(object['status']) ? object['status'] : {};
  const { terminationGracePeriodSeconds = 30, nodeName = '' } = spec;
  if (nodeName === '' || status['phase'] === 'Failed' || status['phase'] === 'Succeeded') return 0;
  const seconds = asked ?? Number(terminationGracePeriodSeconds);
  return seconds < 0 ? 1 : Math.min(seconds, longestGracePeriod);
}

/** The longest grace period in seconds, about 68 years. The limit keeps the deletion time in the range of RFC 3339. */
const longestGracePeriod = 2_147_483_647;
