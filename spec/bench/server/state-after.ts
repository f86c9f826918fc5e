import type { Resource } from '../resources.ts';
import { bodies } from './objects/index.ts';
import { changedBy } from './watch-frames.ts';

/**
 * Returns the objects of the server after the given number of watch events: the version of each object, by namespace
 * and name.
 */
export function stateAfter(
  resource: Resource,
  objects: number,
  events: number,
): Readonly<Record<string, string>> {
  const versions = Array.from({ length: objects }, (_, index) => index + 1);
  for (let event = 0; event < events; event++) versions[changedBy(event, objects)] = objects + event + 1;
  return Object.fromEntries(
    versions.map((version, index) => {
      const { namespace, name } = bodies[resource](index, version).metadata;
      return [`${String(namespace)}/${String(name)}`, String(version)];
    }),
  );
}
