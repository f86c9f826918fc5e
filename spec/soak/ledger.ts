import type { Entry, SoakPod } from './collection.ts';

/** Number of changes of each type. */
export interface Counts {
  added: number;
  updated: number;
  deleted: number;
}

export const totalOf = ({ added, updated, deleted }: Counts): number => added + updated + deleted;

/**
 * Records the watch events and lists that the server sends to its only client. Computes the number of changes that the
 * client must receive: one for each watch event, and the differences for each list.
 */
export class Ledger {
  readonly expected: Counts = { added: 0, updated: 0, deleted: 0 };
  readonly #known = new Map<string, SoakPod>();

  sent({ type, object }: Entry): void {
    const { name } = object.metadata;
    if (type === 'DELETED') {
      this.#known.delete(name);
      this.expected.deleted++;
    } else {
      this.expected[this.#known.has(name) ? 'updated' : 'added']++;
      this.#known.set(name, object);
    }
  }

  listed(objects: readonly SoakPod[]): void {
    const before = new Map(this.#known);
    this.#known.clear();
    for (const object of objects) {
      const known = before.get(object.metadata.name);
      before.delete(object.metadata.name);
      this.#known.set(object.metadata.name, object);
      if (known === undefined) this.expected.added++;
      else if (known.metadata.uid !== object.metadata.uid) {
        this.expected.deleted++;
        this.expected.added++;
      } else if (known.metadata.resourceVersion !== object.metadata.resourceVersion) this.expected.updated++;
    }
    this.expected.deleted += before.size;
  }
}
