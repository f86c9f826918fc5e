import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { finalizersOf } from './resource.ts';

/**
 * Returns a new namespace. Its phase is `Active`, its name is a label, and the finalizer `kubernetes` keeps it until it
 * is empty.
 */
export function newNamespace(object: Json): Json {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const { finalizers = ['kubernetes'] } = spec;
  return { ...labelled(object), spec: { ...spec, finalizers }, status: { phase: 'Active' } };
}

/** Returns a changed namespace. The spec stays, because its finalizers belong to the namespace controller. */
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
 * Returns the grace period of a pod in seconds: the period that the client asks for, or that of the spec. A pod without
 * a node and a finished pod have 0. A negative period means 1 s (P96).
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
 * The longest grace period in seconds: 68 years. With a longer one, RFC 3339 could not express the time of the
 * deletion.
 */
const longestGracePeriod = 2_147_483_647;
