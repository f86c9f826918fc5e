import { type DiscoveredResource, type Discovery, isCollection } from './discovery.ts';
import type { Models } from './models.ts';

/** One collection, and how its type is called. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: DiscoveredResource;
  /** The name of the exported interface. */
  readonly name: string;
  /** The name of client-node's model; absent where no version has one. */
  readonly model: string | undefined;
  /** The model exists in every client-node that is allowed, and will stay. */
  readonly everywhere: boolean;
}

const stable = (version: string): boolean => /^v\d+$/.test(version);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of a group as an identifier, as in client-go's factory: `rbac.authorization.k8s.io` is `rbac`. */
export const groupName = (group: string): string => (group === '' ? 'core' : group.replace(/\..*/, ''));

/**
 * All collections that can be listed and watched, named once: the plain name of a kind is its first stable one's, in the
 * server's order of preference; every other carries its version, as client-node's models do: `V1beta1IPAddress`,
 * `EventsV1Event`.
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
