import type { RowWrite } from '../../rows/index.ts';
import { type Change, identityOf } from '../../store/index.ts';

/** The part of a member that its rows need. */
export interface RowMember<T> {
  /** The name of the member for messages. */
  readonly name: string;
  /** The cluster of the objects, or `undefined` if the set has no clusters. */
  readonly cluster: string | undefined;
  /** Returns the object of a key from the store of the member. */
  readonly get: (key: string) => T | undefined;
}

/** Called when two members have different objects with the same key. */
export type OnCollision<T> = (key: string, shown: RowMember<T>, hidden: RowMember<T>) => void;

type Push<T> = (write: RowWrite<T>) => void;

/**
 * Decides which member shows the object of a key. If several members have an object with the same key, the first one
 * shows its object. When that object goes, the object of the next member is shown.
 */
export class MemberRows<T> {
  /** The member whose object is shown, by the identity of the object. */
  readonly #owners = new Map<string, RowMember<T>>();
  /** Further members that have an object with the same identity, with their last evaluated object. */
  readonly #others = new Map<string, Map<RowMember<T>, T>>();
  readonly #uidOf: (object: T) => string | undefined;
  readonly #onCollision: OnCollision<T>;

  constructor(uidOf: (object: T) => string | undefined, onCollision: OnCollision<T>) {
    this.#uidOf = uidOf;
    this.#onCollision = onCollision;
  }

  /** Whether a member shows an object of this identity. */
  has(identity: string): boolean {
    return this.#owners.has(identity);
  }

  changed(member: RowMember<T>, change: Change<T>, push: Push<T>): void {
    const { key, object } = change;
    // Objects that a member replays are objects of its first list for the subscribers of the set.
    const cause = change.cause === 'replay' ? 'initial' : change.cause;
    const identity = identityOf({ key, cluster: member.cluster });
    if (change.type === 'deleted') {
      const { finalStateKnown } = change;
      this.#removed(
        member,
        identity,
        { identity, row: undefined, last: object, finalStateKnown, cause },
        push,
      );
      return;
    }
    const owner = this.#owners.get(identity) ?? member;
    this.#owners.set(identity, owner);
    if (owner === member) push({ identity, row: object, cause });
    else this.#addOther(member, owner, key, identity, object);
  }

  /** Removes the objects of a member that leaves. */
  left(member: RowMember<T>, key: string, push: Push<T>): void {
    const identity = identityOf({ key, cluster: member.cluster });
    this.#removed(member, identity, { identity, row: undefined, cause: 'scope' }, push);
  }

  #addOther(member: RowMember<T>, owner: RowMember<T>, key: string, identity: string, object: T): void {
    const others = this.#others.get(identity) ?? new Map<RowMember<T>, T>();
    const isNew = !others.has(member);
    this.#others.set(identity, others.set(member, object));
    const shown = owner.get(key);
    if (isNew && shown !== undefined && this.#uidOf(shown) !== this.#uidOf(object))
      this.#onCollision(key, owner, member);
  }

  #removed(member: RowMember<T>, identity: string, removal: RowWrite<T>, push: Push<T>): void {
    const others = this.#others.get(identity);
    if (this.#owners.get(identity) !== member) {
      if (others?.delete(member) === true && others.size === 0) this.#others.delete(identity);
      return;
    }
    for (const [next, row] of others ?? []) {
      others?.delete(next);
      if (others?.size === 0) this.#others.delete(identity);
      this.#owners.set(identity, next);
      push({ identity, row, cause: removal.cause });
      return;
    }
    this.#owners.delete(identity);
    push(removal);
  }
}
