import type { NameSet, TakenNames } from './accept-names.ts';
import type { DefinitionNames } from './definition.ts';

/** The names in use in one API group, with the definitions that have them. */
export class GroupNames {
  readonly #resources = new Map<string, Set<string>>();
  readonly #kinds = new Map<string, Set<string>>();
  readonly #byOwner = new Map<string, Partial<DefinitionNames>>();

  /**
   * Notes the names of a definition instead of those that it had.
   *
   * @param owner - the name of the definition; another text for a built-in resource
   */
  set(owner: string, names: Partial<DefinitionNames>): void {
    for (const [name, owners] of this.#placesOf(this.#byOwner.get(owner) ?? {})) {
      owners.get(name)?.delete(owner);
    }
    for (const [name, owners] of this.#placesOf(names)) {
      const all = owners.get(name);
      if (all === undefined) owners.set(name, new Set([owner]));
      else all.add(owner);
    }
    this.#byOwner.set(owner, names);
  }

  /** The names that others than this definition have. */
  beside(owner: string): TakenNames {
    const taken = (owners: ReadonlyMap<string, ReadonlySet<string>>): NameSet => ({
      has: (name) => {
        const all = owners.get(name);
        return all !== undefined && all.size > (all.has(owner) ? 1 : 0);
      },
    });
    return { resources: taken(this.#resources), kinds: taken(this.#kinds) };
  }

  #placesOf({
    plural,
    singular,
    shortNames = [],
    kind,
    listKind,
  }: Partial<DefinitionNames>): readonly Place[] {
    const given = (
      owners: Map<string, Set<string>>,
      names: readonly (string | undefined)[],
    ): readonly Place[] =>
      names.flatMap((name): readonly Place[] => (name === undefined || name === '' ? [] : [[name, owners]]));
    return [
      ...given(this.#resources, [plural, singular, ...shortNames]),
      ...given(this.#kinds, [kind, listKind]),
    ];
  }
}

type Place = readonly [name: string, owners: Map<string, Set<string>>];
