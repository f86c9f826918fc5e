import { type Json, recordAt, recordsAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { invalid } from '../status/invalid.ts';
import { badRequest, conflict, notFound, plainError } from '../status/refusals.ts';
import { checkGrown } from './check-update.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { timestamp } from './identity.ts';
import { objectErrors } from './object-errors.ts';
import { subresourceInput } from './object-input.ts';

/**
 * What a scheduler writes: the pod has its node, for good, and is told to have been scheduled.
 *
 * @throws Refusal 400, 404, 409 for a pod that has a node, waits at a gate or is being deleted, 413 and 422 for a pod that
 *   may not be like that, 500 as the real server for a wrong target
 */
export function bindPod(
  context: RegistryContext,
  pods: Resource,
  place: Place,
  body: unknown,
  dryRun: boolean,
): void {
  const binding = subresourceInput(bindingType, 'io.k8s.api.core.v1.Binding', body);
  const given = binding.metadata;
  if (given['name'] !== undefined && given['name'] !== place.name)
    throw badRequest('name in URL does not match name in Binding object');
  const { kind = '', name = '' } = recordAt(binding, 'target');
  checkTarget(kind, name);
  const pod = find(context, pods, place);
  if (pod === undefined) throw notFound(pods, place.name);
  const spec = recordAt(pod, 'spec');
  const refused = (why: string): Error =>
    conflict({ group: '', resource: 'pods/binding' }, place.name, `pod ${place.name} ${why}`);
  if (pod.metadata.deletionTimestamp !== undefined)
    throw refused('is being deleted, cannot be assigned to a host');
  if ((spec['nodeName'] ?? '') !== '')
    throw refused(`is already assigned to node ${JSON.stringify(spec['nodeName'])}`);
  if (recordsAt(spec, 'schedulingGates').length > 0) throw refused('has non-empty .spec.schedulingGates');

  const annotations = { ...pod.metadata.annotations, ...recordAt(given, 'annotations') };
  const labels = { ...pod.metadata.labels, ...recordAt(given, 'labels') };
  const metadata: Json = {
    ...pod.metadata,
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
  const status = scheduled(recordAt(pod, 'status'), timestamp(context.world.now()));
  const next = { ...pod, metadata, spec: { ...spec, nodeName: name }, status };
  checkGrown(next);
  // As an update of itself: the rules of an update would refuse the node.
  const errors = objectErrors(pods, next, next as unknown as StoredObject);
  if (errors.length > 0) throw invalid(pods, place.name, errors);
  store(context, pods, place, next, dryRun);
}

const bindingType = { group: '', version: 'v1', kind: 'Binding', apiVersion: 'v1' };

function checkTarget(kind: unknown, name: unknown): void {
  const errors = [
    ...(kind === '' || kind === 'Node'
      ? []
      : [`target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`]),
    ...(name === '' ? ['target.name: Required value'] : []),
  ];
  if (errors.length > 0) throw plainError(errors.length === 1 ? errors.join() : `[${errors.join(', ')}]`);
}

function scheduled(status: Json, now: string): Json {
  const others = recordsAt(status, 'conditions').filter(({ type }) => type !== 'PodScheduled');
  const condition = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now };
  return { ...status, conditions: [...others, condition] };
}
