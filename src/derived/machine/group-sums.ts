import { type Change, createPauseCheck, identityOf, withoutResyncs } from '../../store/index.ts';
import { LatestByKey } from '../../views/index.ts';

/** How the sum of a group follows from its objects. All functions must be pure. */
export interface GroupFold<T, Sum> {
  /** The sum of a group without objects. */
  readonly of: Sum;
  /** Returns the sum of a group after the object has joined it. */
  readonly add: (sum: Sum, object: T) => Sum;
  /** The inverse of `add`. Called with an object that was added before. */
  readonly remove: (sum: Sum, object: T) => Sum;
}

/** The groups of an object: one group, no group, or several groups. */
export type GroupsOf<T, Key extends string> = (object: T) => Key | undefined | Iterable<Key>;

interface Member<T, Key> {
  readonly object: T;
  readonly groups: readonly Key[];
}

/** The sums of all groups. A change updates only the groups of its object. */
export class GroupSums<T, Key extends string, Sum> {
  readonly #by: GroupsOf<T, Key>;
  readonly #fold: GroupFold<T, Sum>;
  readonly #latest = new LatestByKey<T>();
  /** The counted objects. The old object of a change is not always the object that was counted. */
  readonly #members = new Map<string, Member<T, Key>>();
  readonly #groups = new Map<Key, { readonly sum: Sum; readonly size: number }>();
  #result: ReadonlyMap<Key, Sum> | undefined;

  constructor(by: GroupsOf<T, Key>, fold: GroupFold<T, Sum>) {
    this.#by = by;
    this.#fold = fold;
  }

  apply(batch: readonly Change<T>[]): void {
    this.#latest.add(withoutResyncs(batch));
  }

  /** Counts the collected changes in small steps, and includes the changes that arrive between the steps. */
  *settle(): Generator<void, void, void> {
    const pause = createPauseCheck();
    for (;;) {
      const changes = yield* this.#latest.take();
      if (changes.size === 0) return;
      for (const change of changes.values()) {
        this.#settle(change);
        if (pause()) yield;
      }
    }
  }

  /** Returns the sums. While nothing has changed, the map is the same. */
  read(): ReadonlyMap<Key, Sum> {
    const steps = this.settle();
    while (steps.next().done !== true);
    return (this.#result ??= new Map(Array.from(this.#groups, ([key, { sum }]) => [key, sum])));
  }

  #settle(change: Change<T>): void {
    const identity = identityOf(change);
    const before = this.#members.get(identity);
    const after = change.type === 'deleted' ? undefined : this.#memberOf(change.object);
    if (after === undefined) this.#members.delete(identity);
    else this.#members.set(identity, after);
    for (const group of new Set([...(before?.groups ?? []), ...(after?.groups ?? [])]))
      this.#update(group, before, after);
  }

  #memberOf(object: T): Member<T, Key> {
    const groups = this.#by(object);
    if (groups === undefined) return { object, groups: [] };
    return { object, groups: typeof groups === 'string' ? [groups] : [...new Set(groups)] };
  }

  #update(group: Key, before: Member<T, Key> | undefined, after: Member<T, Key> | undefined): void {
    const { of, add, remove } = this.#fold;
    const known = this.#groups.get(group);
    let { sum, size } = known ?? { sum: of, size: 0 };
    if (before?.groups.includes(group) === true) {
      size--;
      sum = size === 0 ? of : remove(sum, before.object);
    }
    if (after?.groups.includes(group) === true) {
      size++;
      sum = add(sum, after.object);
    }
    if (size === 0) this.#groups.delete(group);
    else this.#groups.set(group, { sum, size });
    // An update that changes no sum leaves the result as it is.
    if (known === undefined || size === 0 || !Object.is(known.sum, sum)) this.#result = undefined;
  }
}
