import type { Resource } from '../resources/resource.ts';
import type { Collection } from '../storage/collection.ts';
import type { Definition } from './definition.ts';
import { GroupNames } from './group-names.ts';

/** The names of all definitions as they are stored, by API group. A change costs what the changed definitions cost. */
export class NamesIndex {
  readonly #definitions: Collection;
  readonly #fixed: readonly Resource[];
  readonly #groups = new Map<string, GroupNames>();
  /** What was read of each definition, by its name. */
  readonly #known = new Map<string, Definition>();
  /** Up to where the history of the definitions was read. */
  #position: number | undefined;

  /**
   * @param definitions - the collection of definitions
   * @param fixed - resources that no definition has brought
   */
  constructor(definitions: Collection, fixed: readonly Resource[]) {
    this.#definitions = definitions;
    this.#fixed = fixed;
  }

  /** How many groups it keeps: those that have definitions. */
  get size(): number {
    return this.#groups.size;
  }

  /**
   * Reads what was written since the last call.
   *
   * @param name - the name of a definition that has changed
   * @returns the names in the group of that definition
   */
  read(name: string): GroupNames {
    const { log } = this.#definitions;
    const position = this.#position;
    this.#position = log.end;
    if (position === undefined) this.#readAll();
    else if (position < log.end && log.read(position) === 'lost') this.#readAll();
    else {
      for (const { key } of log.from(position)) this.note(key);
      // A snapshot that is restored leaves no trace in the history.
      if (this.#known.get(name) !== this.#definitions.get(name)) this.#readAll();
    }
    return this.#group(name.slice(name.indexOf('.') + 1));
  }

  /** Reads a definition that was written. */
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

  /** The names in a group. A group without definitions is made at each call, so that groups that have gone take no memory. */
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
