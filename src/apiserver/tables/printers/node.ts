import type { Json } from '../../json.ts';
import { age } from '../age.ts';
import type { Printer } from '../cell.ts';
import { condition, flag, list, map, text } from '../fields.ts';
import { nameOf, none } from '../words.ts';

export const node: Printer = (object, now) => {
  const architecture = text(object, 'status.nodeInfo.architecture');
  return [
    nameOf(object),
    statusOf(object),
    roles(map(object, 'metadata.labels')).join(',') || none,
    age(object, now),
    text(object, 'status.nodeInfo.kubeletVersion'),
    address(object, 'InternalIP'),
    address(object, 'ExternalIP'),
    text(object, 'status.nodeInfo.osImage', unknown),
    text(object, 'status.nodeInfo.kernelVersion', unknown) +
      (architecture === '' ? '' : ` (${architecture})`),
    text(object, 'status.nodeInfo.containerRuntimeVersion', unknown),
  ];
};

const unknown = '<unknown>';

function statusOf(object: Json): string {
  const ready = condition(object, 'Ready');
  const words = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  return flag(object, 'spec.unschedulable') ? `${words},SchedulingDisabled` : words;
}

/**
 * Returns the roles of a node. The roles come from the labels `node-role.kubernetes.io/ROLE` and
 * `kubernetes.io/role=ROLE`.
 */
function roles(labels: Readonly<Record<string, string>>): readonly string[] {
  const prefix = 'node-role.kubernetes.io/';
  const found = Object.entries(labels).map(([name, value]) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : name === 'kubernetes.io/role' ? value : '',
  );
  return [...new Set(found)].filter((role) => role !== '').toSorted();
}

function address(object: Json, type: string): string {
  const found = list(object, 'status.addresses').find((one) => one['type'] === type);
  return found === undefined ? none : text(found, 'address');
}
