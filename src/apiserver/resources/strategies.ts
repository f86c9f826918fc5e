import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { finalizersOf } from './resource.ts';

/**
 * Returns a new namespace with the phase `Active`. A label contains the name of the namespace. The finalizer
 * `kubernetes` keeps the namespace until it is empty.
 */
export function newNamespace(object: Json): Json {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const { finalizers = ['kubernetes'] } = spec;
  return { ...labelled(object), spec: { ...spec, finalizers }, status: { phase: 'Active' } };
}

/**
 * Returns a changed namespace with the old spec. An update cannot change the spec, because the namespace controller
 * manages the finalizers in the spec.
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

/** Returns the finalizers in the metadata and in the spec of a namespace. */
export function namespaceFinalizers(object: Json): readonly string[] {
  const { finalizers = [] } = isRecord(object['spec']) ? object['spec'] : {};
  return [...finalizersOf(object), ...(finalizers as readonly string[])];
}

/**
 * Returns the grace period of a pod in seconds: the period in the request, or the period in the spec if the request
 * contains none. A pod that has no node or is finished has a grace period of 0. A negative period means 1 s (P96).
 */
export function podGracePeriod(object: Json, asked: number | undefined): number {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const status = isRecord(object['status']) ? object['status'] : {};
  const { terminationGracePeriodSeconds = 30, nodeName = '' } = spec;
  if (nodeName === '' || status['phase'] === 'Failed' || status['phase'] === 'Succeeded') return 0;
  const seconds = asked ?? Number(terminationGracePeriodSeconds);
  return seconds < 0 ? 1 : Math.min(seconds, longestGracePeriod);
}

/**
 * The longest grace period: 68 years, in seconds. With a longer grace period, RFC 3339 could not represent the deletion
 * time.
 */
const longestGracePeriod = 2_147_483_647;
