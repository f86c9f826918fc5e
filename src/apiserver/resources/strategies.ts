import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { finalizersOf } from './resource.ts';

/** A namespace is Active, has its name as a label, and `kubernetes` holds it until it is empty. */
export function newNamespace(object: Json): Json {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const { finalizers = ['kubernetes'] } = spec;
  return { ...labelled(object), spec: { ...spec, finalizers }, status: { phase: 'Active' } };
}

/** The namespace's own finalizers are the controller's. */
export function changedNamespace(object: Json, { spec }: Json): Json {
  return { ...labelled(object), spec };
}

function labelled(object: Json): Json {
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const labels = isRecord(metadata['labels']) ? metadata['labels'] : {};
  const label = { 'kubernetes.io/metadata.name': metadata['name'] };
  return { ...object, metadata: { ...metadata, labels: { ...labels, ...label } } };
}

/** Those of its metadata, and those of its spec. */
export function namespaceFinalizers(object: Json): readonly string[] {
  const { finalizers = [] } = isRecord(object['spec']) ? object['spec'] : {};
  return [...finalizersOf(object), ...(finalizers as readonly string[])];
}

/**
 * Seconds that a pod gets to end: what is asked for, else what its spec says. One that runs nowhere, or not any more,
 * gets none; a negative time means 1 s (P96).
 */
export function podGracePeriod(object: Json, asked: number | undefined): number {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const status = isRecord(object['status']) ? object['status'] : {};
  const { terminationGracePeriodSeconds = 30, nodeName = '' } = spec;
  if (nodeName === '' || status['phase'] === 'Failed' || status['phase'] === 'Succeeded') return 0;
  const seconds = asked ?? Number(terminationGracePeriodSeconds);
  return seconds < 0 ? 1 : Math.min(seconds, longestGracePeriod);
}

/** Seconds, 68 years: with longer ones the time of the deletion would be none that RFC 3339 can write. */
const longestGracePeriod = 2_147_483_647;
