import type { Resource } from '../resources/resource.ts';
import type { Collection } from '../storage/collection.ts';
import type { Definition } from './definition.ts';
import { GroupNames } from './group-names.ts';

/**
 * The names of all stored definitions, by API group. The cost of a change grows only with the number of changed
 * definitions.
 */
export class NamesIndex {
  readonly #definitions: Collection;
  readonly #fixed: readonly Resource[];
  readonly #groups = new Map<string, GroupNames>();
  /** The last state that was read of each definition, by its name. */
  readonly #known = new Map<string, Definition>();
  /** The position up to which the history of the definitions was read. */
  #position: number | undefined;

  /**
   * @param definitions - the collection of definitions
   * @param fixed - resources that no definition defines
   */
  constructor(definitions: Collection, fixed: readonly Resource[]) {
    this.#definitions = definitions;
    this.#fixed = fixed;
  }

  /** The number of groups in memory: those that have definitions. */
  get size(): number {
    return this.#groups.size;
  }

  /**
   * Reads the definitions that were written since the last call.
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
      // A restored snapshot leaves no entry in the history.
      if (this.#known.get(name) !== this.#definitions.get(name)) this.#readAll();
    }
    return this.#group(name.slice(name.indexOf('.') + 1));
  }

  /** Reads a definition after a write. */
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
   * Returns the names in a group. A group without definitions is built at each call, so that groups without definitions
   * take no memory.
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
