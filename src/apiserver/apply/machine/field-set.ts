import type { Path, PathElement } from './path-element.ts';

/**
 * A set of fields, as an immutable tree of path elements. The set can contain a field without the descendants of the
 * field. The set can also contain descendants of a field without the field.
 */
export type FieldSet = ReadonlyMap<PathElement, FieldNode>;

/** A node of the tree of a {@link FieldSet}. */
export interface FieldNode {
  /** `true` if the set contains the field of the node. */
  readonly member: boolean;
  readonly children: FieldSet;
}

/** The empty set of fields. In every set, each node is a member or has children. */
export const noFields: FieldSet = new Map();

export function fieldSet(...paths: readonly Path[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.insert(path);
  return builder.set;
}

/** Creates a set of fields, one field at a time. */
export class FieldSetBuilder {
  readonly set: FieldSet;
  readonly #root: Growing = new Map();

  constructor() {
    this.set = this.#root;
  }

  /** Adds a field to the set. An empty path adds no field. */
  insert(path: Path): void {
    let nodes = this.#root;
    for (const [at, element] of path.entries()) {
      let node = nodes.get(element);
      if (node === undefined) {
        node = { member: false, children: new Map() };
        nodes.set(element, node);
      }
      if (at === path.length - 1) node.member = true;
      nodes = node.children;
    }
  }
}

type Growing = Map<PathElement, { member: boolean; readonly children: Growing }>;

export function isEmptySet(set: FieldSet): boolean {
  return set.size === 0;
}

/** Returns `true` if a set contains a field. A set that contains only descendants of the field does not count. */
export function hasField(set: FieldSet, path: Path): boolean {
  let nodes: FieldSet | undefined = set;
  for (const [at, element] of path.entries()) {
    const node: FieldNode | undefined = nodes.get(element);
    if (node === undefined) return false;
    if (at === path.length - 1) return node.member;
    nodes = node.children;
  }
  return false;
}

/** Returns the fields that are in at least one of the two sets. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0 || a === b) return b;
  if (b.size === 0) return a;
  const result = new Map(a);
  for (const [element, node] of b) {
    const other = a.get(element);
    result.set(element, other === undefined ? node : both(other, node));
  }
  return result;
}

const both = (a: FieldNode, b: FieldNode): FieldNode => ({
  member: a.member || b.member,
  children: union(a.children, b.children),
});

/**
 * Returns the fields that are in at least one of the sets. The function merges the sets in pairs. A merge of one set
 * after another would copy the growing result for each set.
 */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  let left = sets;
  while (left.length > 1)
    left = left.flatMap((set, at) => (at % 2 === 0 ? [union(set, left[at + 1] ?? noFields)] : []));
  return left[0] ?? noFields;
}

/** Returns the fields that are in both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return kept(a, (node, element) => {
    const other = b.get(element);
    return other === undefined
      ? undefined
      : { member: node.member && other.member, children: intersection(node.children, other.children) };
  });
}

/**
 * Returns the fields that are in the first set and not in the second set. The removal of a field keeps the descendants
 * of the field. The removal of descendants keeps the field.
 */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0 || b.size === 0) return a;
  return kept(a, (node, element) => {
    const other = b.get(element);
    return other === undefined
      ? node
      : { member: node.member && !other.member, children: difference(node.children, other.children) };
  });
}

/**
 * Returns the fields that are in the first set and not in the second set. The removal of a field also removes the
 * descendants of the field.
 */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0 || b.size === 0) return a;
  return kept(a, (node, element) => {
    const other = b.get(element);
    if (other === undefined) return node;
    if (other.member) return undefined;
    return { member: node.member, children: recursiveDifference(node.children, other.children) };
  });
}

/** Maps the nodes of a set, and drops the nodes that become empty. */
function kept(
  set: FieldSet,
  next: (node: FieldNode, element: PathElement) => FieldNode | undefined,
): FieldSet {
  const result = new Map<PathElement, FieldNode>();
  for (const [element, node] of set) {
    const made = next(node, element);
    if (made !== undefined && (made.member || made.children.size > 0)) result.set(element, made);
  }
  return result;
}

export function isSameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [element, node] of a) {
    const other = b.get(element);
    if (other?.member !== node.member || !isSameSet(node.children, other.children)) return false;
  }
  return true;
}
