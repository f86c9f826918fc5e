import type { NameSet, TakenNames } from './accept-names.ts';
import type { DefinitionNames } from './definition.ts';

/**
 * Records which names the CRDs and built-in resources of one API group have, and which names the CRDs request. When a
 * name becomes free, the class collects the CRDs that request the name.
 */
export class GroupNames {
  readonly #resources: Uses = new Map();
  readonly #kinds: Uses = new Map();
  readonly #byOwner = new Map<string, Names>();
  readonly #due = new Set<string>();

  /** The number of CRDs and built-in resources that have names in the group. */
  get size(): number {
    return this.#byOwner.size;
  }

  /**
   * Replaces the names that a CRD has.
   *
   * @param owner - the name of the CRD, or another unique text for a built-in resource
   */
  set(owner: string, names: Partial<DefinitionNames>): void {
    this.#note(owner, { ...(this.#byOwner.get(owner) ?? none), had: names });
  }

  /** Replaces the names that a CRD requests. */
  ask(owner: string, names: Partial<DefinitionNames>): void {
    this.#note(owner, { ...(this.#byOwner.get(owner) ?? none), asked: names });
  }

  remove(owner: string): void {
    this.#note(owner, none);
    this.#byOwner.delete(owner);
    this.#due.delete(owner);
  }

  /** Returns the CRDs that request a name that has become free since the last call. The CRDs are sorted by name. */
  takeDue(): readonly string[] {
    const due = [...this.#due].sort();
    this.#due.clear();
    return due;
  }

  /** Returns the names that any CRD or resource other than `owner` has. */
  beside(owner: string): TakenNames {
    const taken = (uses: Uses): NameSet => ({
      has: (name) => {
        const owners = uses.get(name)?.owners;
        return owners !== undefined && owners.size > (owners.has(owner) ? 1 : 0);
      },
    });
    return { resources: taken(this.#resources), kinds: taken(this.#kinds) };
  }

  #note(owner: string, names: Names): void {
    const before = this.#byOwner.get(owner) ?? none;
    this.#byOwner.set(owner, names);
    this.#move('askers', owner, before.asked, names.asked);
    for (const { owners, askers } of this.#move('owners', owner, before.had, names.had)) {
      if (owners.size > 0) continue;
      for (const asker of askers) if (asker !== owner) this.#due.add(asker);
    }
  }

  /**
   * Replaces the names of a CRD in the index.
   *
   * @returns one entry for each name that the CRD no longer has or no longer requests
   */
  #move(
    part: keyof Use,
    owner: string,
    before: Partial<DefinitionNames>,
    now: Partial<DefinitionNames>,
  ): readonly Use[] {
    if (before === now) return [];
    for (const [name, uses] of this.#placesOf(now)) {
      const use = uses.get(name) ?? { owners: new Set(), askers: new Set() };
      uses.set(name, use);
      use[part].add(owner);
    }
    const kept = new Map([
      [this.#resources, new Set(resourcesIn(now))],
      [this.#kinds, new Set(kindsIn(now))],
    ]);
    return this.#placesOf(before).flatMap(([name, uses]) => {
      const use = uses.get(name);
      if (use === undefined || kept.get(uses)?.has(name) === true) return [];
      use[part].delete(owner);
      if (use.owners.size === 0 && use.askers.size === 0) uses.delete(name);
      return [use];
    });
  }

  #placesOf(names: Partial<DefinitionNames>): readonly (readonly [name: string, uses: Uses])[] {
    return [
      ...resourcesIn(names).map((name) => [name, this.#resources] as const),
      ...kindsIn(names).map((name) => [name, this.#kinds] as const),
    ];
  }
}

/** The CRDs that have a name, and the CRDs that request the name. */
interface Use {
  readonly owners: Set<string>;
  readonly askers: Set<string>;
}

type Uses = Map<string, Use>;

interface Names {
  readonly had: Partial<DefinitionNames>;
  readonly asked: Partial<DefinitionNames>;
}

const none: Names = { had: {}, asked: {} };

const resourcesIn = ({ plural, singular, shortNames = [] }: Partial<DefinitionNames>): readonly string[] =>
  [plural, singular, ...shortNames].filter(isGiven);

const kindsIn = ({ kind, listKind }: Partial<DefinitionNames>): readonly string[] =>
  [kind, listKind].filter(isGiven);

const isGiven = (name: string | undefined): name is string => name !== undefined && name !== '';
