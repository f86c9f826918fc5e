import type { Node } from '../../kinds/index.ts';
import { firstEntries } from './plain-value.ts';

/** Returns the readiness of a node, whether the node accepts pods, and the version of its kubelet. */
export function nodeFields({ spec, status }: Node): readonly string[] {
  const conditions = firstEntries(status?.conditions ?? []);
  const ready = conditions.find(({ type }) => type === 'Ready')?.status;
  const version = status?.nodeInfo?.kubeletVersion;
  return [
    ready === 'True' ? 'Ready' : ready === 'False' ? 'NotReady' : 'Unknown',
    ...(spec?.unschedulable === true ? ['SchedulingDisabled'] : []),
    ...(version === undefined || version === '' ? [] : [version]),
  ];
}
