import { type Json, omit, recordAt, recordsAt, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { conflict, notFound, plainError } from '../status/refusals.ts';
import { checkGrown } from './check-update.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { timestamp } from './identity.ts';
import type { FieldOptions } from './known-fields.ts';
import { subresourceInput } from './subresource-input.ts';

interface BindOptions extends FieldOptions {
  readonly dryRun: boolean;
}

/**
 * Binds a pod to a node, as a scheduler does. Sets the node of the pod, which cannot change later, and the condition
 * `PodScheduled`. As in the kube-apiserver, the node name and the labels and annotations of the binding are not
 * validated.
 *
 * @throws Refusal 400, 404, 413 for a pod that becomes too large, 500 for a target of the wrong kind (as in the
 * kube-apiserver). Refusal 409 if the uid or the resourceVersion of the binding is not that of the pod. Refusal 409 if
 * the pod has a node, has a scheduling gate or is being deleted.
 */
export function bindPod(
  context: RegistryContext,
  pods: Resource,
  place: Place,
  body: unknown,
  options: BindOptions,
): void {
  const binding = subresourceInput(bindingType, 'io.k8s.api.core.v1.Binding', body, place, options);
  const given = binding.metadata;
  const { kind = '', name = '' } = recordAt(binding, 'target');
  checkTarget(kind, name);
  const pod = find(context, pods, place);
  if (pod === undefined) throw notFound(pods, place.name);
  checkPreconditions(pods, pod, given);
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
  store(context, pods, place, next, options.dryRun);
}

/**
 * Checks that the uid and the resourceVersion in a binding are those of the pod. The uid and the resourceVersion are
 * optional in a binding.
 */
function checkPreconditions(
  pods: Resource,
  { metadata }: StoredObject,
  { uid = metadata.uid, resourceVersion = metadata.resourceVersion }: Json,
): void {
  const failed = (field: string, given: unknown, own: string): Error => {
    const { namespace = '', name } = metadata;
    const why = `Precondition failed: ${field} in precondition: ${String(given)}, ${field} in object meta: ${own}`;
    const key = `/registry/pods/${namespace}/${name}`;
    return conflict(
      pods,
      name,
      `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
    );
  };
  if (uid !== metadata.uid) throw failed('UID', uid, metadata.uid);
  if (resourceVersion !== metadata.resourceVersion)
    throw failed('ResourceVersion', resourceVersion, metadata.resourceVersion);
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
  const conditions = recordsAt(status, 'conditions');
  const at = conditions.findIndex(({ type }) => type === 'PodScheduled');
  const condition = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now };
  return {
    ...omit(status, 'nominatedNodeName'),
    conditions: at < 0 ? [...conditions, condition] : conditions.with(at, condition),
  };
}
