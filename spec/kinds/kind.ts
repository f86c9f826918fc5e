import { type DiscoveredResource, type Discovery, isCollection } from './discovery.ts';
import type { Models } from './models.ts';

/** One collection, and the name of its type. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: DiscoveredResource;
  /** The name of the exported interface. */
  readonly name: string;
  /** The name of client-node's model; absent if no version has one. */
  readonly model: string | undefined;
  /** Whether every allowed client-node has the model, including later versions. */
  readonly everywhere: boolean;
}

const stable = (version: string): boolean => /^v\d+$/.test(version);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the name of a group as an identifier, as in client-go's factory: `rbac.authorization.k8s.io` is `rbac`. */
export const groupName = (group: string): string => (group === '' ? 'core' : group.replace(/\..*/, ''));

/**
 * Returns all collections that can be listed and watched, each with its own name. The plain name of a kind belongs to
 * its first stable collection, in the server's order of preference. The names of all others contain the version, as
 * client-node's models do: `V1beta1IPAddress`, `EventsV1Event`.
 */
export function kindsOf({ groups }: Discovery, { oldest, newest }: Models): Kind[] {
  const taken = new Set<string>();
  return groups.flatMap(({ group, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.filter(isCollection).map((resource) => {
        const versioned = capital(version) + resource.kind;
        const model = [versioned, capital(groupName(group)) + versioned].find(
          (candidate) => newest.has(candidate) || oldest.has(candidate),
        );
        const plain = stable(version) && !taken.has(resource.kind);
        const name = plain ? resource.kind : (model ?? versioned);
        if (taken.has(name)) throw new Error(`${group}/${version}: the name ${name} is taken`);
        taken.add(name);
        const everywhere = model !== undefined && stable(version) && newest.has(model) && oldest.has(model);
        return { group, version, resource, name, model, everywhere };
      }),
    ),
  );
}
