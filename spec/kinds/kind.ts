import { type Definitions, referencesOf } from './definitions.ts';
import { type DiscoveredResource, type Discovery, isCollection } from './discovery.ts';
import { isNamed } from './open-api.ts';

/** A resource, and the definition and the TypeScript name of its kind. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly resource: DiscoveredResource;
  /** The name of the server’s definition. */
  readonly definition: string;
  /** The name of the exported TypeScript interface. */
  readonly name: string;
}

/** A definition that has a TypeScript name. */
export interface NamedDefinition {
  readonly definition: string;
  readonly name: string;
  /** The file of the definition, without the ending. It is the name of the group, or `meta`. */
  readonly file: string;
}

/** All kinds, and all definitions to which the kinds refer. */
export interface Names {
  readonly kinds: readonly Kind[];
  /** By the name of the definition. Includes the kinds. */
  readonly named: ReadonlyMap<string, NamedDefinition>;
  /** Whether a definition is a kind that can be listed and watched. */
  readonly isKind: (definition: string) => boolean;
}

const stable = (version: string): boolean => /^v\d+$/.test(version);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the name of an API group as an identifier, as client-go's factory does: `rbac.authorization.k8s.io` becomes
 * `rbac`.
 */
export const groupName = (group: string): string => (group === '' ? 'core' : group.replace(/\..*/, ''));

/**
 * Chooses the names of all resources that can be listed and watched, and of the definitions to which they refer. The first
 * stable version of a kind, in the server's order of preference, gets the plain name of the kind. All other names contain
 * the version, as the models of client-node do: `V1beta1IPAddress`. If two groups have the same kind in the same version,
 * the name also contains the group: `EventsV1Event`. The same rule then gives names to the other definitions.
 */
export function namesOf({ groups }: Discovery, definitions: Definitions): Names {
  const found = groups.flatMap(({ group, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.filter(isCollection).map((resource) => {
        const definition = definitions.nameOf(group, version, resource.kind);
        return { group, version, resource, definition };
      }),
    ),
  );
  const files = new Map(found.map(({ definition, group }) => [packageOf(definition), groupName(group)]));
  const all = withReferences(
    found.map(({ definition }) => definition),
    definitions,
  );
  const versionedNames = all.map((definition) => partsOf(definition, files).versioned);

  const named = new Map<string, NamedDefinition>();
  const taken = new Set<string>();
  for (const definition of all) {
    const { file, version, kind, versioned } = partsOf(definition, files);
    const isUnique = versionedNames.filter((one) => one === versioned).length === 1;
    const plain = stable(version) && !taken.has(kind);
    const name = plain ? kind : isUnique ? versioned : capital(file) + versioned;
    if (taken.has(name)) throw new Error(`${definition}: the name ${name} is taken`);
    taken.add(name);
    named.set(definition, { definition, name, file });
  }
  const kinds = found.map((kind) => ({ ...kind, name: named.get(kind.definition)?.name ?? '' }));
  const kindDefinitions = new Set(kinds.map(({ definition }) => definition));
  return { kinds, named, isKind: (definition) => kindDefinitions.has(definition) };
}

/**
 * Returns the given definitions, and then all other definitions to which they refer. These other definitions are sorted
 * by package. The order of the packages is their order in the given definitions.
 */
function withReferences(roots: readonly string[], definitions: Definitions): readonly string[] {
  const packages = [...new Set(roots.map(packageOf))];
  const rankOf = (definition: string): number => {
    const at = packages.indexOf(packageOf(definition));
    return at < 0 ? packages.length : at;
  };
  const all = new Set(roots);
  for (const name of all) {
    for (const reference of referencesOf(definitions.get(name).schema)) {
      if (isNamed(definitions.get(reference))) all.add(reference);
    }
  }
  return [...roots, ...[...all].slice(roots.length).sort((a, b) => rankOf(a) - rankOf(b))];
}

/** Returns the definition's name without the kind: `io.k8s.api.core.v1`. */
const packageOf = (definition: string): string => definition.replace(/\.[^.]+$/, '');

function partsOf(
  definition: string,
  files: ReadonlyMap<string, string>,
): { readonly file: string; readonly version: string; readonly kind: string; readonly versioned: string } {
  const [group = '', version = '', kind = ''] = definition.split('.').slice(-3);
  const file = files.get(packageOf(definition)) ?? group;
  return { file, version, kind, versioned: capital(version) + kind };
}
