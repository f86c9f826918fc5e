import type { ObjectKey } from '../../objects/index.ts';
import { type Cause, type Change, identityOf, ValueIndex } from '../../store/index.ts';
import type { RowWrite } from '../../rows/index.ts';

/** The functions of one join. None of them may throw. */
export interface JoinRules<L, R, Row> {
  /**
   * Returns the keys of the right objects. With one key, or with `undefined`, the left object has one row, whose
   * key is the key of the left object. With an array, the left object has one row for each pair.
   */
  readonly by: (left: L, key: ObjectKey) => ObjectKey | undefined | readonly ObjectKey[];
  /** Returns the row, or `undefined` for no row. */
  readonly row: (left: L, right: R | undefined, key: ObjectKey) => Row | undefined;
  /** Whether a left object without a right object has a row. */
  readonly keepsUnmatched: boolean;
  readonly getRight: (key: ObjectKey, cluster: string | undefined) => R | undefined;
}

interface LeftEntry<L> {
  /** The left object of the last change that was evaluated. The store can already have a newer one. */
  readonly left: L;
  readonly key: ObjectKey;
  readonly cluster: string | undefined;
  /** The keys of the right objects, without duplicates. */
  readonly rightKeys: readonly ObjectKey[];
  /** Whether the left object has one row, whose key is the key of the left object. */
  readonly isSingle: boolean;
}

type Push<Row> = (write: RowWrite<Row>) => void;

/**
 * Finds the rows that a change of either side affects.
 */
export class JoinRows<L, R, Row> {
  readonly #rules: JoinRules<L, R, Row>;
  readonly #entries = new Map<string, LeftEntry<L>>();
  /** The identities of the left objects, by the identity of a right object. */
  readonly #leftsOf = new ValueIndex();

  constructor(rules: JoinRules<L, R, Row>) {
    this.#rules = rules;
  }

  changedLeft(change: Change<L>, cause: Cause, push: Push<Row>): void {
    const { key, cluster } = change;
    const identity = identityOf(change);
    const before = this.#entries.get(identity);
    if (change.type === 'deleted') {
      if (before === undefined) return;
      this.#entries.delete(identity);
      this.#leftsOf.move(identity, rightsOf(before), none);
      const { finalStateKnown } = change;
      for (const row of this.#rowsOf(identity, before))
        push({ identity: row, row: undefined, cause, finalStateKnown });
      return;
    }
    const keys = this.#rules.by(change.object, key);
    const isSingle = !isArray(keys);
    const rightKeys = isSingle ? (keys === undefined ? none : [keys]) : [...new Set(keys)];
    const entry: LeftEntry<L> = { left: change.object, key, cluster, rightKeys, isSingle };
    this.#entries.set(identity, entry);
    this.#leftsOf.move(identity, before === undefined ? none : rightsOf(before), rightsOf(entry));
    // A single row keeps its identity, so it is overwritten.
    if (before !== undefined && !(isSingle && before.isSingle)) {
      const kept = new Set(this.#rowsOf(identity, entry));
      for (const row of this.#rowsOf(identity, before))
        if (!kept.has(row)) push({ identity: row, row: undefined, cause });
    }
    this.#write(identity, entry, rightKeys, cause, push);
  }

  changedRight(change: Change<R>, cause: Cause, push: Push<Row>): void {
    for (const identity of this.#leftsOf.keys(identityOf(change))) {
      const entry = this.#entries.get(identity);
      if (entry !== undefined) this.#write(identity, entry, [change.key], cause, push);
    }
  }

  /** Returns the identities that the rows of a left object can have. */
  #rowsOf(identity: string, { rightKeys, isSingle }: LeftEntry<L>): readonly string[] {
    if (isSingle) return [identity];
    const pairs = rightKeys.map((rightKey) => pairOf(identity, rightKey));
    return this.#rules.keepsUnmatched ? [identity, ...pairs] : pairs;
  }

  /** Writes the rows of a left object for some of its right keys. */
  #write(
    identity: string,
    entry: LeftEntry<L>,
    rightKeys: readonly ObjectKey[],
    cause: Cause,
    push: Push<Row>,
  ): void {
    const { left, key, cluster, isSingle } = entry;
    const { getRight, row, keepsUnmatched } = this.#rules;
    if (isSingle) {
      const right = rightKeys[0] === undefined ? undefined : getRight(rightKeys[0], cluster);
      const hasRow = right !== undefined || keepsUnmatched;
      push({ identity, row: hasRow ? row(left, right, key) : undefined, cause });
      return;
    }
    for (const rightKey of rightKeys) {
      const right = getRight(rightKey, cluster);
      const pair = pairOf(identity, rightKey);
      push({ identity: pair, row: right === undefined ? undefined : row(left, right, key), cause });
    }
    if (!keepsUnmatched) return;
    const isUnmatched = entry.rightKeys.every((rightKey) => getRight(rightKey, cluster) === undefined);
    push({ identity, row: isUnmatched ? row(left, undefined, key) : undefined, cause });
  }
}

/** The identities of the right objects. A left object with a cluster belongs only to right objects of its cluster. */
const rightsOf = ({ rightKeys, cluster }: LeftEntry<unknown>): readonly string[] =>
  cluster === undefined ? rightKeys : rightKeys.map((key) => identityOf({ key, cluster }));

/** The key of the row of a pair. A key contains no space. */
const pairOf = (identity: string, rightKey: ObjectKey): string => `${identity} ${rightKey}`;

const none: readonly ObjectKey[] = [];

function isArray(given: ObjectKey | undefined | readonly ObjectKey[]): given is readonly ObjectKey[] {
  return Array.isArray(given);
}
