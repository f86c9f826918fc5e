import type { Target } from '../follow/follow.ts';
import { oneLine } from '../lines/one-line.ts';
import { short } from '../lines/short.ts';

/**
 * A name for each collection, as long as it has to be: with its group where another has the same name. A server may have
 * named the collection as it likes.
 */
export function titlesOf(targets: readonly Target[]): readonly string[] {
  return targets.map(({ resource: { resource, group }, scope }) => {
    const namesakes = targets.filter((other) => other.resource.resource === resource);
    const isAmbiguous = namesakes.some((other) => other.resource.group !== group);
    const name = isAmbiguous && group !== '' ? `${resource}.${group}` : resource;
    return oneLine(short((scope.namespace ?? '') === '' ? name : `${name} in ${scope.namespace ?? ''}`));
  });
}
