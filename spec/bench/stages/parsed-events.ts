import type { KubeObject } from '../../../src/objects/index.ts';
import type { ReplacedEvent } from '../../../src/reflector/index.ts';
import type { ObjectEvent } from '../../../src/source/index.ts';
import { podBody } from '../server/objects/pods.ts';

/** Returns a complete list with the given number of pods. */
export function parsedList(objects: number): ReplacedEvent<KubeObject> {
  const items = Array.from({ length: objects }, (_, index) => parsedPod(index, index + 1));
  return { type: 'REPLACED', items, resourceVersion: String(objects) };
}

/**
 * Returns `count` watch events. The number of the first event is `from`. Of ten events, one event deletes a pod, the
 * next event adds the pod again, and the other events change a pod.
 */
export function parsedEvents(
  objects: number,
  from: number,
  count: number,
): readonly ObjectEvent<KubeObject>[] {
  return Array.from({ length: count }, (_, i) => {
    const event = from + i;
    const type = event % 10 === 8 ? 'DELETED' : event % 10 === 9 ? 'ADDED' : 'MODIFIED';
    const index = ((type === 'ADDED' ? event - 1 : event) * 7_919) % objects;
    return { type, object: parsedPod(index, objects + event + 1) };
  });
}

/** Returns a pod as the source emits it after JSON parsing, without managedFields. */
function parsedPod(index: number, resourceVersion: number): KubeObject {
  const { metadata, ...rest } = podBody(index, resourceVersion);
  const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { ...metadata, managedFields: undefined }, ...rest };
  return JSON.parse(JSON.stringify(pod)) as KubeObject;
}
