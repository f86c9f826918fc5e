import type { Target } from '../follow/follow.ts';
import { oneLine } from '../lines/one-line.ts';
import { short } from '../lines/short.ts';

/**
 * Returns a short title for each collection. If another collection has the same name, the title contains the group. If
 * the collection has a namespace, the title contains the namespace. Removes terminal controls, because a server may
 * choose any name.
 */
export function titlesOf(targets: readonly Target[]): readonly string[] {
  return targets.map(({ resource: { resource, group }, scope }) => {
    const namesakes = targets.filter((other) => other.resource.resource === resource);
    const isAmbiguous = namesakes.some((other) => other.resource.group !== group);
    const name = isAmbiguous && group !== '' ? `${resource}.${group}` : resource;
    return oneLine(short((scope.namespace ?? '') === '' ? name : `${name} in ${scope.namespace ?? ''}`));
  });
}
