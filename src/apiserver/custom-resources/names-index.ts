import type { Resource } from '../resources/resource.ts';
import type { Collection } from '../storage/collection.ts';
import type { Definition } from './definition.ts';
import { GroupNames } from './group-names.ts';

/**
 * The names of all stored CRDs, by API group. The cost of an update of the index depends only on the number of changed
 * CRDs.
 */
export class NamesIndex {
  readonly #definitions: Collection;
  readonly #fixed: readonly Resource[];
  readonly #groups = new Map<string, GroupNames>();
  /** The last known state of each CRD, by the name of the CRD. */
  readonly #known = new Map<string, Definition>();
  /** A position in the history of the CRDs. The index contains all changes before this position. */
  #position: number | undefined;

  /**
   * @param definitions - the collection of CRDs
   * @param fixed - the resources that no CRD defines, for example the built-in resources
   */
  constructor(definitions: Collection, fixed: readonly Resource[]) {
    this.#definitions = definitions;
    this.#fixed = fixed;
  }

  /** The number of API groups in memory. Only groups with CRDs are in memory. */
  get size(): number {
    return this.#groups.size;
  }

  /**
   * Reads the CRDs that have changed since the previous call.
   *
   * @param name - the name of a CRD that has changed
   * @returns the names in the API group of the CRD
   */
  read(name: string): GroupNames {
    const { log } = this.#definitions;
    const position = this.#position;
    this.#position = log.end;
    if (position === undefined) this.#readAll();
    else if (position < log.end && log.read(position) === 'lost') this.#readAll();
    else {
      for (const { key } of log.from(position)) this.note(key);
      // After the restoration of a snapshot, the history does not contain the restored CRDs, so the index reads all
      // CRDs again.
      if (this.#known.get(name) !== this.#definitions.get(name)) this.#readAll();
    }
    return this.#group(name.slice(name.indexOf('.') + 1));
  }

  /** Updates the index after a write of a CRD. */
  note(name: string): void {
    const definition = this.#definitions.get(name) as Definition | undefined;
    const before = this.#known.get(name);
    if (definition === before) return;
    if (definition === undefined) this.#known.delete(name);
    else this.#known.set(name, definition);
    const { group } = (definition ?? before)?.spec ?? {};
    if (group === undefined) return;
    const names = this.#group(group);
    if (definition === undefined) {
      names.remove(name);
      if (names.size === this.#fixedIn(group).length) this.#groups.delete(group);
    } else {
      this.#groups.set(group, names);
      names.ask(name, definition.spec.names);
      names.set(name, definition.status.acceptedNames);
    }
  }

  #readAll(): void {
    const names = new Set([...this.#known.keys(), ...this.#definitions.snapshot().keys]);
    for (const name of names) this.note(name);
  }

  /**
   * Returns the names in an API group. The index stores no names for a group without CRDs. For such a group, each call
   * creates a new result.
   */
  #group(name: string): GroupNames {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const names = new GroupNames();
    for (const one of this.#fixedIn(name)) {
      names.set(`built-in ${one.id} ${one.version}`, { ...one, plural: one.resource });
    }
    return names;
  }

  #fixedIn(group: string): readonly Resource[] {
    return this.#fixed.filter((one) => one.group === group);
  }
}
