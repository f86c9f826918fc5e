import { isOlderVersion, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { RowWrite } from '../../rows/index.ts';
import { type Change, identityOf } from '../../store/index.ts';

/** The part of a member that its rows need. */
export interface RowMember<T> {
  /** The name of the member for messages. */
  readonly name: string;
  /** The cluster of the objects, or `undefined` if the set has no clusters. */
  readonly cluster: string | undefined;
  /** Returns the object of a key from the store of the member. */
  readonly get: (key: ObjectKey) => T | undefined;
}

/** Called when two members have different objects with the same key. */
export type OnCollision<T> = (key: ObjectKey, shown: RowMember<T>, hidden: RowMember<T>) => void;

type Push<T> = (write: RowWrite<T>) => void;

/**
 * Decides which member shows the object of a key. If several members have an object with the same key, the first one
 * shows its object. When that object goes, the object of the next member is shown.
 */
export class MemberRows<T extends KubeObject> {
  /** The member whose object is shown, by the identity of the object. */
  readonly #owners = new Map<string, RowMember<T>>();
  /** Further members that have an object with the same identity, with their last evaluated object. */
  readonly #others = new Map<string, Map<RowMember<T>, T>>();
  /** The number of shown objects of each member. */
  readonly #shown = new Map<RowMember<T>, number>();
  readonly #onCollision: OnCollision<T>;

  constructor(onCollision: OnCollision<T>) {
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
      this.#remove(member, { identity, row: undefined, last: object, finalStateKnown, cause }, push);
      return;
    }
    const owner = this.#owners.get(identity);
    if (owner === undefined) this.#own(identity, member);
    if (owner === undefined || owner === member) push({ identity, row: object, cause });
    else this.#addOther(member, owner, key, identity, object);
  }

  /** Removes an object of a member that leaves. */
  left(member: RowMember<T>, key: ObjectKey, push: Push<T>): void {
    const identity = identityOf({ key, cluster: member.cluster });
    this.#remove(member, { identity, row: undefined, last: member.get(key), cause: 'scope' }, push);
  }

  /**
   * Removes the other objects of a member that leaves. The store of the member has already removed these objects, but the
   * member left before the set received the change.
   */
  leftRest(member: RowMember<T>, push: Push<T>): void {
    if (this.#shown.has(member)) {
      for (const [identity, owner] of this.#owners)
        if (owner === member) this.#remove(member, { identity, row: undefined, cause: 'scope' }, push);
    }
    for (const [identity, others] of this.#others) {
      if (others.delete(member) && others.size === 0) this.#others.delete(identity);
    }
  }

  #addOther(member: RowMember<T>, owner: RowMember<T>, key: ObjectKey, identity: string, object: T): void {
    const others = this.#others.get(identity) ?? new Map<RowMember<T>, T>();
    const isNew = !others.has(member);
    this.#others.set(identity, others.set(member, object));
    const shown = owner.get(key);
    if (isNew && shown !== undefined && shown.metadata.uid !== object.metadata.uid)
      this.#onCollision(key, owner, member);
  }

  /** Removes an object of a member, or shows the object of the next member instead. */
  #remove(member: RowMember<T>, removal: RowWrite<T>, push: Push<T>): void {
    const { identity, cause } = removal;
    const others = this.#others.get(identity);
    const isOwner = this.#owners.get(identity) === member;
    const next = isOwner ? others?.entries().next().value : undefined;
    const taker = isOwner ? next?.[0] : member;
    if (taker !== undefined && others?.delete(taker) === true && others.size === 0)
      this.#others.delete(identity);
    if (!isOwner) return;
    this.#disown(identity, member);
    if (next === undefined) {
      push(removal);
      return;
    }
    const [owner, row] = next;
    this.#own(identity, owner);
    // The next member can be behind. The shown object stays until this member has a newer state (G2).
    if (isNewObject(removal.last, row)) push({ identity, row, cause });
  }

  #own(identity: string, member: RowMember<T>): void {
    this.#owners.set(identity, member);
    this.#shown.set(member, (this.#shown.get(member) ?? 0) + 1);
  }

  #disown(identity: string, member: RowMember<T>): void {
    this.#owners.delete(identity);
    const shown = (this.#shown.get(member) ?? 0) - 1;
    if (shown > 0) this.#shown.set(member, shown);
    else this.#shown.delete(member);
  }
}

/** Whether an object is another object than the last one, or a newer state of the same object. */
function isNewObject<T extends KubeObject>(last: T | undefined, next: T): boolean {
  if (last?.metadata.uid !== next.metadata.uid) return true;
  return isOlderVersion(last.metadata.resourceVersion, next.metadata.resourceVersion);
}
