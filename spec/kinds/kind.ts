import { type DiscoveredResource, type Discovery, isCollection } from './discovery.ts';
import type { Models } from './models.ts';

/** A resource, and the name of its TypeScript type. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: DiscoveredResource;
  /** The name of the exported TypeScript interface. */
  readonly name: string;
  /** The name of client-node's model. Absent if no version of client-node has a model. */
  readonly model: string | undefined;
  /** Whether each version of client-node that the package allows has the model. */
  readonly everywhere: boolean;
}

const stable = (version: string): boolean => /^v\d+$/.test(version);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the name of an API group as an identifier, as client-go's factory does: `rbac.authorization.k8s.io` becomes
 * `rbac`.
 */
export const groupName = (group: string): string => (group === '' ? 'core' : group.replace(/\..*/, ''));

/**
 * Returns all resources that can be listed and watched. Each resource has a different type name. The first stable
 * version of a kind, in the server's order of preference, gets the plain name of the kind. All other names contain the
 * version, as client-node's models do: `V1beta1IPAddress`, `EventsV1Event`.
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
